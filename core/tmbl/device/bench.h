#pragma once

/// Measures how fast populations are compiled and evaluated: the experiments of Lewis and Magoulas 2011, section 6.

#include "core/tmbl/device/gpu_evaluator.h"

#include <functional>
#include <stop_token>

namespace gevo::tmbl {

enum class Experiment : std::uint8_t {
  Speed,        ///< the settings as they are, on the GPU and on the processors
  Steps,        ///< Fig. 1 and 2: the steps from source to GPU
  Modules,      ///< Fig. 3: individuals in a module
  Population,   ///< Fig. 4: individuals
  Instructions, ///< Fig. 5
  Threads,      ///< Fig. 6
  Kernels       ///< how a block finds its program, and cases side by side on a thread
};
/// An error lists the names.
Result<Experiment> parseExperiment(std::string_view name);
std::string_view experimentName(Experiment experiment);

enum class BenchDevice : std::uint8_t {
  Processor,
  Ptx, ///< of the GPU, or compiled only
  Cuda ///< the same through nvcc
};
std::string_view benchDeviceName(BenchDevice device);

struct BenchSettings {
  GpuSettings gpu;
  std::vector<Experiment> experiments{Experiment::Steps, Experiment::Speed};
  std::uint32_t population = 1024;
  std::uint32_t instructions = 100;
  std::uint32_t cases = 100000;
  std::uint32_t inputs = 4;
  std::uint32_t individualsPerModule = 32;
  std::uint32_t repeats = 5;
  std::uint32_t launches = 8; ///< of a population, to time one
  bool cuda = false;          ///< measure CUDA C through nvcc too, which takes most of the time
  std::uint64_t seed = 1;
};

/// Mean of the repeats and its estimated standard error.
struct BenchFigure {
  double mean = 0;
  double error = 0;
};
BenchFigure figureOf(std::span<const double> values);

struct BenchRow {
  Experiment experiment = Experiment::Speed;
  BenchDevice device = BenchDevice::Ptx;
  PopulationRequest settings; ///< without its population
  std::uint32_t population = 0;
  std::uint32_t instructions = 0;
  BenchFigure write, compile, assemble, load, run, total; ///< seconds, as PopulationTimes has them
  BenchFigure speed;                                      ///< TMBL instructions on a case a second; 0 where nothing ran
  BenchFigure speedWithCompile;                           ///< the same with all steps before
  std::uint32_t compared = 0;                             ///< programs whose sums were compared with the processor's
  std::uint32_t equal = 0;                                ///< those with equal bits
};

struct Bench {
  OpenReply device;
  std::vector<BenchRow> rows;
};

/// Programs of exactly so many instructions, all of which the result depends on, as evolved programs are nearly.
std::vector<Program> benchPopulation(std::uint32_t population, std::uint32_t instructions, std::uint32_t inputs, std::uint64_t seed);

/// Blocks. `progress`: what is measured now. `stop`: ends with the rows that are complete.
Result<Bench> runBench(const BenchSettings& settings, const std::function<void(const std::string&)>& progress, std::stop_token stop);

} // namespace gevo::tmbl
