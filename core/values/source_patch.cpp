#include "core/values/source_patch.h"

namespace gevo {

const char* patchStateName(PatchState state) {
  switch (state) {
  case PatchState::Proven:
    return "proven";
  case PatchState::Partly:
    return "partly proven";
  case PatchState::Illustration:
    break;
  }
  return "illustration";
}

double SourcePatch::shareOfGain() const {
  const double gain = originalRuntime / variantRuntime - 1;
  return patchedRuntime > 0 && gain > 0 ? (originalRuntime / patchedRuntime - 1) / gain : 0;
}

} // namespace gevo
