#include "core/patch/patch_search.h"

#include "core/configurations/configurations.h"
#include "core/parameters/configure_sources.h"
#include "core/patch/patch_judge.h"
#include "core/patch/prove_patch.h"
#include "core/patch/write_patch.h"
#include "core/reduction/minimise_variant.h"

#include <algorithm>

namespace gevo {

namespace {

/// Share of a variant's gain that may be lost with edits that hardly matter.
constexpr double gainLeftOut = 0.02;

/// The held-out tests as they are in the configuration; an error where the program does not run them there.
Result<std::vector<TestCase>> heldOutIn(const Configuration& configuration, const Store& store, const Project& project,
                                        const JobOptions& settings) {
  std::vector<TestCase> tests = heldOutTests(project);
  if (configuration.empty() || tests.empty()) return tests;
  GEVO_TRY_ASSIGN(const auto own, Store::open(store.path(), Store::Access::Read));
  Configurations configurations(*own, project, {settings.workerProgram, 1});
  GEVO_TRY_ASSIGN(ConfiguredProgram recorded, configurations.recorded(configuration, tests, settings.cancel));
  if (!recorded.usable()) return fail("with {}: {}", printConfiguration(configuration), recorded.message);
  return std::move(recorded.tests);
}

/// Parameters are changes of the sources too, and part of the patch whatever else is.
Result<void> addConfiguration(const Project& project, const Configuration& configuration, SourcePatch& patch) {
  GEVO_TRY_ASSIGN(ConfiguredSources made, configureSources(project, configuration));
  for (SourceFile& changed : made.changed)
    if (std::ranges::find(patch.changed, changed.name, &SourceFile::name) == patch.changed.end())
      patch.changed.push_back(std::move(changed));
  std::vector<std::string> changes;
  for (const ParameterValue& setting : configuration) {
    const auto parameter = std::ranges::find(project.parameters.parameters, setting.parameter, &Parameter::name);
    const bool isGiven = parameter != project.parameters.parameters.end() && parameter->places.empty();
    changes.push_back(
        fmt::format("`{}` becomes `{}`{}", setting.parameter, setting.value, isGiven ? ", on the compiler's command line" : ""));
    patch.edits.push_back({setEdit(setting).uid, EditInPatch::Written});
  }
  patch.changes.insert(patch.changes.begin(), changes.begin(), changes.end());
  return {};
}

} // namespace

Result<SourcePatch> findPatch(const Store& store, const RunInfo& run, const Individual& variant, const JobOptions& settings) {
  if (!variant.result.valid()) return fail("variant {} did not pass its tests, so there is nothing to prove", variantName(variant.id));
  GEVO_TRY_ASSIGN(const Individual original, store.individual(run.id, 0));
  GEVO_TRY_ASSIGN(const Project project, store.project());
  GEVO_TRY_ASSIGN(std::optional<Individual> smaller, minimiseVariant(store, run, variant, settings, gainLeftOut));
  const Individual& minimal = smaller ? *smaller : variant;
  const Configuration configuration = configurationOf(activeEdits(minimal));
  GEVO_TRY_ASSIGN(const std::vector<TestCase> heldOut, heldOutIn(configuration, store, project, settings));
  GEVO_TRY_ASSIGN(PatchJudge judge, PatchJudge::start(store, run, configuration, settings));
  SourcePatch patch;
  patch.originalRuntime = original.result.fitness.runtime;
  patch.variantRuntime = variant.result.fitness.runtime;
  const EditList code = codeEdits(activeEdits(minimal));
  const EditList wanted = activeEdits(configurationOf(activeEdits(variant)) == configuration ? variant : minimal);
  if (!code.empty()) GEVO_TRY(writePatch(judge, code, wanted, heldOut, patch));
  if (configuration.empty()) return patch;
  // The parameters alone may be worth it.
  if (code.empty() || patch.state == PatchState::Illustration) {
    SourcePatch alone = patch;
    alone.changed.clear();
    alone.changes.clear();
    for (PatchedEdit& edit : alone.edits) edit.is = EditInPatch::Missing;
    judge.doing("testing the parameters alone");
    GEVO_TRY(provePatch(judge, wanted, heldOut, alone));
    if (code.empty() || alone.state != PatchState::Illustration) {
      patch = std::move(alone);
      if (patch.state != PatchState::Illustration) patch.reason.clear();
    }
  }
  GEVO_TRY(addConfiguration(project, configuration, patch));
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
  const Configuration configuration = configurationOf(activeEdits(variant));
  GEVO_TRY_ASSIGN(const std::vector<TestCase> heldOut, heldOutIn(configuration, store, project, settings));
  GEVO_TRY_ASSIGN(PatchJudge judge, PatchJudge::start(store, run, configuration, settings));
  judge.doing("compiling and testing the patched sources");
  GEVO_TRY(provePatch(judge, activeEdits(variant), heldOut, patch));
  return patch;
}

} // namespace gevo
