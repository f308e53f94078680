#include "core/store/front_progress.h"

#include "core/search/hypervolume.h"

namespace gevo {

FrontProgress::FrontProgress(const RunInfo& run)
    : originalRuntime_(run.originalRuntime),
      tolerance_(run.settings.evaluation.mode == Mode::Exact ? 0 : run.settings.evaluation.tolerance) {}

void FrontProgress::add(const VariantRow& row) {
  if (!row.passedAll || !(row.runtime < originalRuntime_)) return;
  auto after = front_.upper_bound(row.runtime);
  if (after != front_.begin() && std::prev(after)->second <= row.error) return;
  if (after != front_.begin() && std::prev(after)->first == row.runtime) --after;
  while (after != front_.end() && after->second >= row.error) after = front_.erase(after);
  front_.emplace(row.runtime, row.error);
}

double FrontProgress::hypervolume() const {
  if (front_.empty() || originalRuntime_ <= 0) return 0;
  if (tolerance_ <= 0) return 1 - front_.begin()->first / originalRuntime_;
  std::vector<Objectives> points;
  for (const auto& [runtime, error] : front_) points.push_back({runtime / originalRuntime_, error / tolerance_});
  return gevo::hypervolume(std::move(points), {1, 1});
}

} // namespace gevo
