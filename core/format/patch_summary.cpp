#include "core/format/patch_summary.h"

#include "core/format/quantity.h"
#include "core/format/source_location.h"

#include <fmt/format.h>

namespace gevo {

std::string patchSummary(const SourcePatch& patch) {
  if (patch.state == PatchState::Illustration) return fmt::format("{}: {}", patchStateName(patch.state), oneLine(patch.reason));
  return fmt::format("{}, {} of the variant's {}", patchStateName(patch.state), formatSpeedup(patch.originalRuntime / patch.patchedRuntime),
                     formatSpeedup(patch.originalRuntime / patch.variantRuntime));
}

} // namespace gevo
