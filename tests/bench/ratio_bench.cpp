// How much slower a sample's kernels run on the simulated GPU than the sample's reference in plain C++ on one core: hotspot (regular) and
// bfs (irregular). Both are measured in turn, so that a busy machine slows both; "ratio" is the median.

#include "core/base/wire.h"
#include "core/kernel/build/build.h"
#include "core/kernel/ir/base_module.h"
#include "core/kernel/ir/pipeline.h"
#include "core/kernel/operators/apply.h"
#include "core/kernel/process/arguments.h"
#include "core/kernel/trace/trace.h"
#include "tests/core/kernel/samples/bfs_reference.h"
#include "tests/core/kernel/samples/hotspot_reference.h"
#include "tests/core/kernel/simulator/device.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <functional>

using namespace gevo;
using namespace gevo::sim;
using namespace gevo::sim::testing;

namespace {

template <class T> std::vector<T> valuesIn(const Bytes& bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  return values;
}

struct Case {
  const char* name;
  const char* arguments;
  /// From what the program uploads and its arguments to something that the compiler can't leave out.
  std::function<double(const std::vector<Bytes>&, const std::vector<int>&)> plain;
};

const std::vector<Case> cases{
    {"hotspot", "512 512 4 1",
     [](const std::vector<Bytes>& uploads, const std::vector<int>& arguments) {
       static const auto power = valuesIn<float>(uploads[0]), start = valuesIn<float>(uploads[1]);
       return static_cast<double>(reference::hotspot(start, power, arguments[0], arguments[1], arguments[2])[777]);
     }},
    {"bfs", "20000 6 1",
     [](const std::vector<Bytes>& uploads, const std::vector<int>&) {
       static const auto nodes = valuesIn<reference::Node>(uploads[0]);
       static const auto edges = valuesIn<int>(uploads[1]);
       return static_cast<double>(reference::breadthFirst(nodes, edges).back());
     }},
};

/// A sample's trace with the optimised original.
struct Recorded {
  program::Trace trace;
  std::unique_ptr<ir::BaseModule> base;
  ir::Applied optimised;
  std::vector<Bytes> uploads;
  std::vector<int> arguments;
};

Recorded record(const Case& sample) {
  BuildInputs request;
  request.name = sample.name;
  request.workingFolder = std::string(GEVO_TEST_SOURCE) + "/resources/samples/" + sample.name;
  request.settings.files = {std::string(sample.name) + ".cu"};
  request.tests = {{TestRole::Test, sample.arguments, {}}};
  const Project project = valueOf(program::build(request, {})).project;
  Recorded made;
  made.trace = valueOf(wire::decode<program::Trace>(project.tests.front().trace, "trace"));
  made.base = valueOf(ir::BaseModule::load(project.base, project.build.kernels));
  made.optimised = ir::applyEdits(*made.base, {});
  ir::cleanUp(*made.optimised.module);
  ir::optimise(*made.optimised.module);
  for (const program::Event& event : made.trace.events)
    if (event.kind == program::EventKind::CopyToDevice) made.uploads.push_back(event.data);
  for (const std::string& word : valueOf(program::splitArguments(sample.arguments))) made.arguments.push_back(std::stoi(word));
  return made;
}

double secondsSince(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Time of the launches only.
double simulate(const Recorded& recorded, Simulator& simulator, bool checkRaces, std::uint64_t& instructions) {
  GlobalMemory memory;
  Limits limits;
  limits.checkRaces = checkRaces;
  double seconds = 0;
  for (const program::Event& event : recorded.trace.events) {
    Result<void> done;
    if (event.kind == program::EventKind::Allocate)
      done = memory.allocateAt(event.address, event.size);
    else if (event.kind == program::EventKind::CopyToDevice)
      done = memory.write(event.address, event.data);
    else if (event.kind == program::EventKind::Memset)
      done = memory.fill(event.address, static_cast<std::uint8_t>(event.value), event.size);
    if (!done) throw std::runtime_error(done.error().message);
    if (event.kind != program::EventKind::Launch) continue;
    const auto begin = std::chrono::steady_clock::now();
    const LaunchReport report = simulator.launch({event.name, event.grid, event.block, event.dynamicShared, event.data}, memory, limits);
    seconds += secondsSince(begin);
    if (report.fault) throw std::runtime_error(report.fault->message());
    instructions += report.statistics.warpInstructions;
  }
  return seconds;
}

void ratio(benchmark::State& state, std::size_t number, bool checkRaces) {
  static std::map<std::size_t, Recorded> known;
  if (!known.contains(number)) known.emplace(number, record(cases[number]));
  const Recorded& recorded = known.at(number);
  Simulator simulator = valueOf(Simulator::create(*recorded.optimised.module, *loadModel("sim")));
  std::uint64_t instructions = 0;
  simulate(recorded, simulator, checkRaces, instructions);
  instructions = 0;
  std::vector<double> ratios;
  double plainSeconds = 0;
  double simulatedSeconds = 0;
  for (auto _ : state) {
    const auto begin = std::chrono::steady_clock::now();
    benchmark::DoNotOptimize(cases[number].plain(recorded.uploads, recorded.arguments));
    const double plain = secondsSince(begin);
    const double simulated = simulate(recorded, simulator, checkRaces, instructions);
    plainSeconds += plain;
    simulatedSeconds += simulated;
    ratios.push_back(simulated / plain);
    state.SetIterationTime(simulated);
  }
  std::ranges::nth_element(ratios, ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2));
  state.counters["ratio"] = ratios[ratios.size() / 2];
  state.counters["ns per warp instruction"] = simulatedSeconds / static_cast<double>(instructions) * 1e9;
  state.counters["plain ms"] = plainSeconds / static_cast<double>(ratios.size()) * 1e3;
}

} // namespace

int main(int argc, char** argv) {
  for (std::size_t i = 0; i < cases.size(); ++i)
    for (const bool races : {false, true})
      benchmark::RegisterBenchmark((std::string(cases[i].name) + (races ? "/all checks" : "/no race checks")).c_str(), ratio, i, races)
          ->UseManualTime()
          ->Unit(benchmark::kMillisecond);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
