#include "core/kernel/build/configure.h"

#include "core/base/wire.h"
#include "core/kernel/build/expected_outputs.h"
#include "core/kernel/build/program_key.h"
#include "core/kernel/compile/changed_sources.h"
#include "core/kernel/compile/project_program.h"
#include "core/kernel/ir/base_module.h"
#include "core/kernel/ir/evolved_functions.h"
#include "core/kernel/ir/pipeline.h"
#include "core/kernel/outputs/rejection_rules.h"
#include "core/kernel/toolchain/registers.h"
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

/// The project's tests, then the fuzz inputs.
std::vector<TestCase> testsOf(const ConfigureRequest& request) {
  std::vector<TestCase> tests = request.project.tests;
  tests.insert(tests.end(), request.fuzz.begin(), request.fuzz.end());
  return tests;
}

/// The program's own kernels, made ready when they are first needed.
class OwnKernels {
public:
  explicit OwnKernels(const Project& project) : project_(project) {}

  Result<OriginalKernels> get() {
    if (!simulator_) {
      GEVO_TRY_ASSIGN(const auto base, ir::BaseModule::load(project_.base, project_.build.kernels));
      const auto original = base->original();
      ir::cleanUp(*original);
      ir::optimise(*original);
      GEVO_TRY_ASSIGN(model_, sim::loadModel(screeningDevice(project_.build.device)));
      GEVO_TRY_ASSIGN(auto simulator, sim::Simulator::create(*original, model_));
      simulator.useRegisters(registersOf(project_));
      simulator_.emplace(std::move(simulator));
    }
    return OriginalKernels{*simulator_, model_};
  }

private:
  const Project& project_;
  sim::Model model_;
  std::optional<sim::Simulator> simulator_;
};

struct Misdeed {
  Reason reason = Reason::None; ///< None: there is none
  std::string message;
};

/// What a configuration does wrong and the program's own does not. Only where the configuration does something wrong is the latter
/// replayed.
class Misdeeds {
public:
  Misdeeds(const Project& project, const std::vector<Trace>& own, OwnKernels& kernels) : project_(project), own_(own), kernels_(kernels) {}

  Result<Misdeed> of(std::size_t test, const ReplayReport& report) {
    if (report.races.empty() && report.undefined.empty() && report.undefinedReads.empty()) return Misdeed();
    GEVO_TRY_ASSIGN(const ReplayReport known, replayOwn(test));
    if (const sim::Race* race = rejectedRace(report.races, known.races, RacePolicy::Reject)) return Misdeed{Reason::Race, race->message()};
    if (const sim::UndefinedValue* value = rejectedUndefined(report.undefined, known.undefined))
      return Misdeed{Reason::Undefined, value->message()};
    if (const sim::UndefinedRead* read = rejectedRead(report.undefinedReads, known.undefinedReads))
      return Misdeed{reasonOf(*read), read->message()};
    return Misdeed();
  }

private:
  Result<ReplayReport> replayOwn(std::size_t test) {
    GEVO_TRY_ASSIGN(const OriginalKernels kernels, kernels_.get());
    EvaluationSettings settings;
    settings.mode = Mode::Exact;
    settings.statistical = project_.build.statisticalRuns > 0;
    return replayOriginal(own_[test], kernels.simulator, kernels.model, project_.outputs, settings);
  }

  const Project& project_;
  const std::vector<Trace>& own_;
  OwnKernels& kernels_;
};

ConfigureReply unusable(const Configuration& configuration, Reason reason, std::string message) {
  ConfigureReply reply;
  reply.program.configuration = configuration;
  reply.program.reason = reason;
  reply.program.message = std::move(message);
  return reply;
}

ConfigureReply unusable(const Configuration& configuration, const Error& error) {
  return unusable(configuration, Reason::Configuration, sentenceOf(error));
}

/// What the workers need of what was built.
class Held {
public:
  Held(const ConfigureRequest& request, const std::vector<TestCase>& tests, const std::vector<Trace>& own, OwnKernels& kernels,
       ConfigurationBuild built)
      : request_(request), tests_(tests), own_(own), built_(std::move(built)), misdeeds_(request.project, own, kernels) {}

