// What replays cost in energy.

#include "core/base/elapsed.h"
#include "core/kernel/cuda/replay/energy.h"
#include "core/kernel/cuda/replay/gpu_evaluator.h"

namespace gevo::cuda {

namespace {

/// `figures` in units of `unit` millijoules.
void keepEnergy(Oracle& oracle, double unit, const std::vector<float>& figures) {
  const RatioEstimate estimated = estimate(figures);
  oracle.energy = unit * estimated.median;
  oracle.energyError = estimated.relativeError;
  oracle.energyWindows = static_cast<std::uint32_t>(figures.size());
}

} // namespace

/// Millijoules of a replay. If the code itself failed, `last` says why.
Result<double> GpuEvaluator::energyOf(Test& test, Code& code, Timed& last) {
  if (!energyCounter_) {
    beat(Play::Copies); // it may take a while
    GEVO_TRY_ASSIGN(const Nvml nvml, Nvml::open());
    GEVO_TRY_ASSIGN(Nvml::EnergyCounter counter, nvml.energyCounter(gpu().uuid));
    energyCounter_ = std::move(counter);
  }
  const std::vector<Code*> codes(batchOf(lengthOf(test), 0.002, 64), &code);
  const auto batch = [&]() -> Result<std::size_t> {
    beat(Play::Time);
    last = player_.time(test.staged, codes, {}, false);
    if (!last.valid()) return fail("{}", last.message);
    return codes.size();
  };
  return energyOfRun(batch, energyCounter_);
}

/// Of the original, in millijoules. An error says what to do about it.
Result<double> GpuEvaluator::energyOfOriginal(Test& test) {
  Timed last;
  Result<double> energy = energyOf(test, test.original, last);
  if (!energy) return fail("energy can't be measured on {}: {}; leave it out of --objectives", gpu().name, energy.error().message);
  return energy;
}

Result<void> GpuEvaluator::learnEnergy(Test& test) {
  std::vector<float> windows;
  for (std::size_t i = 0; i < energyGoal.least; ++i) {
    GEVO_TRY_ASSIGN(const double energy, energyOfOriginal(test));
    windows.push_back(static_cast<float>(energy));
  }
  keepEnergy(test.oracle, 1, windows);
  return {};
}

Result<void> GpuEvaluator::learnEnergyBeside(Test& test, Test& own) {
  std::vector<float> ratios;
  for (std::size_t pair = 0; pair < energyGoal.least; ++pair) {
    double energies[2] = {}; // the configuration's, the own one's
    for (std::size_t side = 0; side < 2; ++side) {
      const bool isOwn = (pair + side) % 2 == 1;
      GEVO_TRY(enter(isOwn ? own : test));
      GEVO_TRY_ASSIGN(energies[isOwn ? 1 : 0], energyOfOriginal(isOwn ? own : test));
    }
    ratios.push_back(static_cast<float>(energies[0] / energies[1]));
  }
  keepEnergy(test.oracle, own.oracle.energy, ratios);
  return {};
}

/// Like `time`, in windows that alternate with the original's, so that drift of the card's state cancels out of the ratio.
void GpuEvaluator::measureEnergy(Test& test, Code& code, const MeasureOrder& order, Measurement& result) {
  result.energyRatios = order.energyRatios;
  if (order.energy && test.oracle.energy > 0) {
    const auto began = std::chrono::steady_clock::now();
    for (std::size_t pair = 0; pair < energyGoal.most; ++pair) {
      double energies[2] = {}; // the code's, the original's
      for (std::size_t window = 0; window < 2; ++window) {
        const bool isOriginal = (pair + window) % 2 == 1;
        Timed last;
        const Result<double> energy = energyOf(test, isOriginal ? test.original : code, last);
        if (!last.valid()) return result.reject(last.reason, std::move(last.message));
        if (!energy) return; // the variant stays valid; its energy stays unknown
        energies[isOriginal ? 1 : 0] = *energy;
      }
      result.energyRatios.push_back(static_cast<float>(energies[0] / energies[1]));
      if (pair + 1 < energyGoal.least) continue;
      if (estimate(result.energyRatios).relativeError <= energyGoal.relativeError || secondsSince(began) > energyGoal.seconds) break;
    }
  }
  if (result.energyRatios.empty()) return;
  const RatioEstimate estimated = estimate(result.energyRatios);
  result.energy = test.oracle.energy * estimated.median;
  result.energyError = estimated.relativeError;
}

} // namespace gevo::cuda
