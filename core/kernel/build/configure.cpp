#include "core/kernel/build/configure.h"

#include "core/base/wire.h"
#include "core/kernel/build/expected_outputs.h"
#include "core/kernel/compile/changed_sources.h"
#include "core/kernel/compile/project_program.h"
#include "core/kernel/ir/base_module.h"
#include "core/kernel/ir/pipeline.h"
#include "core/kernel/outputs/rejection_rules.h"
#include "core/parameters/configure_sources.h"
#include "core/values/device_name.h"

#include <llvm/IR/Module.h>

#include <algorithm>

namespace gevo::program {

namespace fs = std::filesystem;

namespace {

/// The first line of a compiler's diagnostics that is an error.
std::string firstError(const std::string& details) {
  const std::size_t error = details.find("error:");
  if (error == std::string::npos) return {};
  const std::size_t begin = details.rfind('\n', error);
  const std::size_t first = begin == std::string::npos ? 0 : begin + 1;
  return details.substr(first, details.find('\n', error) - first);
}

std::string sentenceOf(const Error& error) {
  const std::string first = firstError(error.details);
  return first.empty() ? error.message : fmt::format("{}: {}", error.message, first);
}

Result<std::vector<Trace>> tracesOf(const std::vector<TestCase>& tests) {
  std::vector<Trace> traces;
  for (const TestCase& test : tests) {
    GEVO_TRY_ASSIGN(Trace trace, wire::decode<Trace>(test.trace, "recorded test \"" + test.arguments + "\""));
    traces.push_back(std::move(trace));
  }
  return traces;
}

std::set<std::string> decisionsOf(const std::vector<Trace>& traces, const std::vector<OutputInfo>& outputs) {
  std::set<std::string> names;
  for (const Trace& trace : traces)
    for (const Event& event : trace.events)
      if (copiesToHost(event) && event.decision && event.output < outputs.size()) names.insert(outputs[event.output].name);
  return names;
}

/// What a configuration does wrong and the program's own does not. Only where the configuration does something wrong is the latter
/// replayed.
class Misdeeds {
public:
  Misdeeds(const ConfigureRequest& request, const std::vector<Trace>& own) : request_(request), own_(own) {}

  /// Sets the program's reason.
  Result<void> judge(const std::vector<ReplayReport>& reports, ConfiguredProgram& program) {
    for (std::size_t i = 0; i < reports.size() && program.usable(); ++i) {
      const ReplayReport& report = reports[i];
      if (report.races.empty() && report.undefined.empty() && report.undefinedReads.empty()) continue;
      GEVO_TRY_ASSIGN(const ReplayReport known, replayOwn(i));
      if (const sim::Race* race = rejectedRace(report.races, known.races, RacePolicy::Reject)) {
        program.reason = Reason::Race;
        program.message = race->message();
      } else if (const sim::UndefinedValue* value = rejectedUndefined(report.undefined, known.undefined)) {
        program.reason = Reason::Undefined;
        program.message = value->message();
      } else if (const sim::UndefinedRead* read = rejectedRead(report.undefinedReads, known.undefinedReads)) {
        program.reason = reasonOf(*read);
        program.message = read->message();
      }
    }
    return {};
  }

private:
  Result<ReplayReport> replayOwn(std::size_t test) {
    const Project& project = request_.project;
    if (!simulator_) {
      GEVO_TRY_ASSIGN(const auto base, ir::BaseModule::load(project.base, project.build.kernels));
      const auto original = base->original();
      ir::cleanUp(*original);
      ir::optimise(*original);
      GEVO_TRY_ASSIGN(model_, sim::loadModel(screeningDevice(project.build.device)));
      GEVO_TRY_ASSIGN(auto simulator, sim::Simulator::create(*original, model_));
      simulator_.emplace(std::move(simulator));
    }
    EvaluationSettings settings;
    settings.mode = Mode::Exact;
    return replayOriginal(own_[test], *simulator_, model_, project.outputs, settings);
  }

  const ConfigureRequest& request_;
  const std::vector<Trace>& own_;
  sim::Model model_;
  std::optional<sim::Simulator> simulator_;
};

ConfiguredProgram unusable(const Configuration& configuration, const Error& error) {
  ConfiguredProgram program;
  program.configuration = configuration;
  program.reason = Reason::Configuration;
  program.message = sentenceOf(error);
  return program;
}

/// What the workers need of what was built.
Result<ConfiguredProgram> held(ConfigurationBuild built, const ConfigureRequest& request, const std::vector<Trace>& own) {
  ConfiguredProgram program;
  program.configuration = request.configuration;
  GEVO_TRY(Misdeeds(request, own).judge(built.replayed, program));
  if (!program.usable()) return program;
  for (std::size_t i = 0; i < built.traces.size(); ++i) {
    const Result<std::string> difference = expectOutputs(built.traces[i], built.project.outputs, own[i], request.project.outputs);
    if (!difference) return unusable(request.configuration, difference.error());
    if (program.difference.empty()) program.difference = *difference;
    program.tests.push_back({request.project.tests[i].role, request.project.tests[i].arguments,
                             packTrace(wire::encode(built.traces[i]), request.project.tests[i].trace)});
  }
  // A host-executed evaluation compares with the unedited program of the same configuration.
  if (request.project.build.hostRun.on && !program.difference.empty()) {
    program.reason = Reason::WrongOutput;
    program.message = program.difference;
    program.tests.clear();
    return program;
  }
  program.base = std::move(built.project.base);
  program.kernels = std::move(built.project.kernels);
  program.editable = std::move(built.project.build.kernels);
  return program;
}

} // namespace

Result<ConfiguredProgram> configure(const ConfigureRequest& request, const Progress& progress, const FindGpu& findGpu) {
  const Project& project = request.project;
  const fs::path folder(request.workingFolder);
  GEVO_TRY_ASSIGN(const auto files, sortFiles(project.build, folder));
  GEVO_TRY(checkSources(project, projectFolder(files, folder)));
  GEVO_TRY_ASSIGN(const std::vector<Trace> own, tracesOf(project.tests));
  // Equal samples of results prove nothing.
  if (std::ranges::any_of(own, isOutline))
    return unusable(request.configuration, Error{"the file keeps only samples of the program's results, which can't show that a "
                                                 "configuration gives the same ones; create it on the simulated GPU"});
  const Result<ConfiguredSources> sources = configureSources(project, request.configuration);
  if (!sources) return unusable(request.configuration, sources.error());

  BuildInputs inputs;
  inputs.settings = project.build;
  inputs.settings.defines = sources->defines;
  inputs.workingFolder = request.workingFolder;
  inputs.name = project.name;
  inputs.outputs = project.build.outputs;
  for (const TestCase& test : project.tests) inputs.tests.push_back({test.role, test.arguments, {}});
  const CompilerSetup changed = withSources({{}, {}, project.build, folder, {}}, files, sources->changed);
  Result<ConfigurationBuild> built = buildConfiguration(inputs, changed.changedFiles, decisionsOf(own, project.outputs), progress, findGpu);
  if (!built) return unusable(request.configuration, built.error());
  return held(*std::move(built), request, own);
}

} // namespace gevo::program