  Result<ConfigureReply> reply() {
    const Configuration& configuration = request_.configuration;
    ConfigureReply reply;
    ConfiguredProgram& program = reply.program;
    program.configuration = configuration;
    const std::size_t tests = request_.project.tests.size();
    for (std::size_t i = 0; i < tests; ++i) {
      GEVO_TRY_ASSIGN(Misdeed misdeed, misdeeds_.of(i, built_.replayed[i]));
      if (misdeed.reason != Reason::None) return unusable(configuration, misdeed.reason, std::move(misdeed.message));
    }
    for (std::size_t i = 0; i < tests; ++i) {
      const Result<std::string> difference = expect(i);
      if (!difference) return unusable(configuration, difference.error());
      if (program.difference.empty()) program.difference = *difference;
      program.tests.push_back(packed(i));
    }
    // A host-executed evaluation compares with the unedited program of the same configuration.
    if (isLive() && !program.difference.empty()) return unusable(configuration, Reason::WrongOutput, program.difference);
    for (std::size_t i = tests; i < tests_.size(); ++i) {
      GEVO_TRY_ASSIGN(ConfiguredInput input, inputOf(i));
      reply.fuzz.push_back(std::move(input));
    }
    GEVO_TRY_ASSIGN(program.base, ir::withEvolvedFunctionsOf(request_.project.base, built_.project.base));
    program.kernels = std::move(built_.project.kernels);
    program.editable = std::move(built_.project.build.kernels);
    return reply;
  }

private:
  bool isLive() const { return request_.project.build.hostRun.on; }
  Result<std::string> expect(std::size_t test) {
    if (isSampled(own_[test])) return std::string(); // it tells times only
    Result<std::string> difference = expectOutputs(built_.traces[test], built_.project.outputs, own_[test], request_.project.outputs);
    if (difference && request_.project.build.statisticalRuns > 0) return std::string(); // what differs is for statistics to judge
    return difference;
  }
  TestCase packed(std::size_t test) const {
    return {tests_[test].role, tests_[test].arguments, packTrace(wire::encode(built_.traces[test]), tests_[test].trace)};
  }

  Result<ConfiguredInput> inputOf(std::size_t test) {
    ConfiguredInput input;
    input.isRecorded = true;
    input.test = {tests_[test].role, tests_[test].arguments, {}};
    GEVO_TRY_ASSIGN(Misdeed misdeed, built_.problems[test].empty() ? misdeeds_.of(test, built_.replayed[test])
                                                                   : Misdeed{Reason::Configuration, built_.problems[test]});
    if (misdeed.reason == Reason::None) {
      const Result<std::string> difference = expect(test);
      if (!difference) misdeed = {Reason::Configuration, difference.error().message};
      if (difference && isLive() && !difference->empty()) misdeed = {Reason::WrongOutput, *difference};
    }
    input.reason = misdeed.reason;
    input.message = std::move(misdeed.message);
    if (input.reason == Reason::None) input.test = packed(test);
    return input;
  }

  const ConfigureRequest& request_;
  const std::vector<TestCase>& tests_;
  const std::vector<Trace>& own_;
  ConfigurationBuild built_;
  Misdeeds misdeeds_;
};

} // namespace

Result<ConfigureReply> Configurer::configure(const ConfigureRequest& request, const Progress& progress) {
  const Project& project = request.project;
  const fs::path folder(request.workingFolder);
  GEVO_TRY_ASSIGN(const auto files, sortFiles(project.build, folder));
  GEVO_TRY(checkSources(project, projectFolder(files, folder)));
  const std::vector<TestCase> tests = testsOf(request);
  GEVO_TRY_ASSIGN(const std::vector<Trace> own, tracesOf(tests));
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
  for (const TestCase& test : tests) inputs.tests.push_back({test.role, test.arguments, {}});
  const CompilerSetup changed = withSources({{}, {}, project.build, folder, {}}, files, sources->changed);
  OwnKernels kernels(project);
  const OwnWorkloads workloads{own, [&] { return kernels.get(); }};
  Project key = project;
  key.configuration = request.configuration;
  Result<ConfigurationBuild> built = builder_.build(programKey(std::move(key), files, folder), inputs, changed.changedFiles,
                                                    decisionsOf(own, project.outputs), workloads, progress);
  if (!built) return unusable(request.configuration, built.error());
  return Held(request, tests, own, kernels, *std::move(built)).reply();
}

} // namespace gevo::program
