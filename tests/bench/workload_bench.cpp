// How well sampled workloads tell the time of full ones: variants of a program are timed both ways, on the simulated GPU.
//
//   workload_bench FULL.gevo SAMPLED.gevo VARIANTS
//
// FULL has the command line as a --test, SAMPLED as its --workload, of the same program. A line for each variant: speedup in full, sampled.

#include "core/fidelity/rank_correlation.h"
#include "core/kernel/ir/pipeline.h"
#include "core/kernel/operators/apply.h"
#include "core/kernel/worker/device.h"
#include "core/kernel/worker/service.h"
#include "core/store/store.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <llvm/IR/Module.h>

using namespace gevo;

namespace {

template <class Value> Value require(Result<Value> result) {
  if (result) return std::move(*result);
  std::fprintf(stderr, "workload_bench: %s\n", result.error().message.c_str());
  std::exit(1);
}

Project projectOf(const char* file) { return require(require(Store::open(file, Store::Access::Read))->project()); }

/// One test or workload of a program, on the simulated GPU.
struct Timed {
  Timed(const Project& project, TestRole role) : base(require(ir::BaseModule::load(project.base, project.build.kernels))) {
    EvaluationSettings settings;
    settings.races = RacePolicy::Flag; // faults end both alike
    device = require(worker::SimulatedDevice::open(project, settings));
    const auto original = base->original();
    ir::cleanUp(*original);
    ir::optimise(*original);
    const auto found = std::ranges::find(project.tests, role, &TestCase::role);
    if (found == project.tests.end()) std::exit(2);
    test = require(device->prepare(*found, *original));
  }
  /// 0 where it fails.
  double runtime(const llvm::Module& module) {
    const worker::PreparedTest* const one = test.get();
    const auto begin = std::chrono::steady_clock::now();
    const auto reports = device->run({&one, 1}, module);
    seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (!reports || (!reports->front().valid() && reports->front().reason != Reason::WrongOutput)) return 0;
    return reports->front().complete ? reports->front().microseconds : 0;
  }

  std::unique_ptr<ir::BaseModule> base;
  std::unique_ptr<worker::SimulatedDevice> device;
  std::unique_ptr<worker::PreparedTest> test;
  double seconds = 0;
};

} // namespace

int main(int count, char** arguments) {
  if (count != 4) return 2;
  const Project full = projectOf(arguments[1]);
  const Project sampled = projectOf(arguments[2]);
  Timed whole(full, TestRole::Test);
  Timed samples(sampled, TestRole::Workload);
  Project small = sampled;
  std::erase_if(small.tests, [](const TestCase& test) { return test.role == TestRole::Workload; });
  worker::Service service;
  require(service.load({small, {}, true}));

  std::vector<FidelityPoint> points;
  std::vector<double> inFull;
  std::vector<double> inSamples;
  std::vector<double> differences;
  EditList edits;
  const std::size_t wanted = std::strtoul(arguments[3], nullptr, 10);
  for (std::uint32_t i = 0; inFull.size() < wanted && i < 100 * wanted; ++i) {
    // A walk along valid variants, begun anew now and then.
    if (i % 40 == 0) edits.clear();
    const EvaluateReply reply = require(service.evaluate({edits, 1, RandomKey{1, i, 0, 0, Purpose::Test}}));
    if (!reply.result.valid()) continue;
    edits = reply.edits;
    const auto module = ir::applyEdits(*whole.base, edits).module;
    ir::cleanUp(*module);
    ir::optimise(*module);
    const double a = whole.runtime(*module);
    const double b = samples.runtime(*module);
    if (a <= 0 || b <= 0) continue;
    points.push_back({b / samples.test->microseconds, a / whole.test->microseconds, 0});
    inFull.push_back(whole.test->microseconds / a);
    inSamples.push_back(samples.test->microseconds / b);
    differences.push_back(std::abs(inSamples.back() / inFull.back() - 1));
    std::printf("%.4f %.4f\n", inFull.back(), inSamples.back());
  }
  std::ranges::sort(differences);
  const std::size_t at = differences.size() * 95 / 100;
  std::printf("variants %zu, original %.1f us in full and %.1f sampled; 95 %% within %.2f %%, rank correlation %.4f, %.1f times as fast\n",
              inFull.size(), whole.test->microseconds, samples.test->microseconds,
              differences.empty() ? 0.0 : 100 * differences[std::min(at, differences.size() - 1)], fidelityOf(points).spearman.value_or(0),
              whole.seconds / samples.seconds);
}
