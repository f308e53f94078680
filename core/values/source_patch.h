#pragma once

/// A variant as a change of the program's sources, and how far it is proven to be the variant.

#include "core/values/project.h"

namespace gevo {

/// Proven: the patched sources were compiled and pass the variant's tests, held-out ones too, with its results and at least nine tenths of
/// its gain. Partly: the same with less of its gain, because some edits are not in it. Illustration: nothing was proven.
enum class PatchState : std::uint8_t { Proven, Partly, Illustration };
const char* patchStateName(PatchState state);

/// What became of an edit. Nothing: without it the code is the same, or the sources are as fast.
enum class EditInPatch : std::uint8_t { Written, Nothing, Missing };
struct PatchedEdit {
  std::uint64_t uid = 0; ///< of the edit
  EditInPatch is = EditInPatch::Missing;
};

struct SourcePatch {
  PatchState state = PatchState::Illustration;
  std::string reason;               ///< of an illustration: why it could not be proven
  std::vector<SourceFile> changed;  ///< whole texts, named as in the project
  std::vector<PatchedEdit> edits;   ///< those that matter; a variant's other edits do nothing on its tests
  std::vector<std::string> changes; ///< what was done to the sources, one phrase each
  double originalRuntime = 0;       ///< microseconds, mean over the tests, on the run's device
  double variantRuntime = 0;
  double patchedRuntime = 0; ///< 0: not known

  /// Of the variant's gain: 1 where all of it is kept.
  double shareOfGain() const;
};

constexpr std::uint32_t enumerators(PatchState) { return std::uint32_t(PatchState::Illustration) + 1; }
constexpr std::uint32_t enumerators(EditInPatch) { return std::uint32_t(EditInPatch::Missing) + 1; }

template <class Archive> void fields(Archive& a, PatchedEdit& m) { a(m.uid, m.is); }
template <class Archive> void fields(Archive& a, SourcePatch& m) {
  a(m.state, m.reason, m.changed, m.edits, m.changes, m.originalRuntime, m.variantRuntime, m.patchedRuntime);
}

} // namespace gevo
