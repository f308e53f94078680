// What accesses of single bytes of a large array cost on the simulated GPU, compared with words: in time, and in memory for race checks.

#include "tests/core/kernel/simulator/device.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <fstream>

using namespace gevo;
using namespace gevo::sim;
using namespace gevo::sim::testing;

namespace {

/// Each thread adds 1 to an element `stride` times as far into the array as its own number.
std::string increment(unsigned bits, unsigned stride) {
  return fmt::format("target triple = \"nvptx64-nvidia-cuda\"\n"
                     "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
                     "declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()\n"
                     "define ptx_kernel void @increment(ptr %from, ptr %to) {{\n"
                     "%t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
                     "%b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()\n"
                     "%s = mul i32 %b, 256\n%n = add i32 %s, %t\n%i = mul i32 %n, {1}\n"
                     "%f = getelementptr i{0}, ptr %from, i32 %i\n%o = getelementptr i{0}, ptr %to, i32 %i\n"
                     "%v = load i{0}, ptr %f\n%w = add i{0} %v, 1\nstore i{0} %w, ptr %o\nret void\n}}\n",
                     bits, stride);
}

double residentMebibytes() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t size = 0;
  std::uint64_t resident = 0;
  file >> size >> resident;
  return static_cast<double>(resident * 4096) / (1U << 20);
}

/// Arguments: bits of an element, elements between those of two threads, blocks. Arrays of 64 MiB.
void touch(benchmark::State& state) {
  constexpr std::size_t bytes = 64U << 20;
  const auto bits = static_cast<unsigned>(state.range(0));
  const std::string text = increment(bits, static_cast<unsigned>(state.range(1)));
  Device device(valueOf(simulatorOfText(text)));
  const auto from = device.upload(std::vector<std::uint8_t>(bytes));
  const auto to = device.reserve<std::uint8_t>(bytes);
  const double before = residentMebibytes();
  for (auto _ : state) {
    device.simulator = valueOf(simulatorOfText(text)); // a variant each time
    const LaunchReport report = device.launch("increment", {static_cast<std::uint32_t>(state.range(2)), 1, 1}, {256, 1, 1}, from, to);
    if (report.fault || !report.races.empty()) state.SkipWithError("a fault or a race");
  }
  state.counters["MiB"] = residentMebibytes() - before;
}

} // namespace

BENCHMARK(touch)
    ->ArgNames({"bits", "stride", "blocks"})
    ->Args({32, 1, 65536}) // all words
    ->Args({8, 1, 262144}) // all bytes
    ->Args({32, 1, 4})     // 1,024 words
    ->Args({8, 1, 4})      // 1,024 bytes side by side
    ->Args({8, 3, 4})      // every third byte
    ->Args({8, 3, 87381})  // all of them
    ->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();
