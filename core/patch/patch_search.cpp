#include "core/patch/patch_search.h"

#include "core/patch/patch_judge.h"
#include "core/patch/prove_patch.h"
#include "core/patch/write_patch.h"
#include "core/reduction/minimise_variant.h"

namespace gevo {

namespace {

/// Share of a variant's gain that may be lost with edits that hardly matter.
constexpr double gainLeftOut = 0.02;

} // namespace

Result<SourcePatch> findPatch(const Store& store, const RunInfo& run, const Individual& variant, const JobOptions& settings) {
  if (!variant.result.valid()) return fail("variant {} did not pass its tests, so there is nothing to prove", variantName(variant.id));
  GEVO_TRY_ASSIGN(const Individual original, store.individual(run.id, 0));
  GEVO_TRY_ASSIGN(const Project project, store.project());
  GEVO_TRY_ASSIGN(std::optional<Individual> smaller, minimiseVariant(store, run, variant, settings, gainLeftOut));
  const Individual& minimal = smaller ? *smaller : variant;
  GEVO_TRY_ASSIGN(PatchJudge judge, PatchJudge::start(store, run, settings));
  SourcePatch patch;
  patch.originalRuntime = original.result.fitness.runtime;
  patch.variantRuntime = variant.result.fitness.runtime;
  GEVO_TRY(writePatch(judge, activeEdits(minimal), activeEdits(variant), heldOutTests(project), patch));
  return patch;
}

Result<SourcePatch> checkPatch(const Store& store, const RunInfo& run, const Individual& variant, std::vector<SourceFile> changed,
                               const JobOptions& settings) {
  if (!variant.result.valid()) return fail("variant {} did not pass its tests, so there is nothing to prove", variantName(variant.id));
  GEVO_TRY_ASSIGN(const Individual original, store.individual(run.id, 0));
  GEVO_TRY_ASSIGN(const Project project, store.project());
  SourcePatch patch;
  patch.changed = std::move(changed);
  patch.originalRuntime = original.result.fitness.runtime;
  patch.variantRuntime = variant.result.fitness.runtime;
  GEVO_TRY_ASSIGN(PatchJudge judge, PatchJudge::start(store, run, settings));
  judge.doing("compiling and testing the patched sources");
  GEVO_TRY(provePatch(judge, activeEdits(variant), heldOutTests(project), patch));
  return patch;
}

} // namespace gevo
