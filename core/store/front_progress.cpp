#include "core/store/front_progress.h"

#include "core/search/hypervolume.h"

namespace gevo {

FrontProgress::FrontProgress(const RunInfo& run)
    : originalRuntime_(run.originalRuntime),
      tolerance_(run.settings.evaluation.mode == Mode::Exact ? 0 : run.settings.evaluation.tolerance) {}

void FrontProgress::add(const VariantRow& row) {
  if (!row.passedAll || !(row.runtime < originalRuntime_)) return;
  front_.add(row.runtime, row.error, row.id);
}

double FrontProgress::hypervolume() const {
  const auto& steps = front_.steps();
  if (steps.empty() || originalRuntime_ <= 0) return 0;
  if (tolerance_ <= 0) return 1 - steps.begin()->first / originalRuntime_;
  std::vector<Objectives> points;
  for (const auto& [runtime, step] : steps) points.push_back({runtime / originalRuntime_, step.error / tolerance_});
  return gevo::hypervolume(std::move(points), {1, 1});
}

} // namespace gevo
