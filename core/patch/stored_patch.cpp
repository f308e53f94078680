#include "core/patch/stored_patch.h"

#include "core/patch/patch_search.h"

namespace gevo {

Result<SourcePatch> storedPatch(const Store& store, const RunInfo& run, const Individual& variant, const JobOptions& settings) {
  GEVO_TRY_ASSIGN(std::optional<SourcePatch> known, store.patch(run.id, variant.id));
  if (known && known->state != PatchState::Illustration) return *std::move(known);
  GEVO_TRY_ASSIGN(SourcePatch made, findPatch(store, run, variant, settings));
  // A file that nobody may write can still be read and exported from.
  if (const auto writer = Store::open(store.path(), Store::Access::Annotate)) (void)(*writer)->setPatch(run.id, variant.id, made);
  return made;
}

} // namespace gevo
