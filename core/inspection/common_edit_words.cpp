#include "core/inspection/common_edit_words.h"

#include "core/edit/edit_text.h"
#include "core/format/source_location.h"
#include "core/inspection/pool_variant_worker.h"

#include <algorithm>
#include <span>

namespace gevo {

namespace {

std::span<const FoundEdit> shown(const RunComparison& found, std::size_t most) {
  const auto end = std::ranges::find_if(found.edits, [](const FoundEdit& edit) { return edit.count() < 2; });
  return std::span(found.edits.begin(), end).first(std::min(most, std::size_t(end - found.edits.begin())));
}

} // namespace

bool CommonEditWords::knows(const RunComparison& found, std::size_t most) const {
  return std::ranges::all_of(shown(found, most), [&](const FoundEdit& edit) {
    const ComparedRun& run = found.runs[edit.run];
    return known_.contains({run.info.id, run.best->id});
  });
}

std::vector<EditWords> CommonEditWords::of(const Store& store, const RunComparison& found, std::size_t most, const std::stop_token& stop) {
  std::vector<EditWords> words;
  for (const FoundEdit& edit : shown(found, most)) {
    if (stop.stop_requested()) break;
    const ComparedRun& run = found.runs[edit.run];
    const auto [entry, isNew] = known_.try_emplace({run.info.id, run.best->id});
    std::vector<EditDescription>& descriptions = entry->second;
    if (isNew)
      if (Result<VariantTexts> texts =
              makeViewWorker(store, run.info.settings.evaluation, stop, workerProgram_)->texts(run.best->edits, false))
        descriptions = std::move(texts->edits);
    if (edit.place < descriptions.size()) {
      const EditDescription& one = descriptions[edit.place];
      words.push_back({one.text, one.target.empty() ? std::string() : formatLocation(one.target)});
    } else {
      words.push_back({editLine(run.best->edits[edit.place]), {}});
    }
  }
  return words;
}

} // namespace gevo
