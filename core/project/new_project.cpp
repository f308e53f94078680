#include "core/project/new_project.h"

#include "core/inputs/input_line.h"
#include "core/inputs/lines_from_tests.h"
#include "core/parameters/parse_parameter.h"
#include "core/store/store.h"
#include "core/values/device_name.h"

#include <algorithm>
#include <cmath>

namespace gevo {

namespace fs = std::filesystem;

namespace {

void addTests(std::vector<TestCase>& tests, TestRole role, const std::vector<std::string>& arguments) {
  for (const std::string& text : arguments) tests.push_back({role, text, {}});
}

} // namespace

void fillFrom(const Sample& sample, NewProject& project) {
  project.build.files = {sample.source.filename().string()};
  project.folder = sample.source.parent_path();
  if (project.build.kernels.empty()) project.build.kernels = sample.kernels;
  if (!project.build.hostRun.on) project.build.hostRun = sample.hostRun;
  const bool onGpu = isGpu(project.build.device) && !sample.gpuTests.empty();
  if (project.screen.empty()) {
    project.screen = sample.screen;
    // What the smallest test misses would take a context of the GPU with it; the simulated GPU's own tests cost little beside.
    if (onGpu && !project.build.hostRun.on) project.screen.insert(project.screen.end(), sample.tests.begin(), sample.tests.end());
  }
  if (project.tests.empty()) project.tests = onGpu ? sample.gpuTests : sample.tests;
  if (project.heldOut.empty()) project.heldOut = onGpu ? sample.gpuHeldOut : sample.heldOut;
  if (project.build.fuzz.empty() && project.build.statisticalRuns == 0) project.build.fuzz = sample.fuzz;
  if (project.build.synthesised.empty()) project.build.synthesised = sample.synthesised;
  if (project.parameters.empty() && project.findsParameters) {
    project.parameters = sample.parameters;
    project.requirements.insert(project.requirements.end(), sample.requirements.begin(), sample.requirements.end());
    project.findsParameters = !sample.declaresParameters;
  }
}

std::vector<std::string> fuzzLinesOf(const NewProject& project) {
  if (!project.build.fuzz.empty()) return project.build.fuzz;
  if (!project.fuzzesTests || std::ranges::any_of(project.heldOut, takesValues)) return {};
  return linesFromTests(project.tests);
}

namespace {

Result<void> checkRuns(const NewProject& project) {
  const std::uint32_t runs = project.build.statisticalRuns;
  if (runs < fewestStatisticalRuns || runs > mostStatisticalRuns)
    return fail("statistics are over {} to {} runs, not {}", fewestStatisticalRuns, mostStatisticalRuns, runs);
  if (!project.build.fuzz.empty())
    return fail("one run on another input tells nothing of a program that varies; leave out --fuzz or --statistical");
  for (const auto* lines : {&project.tests, &project.heldOut})
    for (const std::string& line : *lines) GEVO_TRY(checkRepeatedLine(line));
  return {};
}

/// Each test and held-out test several times. Where no held-out one is given, the tests with other seeds are.
void addRuns(const NewProject& project, BuildInputs& request) {
  std::vector<std::string> used;
  for (const auto* lines : {&project.screen, &project.tests, &project.workloads, &project.heldOut})
    used.insert(used.end(), lines->begin(), lines->end());
  std::vector<std::string>& heldOut = request.settings.heldOut;
  if (heldOut.empty()) std::ranges::copy_if(project.tests, std::back_inserter(heldOut), takesValues);
  const std::uint32_t runs = project.build.statisticalRuns;
  for (const std::string& line : project.screen) addTests(request.tests, TestRole::Screen, repeatedLine(line, 1, used));
  for (const std::string& line : project.tests) addTests(request.tests, TestRole::Test, repeatedLine(line, runs, used));
  addTests(request.tests, TestRole::Workload, project.workloads);
  for (const std::string& line : heldOut) addTests(request.tests, TestRole::HeldOut, repeatedLine(line, runs, used));
  numberRuns(request.tests, runs);
}

} // namespace

Result<BuildInputs> buildRequest(const NewProject& project) {
  if (project.build.files.empty()) return fail("no source file; give a .cu file");
  if (project.tests.empty()) return fail("no test; give the program's command line");
  BuildInputs request;
  request.workingFolder = project.folder.string();
  request.name = fs::path(project.build.files.front()).stem().string();
  request.settings = project.build;
  request.settings.heldOut = project.heldOut;
  request.outputs = project.outputs;
  request.parameters = project.parameters;
  request.requirements = project.requirements;
  request.findsParameters = project.findsParameters;
  for (const std::string& text : project.parameters) GEVO_TRY(parseParameterRequest(text));
  for (const std::string& line : project.build.fuzz) {
    GEVO_TRY(checkInputLine(line));
    if (!takesValues(line))
      return fail("{} has no place for a value, such as {{seed}} or {{rows:17..300}}, so it makes one input only", line);
  }
  for (const std::string& line : project.heldOut) GEVO_TRY(checkInputLine(line));
  if (project.build.statisticalRuns == 0) request.settings.fuzz = fuzzLinesOf(project);
  if (project.build.workloadWeights.size() > project.workloads.size())
    return fail("there are more weights than workloads ({} and {}); give one --weight for each --workload",
                project.build.workloadWeights.size(), project.workloads.size());
  for (const double weight : project.build.workloadWeights)
    if (!(weight > 0) || !std::isfinite(weight)) return fail("the weight of a workload is a number above 0, not {}", weight);
  if (project.build.statisticalRuns > 0) {
    GEVO_TRY(checkRuns(project));
    addRuns(project, request);
    return request;
  }
  addTests(request.tests, TestRole::Screen, project.screen);
  addTests(request.tests, TestRole::Test, project.tests);
  addTests(request.tests, TestRole::Workload, project.workloads);
  std::vector<std::string> lines;
  for (const auto* given : {&project.screen, &project.tests, &project.heldOut}) lines.insert(lines.end(), given->begin(), given->end());
  const std::uint64_t seed = freshSeed(lines);
  for (const std::string& line : project.heldOut) request.tests.push_back({TestRole::HeldOut, inputLine(line, seed), {}});
  return request;
}

Result<void> checkTargetFile(const fs::path& file, bool replace) {
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return {};
  if (!replace) return fail("{} exists already; choose another name", file.string());
  Result<std::unique_ptr<Store>> old = Store::open(file, Store::Access::Read);
  if (!old) return {}; // damaged, or not a .gevo file: the user asked to replace it
  Result<bool> busy = (*old)->writerAlive();
  if (busy && *busy) return fail("{} is being written by a run; stop that run first", file.string());
  return {};
}

Result<void> storeProject(const fs::path& file, const Project& project, const fs::path& folder, bool replace,
                          const ProgramCoverage& coverage) {
  std::error_code ignored;
  if (!replace || !fs::exists(file, ignored)) {
    Result<std::unique_ptr<Store>> made = Store::create(file, project, folder, coverage);
    return made ? Result<void>() : std::unexpected(made.error());
  }
  const fs::path fresh = file.string() + ".new";
  fs::remove(fresh, ignored);
  const auto replaced = [&]() -> Result<void> {
    GEVO_TRY(Store::create(fresh, project, folder, coverage));
    GEVO_TRY(checkTargetFile(file, true));
    std::error_code problem;
    fs::rename(fresh, file, problem);
    if (problem) return fail("cannot replace {}: {}; choose another name", file.string(), problem.message());
    // Not before: they belong to the old file, which stays intact if the new one can't be made.
    for (const char* suffix : {"-wal", "-shm", "-journal"}) fs::remove(file.string() + suffix, ignored);
    return {};
  };
  Result<void> done = replaced();
  if (!done) fs::remove(fresh, ignored);
  return done;
}

} // namespace gevo
