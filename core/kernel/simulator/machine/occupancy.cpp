#include "core/kernel/simulator/machine/occupancy.h"

#include <algorithm>
#include <limits>

namespace gevo::sim {

namespace {

constexpr unsigned warpThreads = 32;
constexpr unsigned mostThreads = 1024;
constexpr unsigned unlimited = std::numeric_limits<unsigned>::max();

template <class T> T roundUp(T value, T unit) { return (value + unit - 1) / unit * unit; }

unsigned warpsOf(unsigned threads) { return (std::max(1U, threads) + warpThreads - 1) / warpThreads; }

unsigned byShared(const Model& model, std::uint64_t shared) {
  const std::uint64_t portion = roundUp<std::uint64_t>(shared + model.reservedSharedPerBlock, model.sharedUnit);
  if (portion > model.sharedBytesPerBlock + model.reservedSharedPerBlock) return 0;
  return portion == 0 ? unlimited : static_cast<unsigned>(model.sharedBytesPerMultiprocessor / portion);
}

unsigned byRegisters(const Model& model, unsigned warps, std::uint32_t registers) {
  if (registers == 0) return unlimited;
  const unsigned perWarp = roundUp<unsigned>(registers * warpThreads, model.registerUnit);
  // Whether a block can start at all is decided as if its warps were spread evenly over the schedulers.
  if (registers > model.registersPerThread || perWarp * roundUp(warps, model.schedulers) > model.registers) return 0;
  return model.registers / model.schedulers / perWarp * model.schedulers / warps;
}

} // namespace

unsigned residentBlocks(const Model& model, const BlockNeeds& needs) {
  const unsigned warps = warpsOf(needs.threads);
  return std::min({model.blocksPerMultiprocessor, model.warpsPerMultiprocessor / warps, byShared(model, needs.shared),
                   byRegisters(model, warps, needs.registers)});
}

unsigned largestBlock(const Model& model, std::uint32_t registers) {
  unsigned warps = mostThreads / warpThreads;
  while (warps > 0 && byRegisters(model, warps, registers) == 0) --warps;
  return warps * warpThreads;
}

std::uint64_t dynamicSharedFor(const Model& model, unsigned blocks, std::uint64_t staticShared) {
  if (blocks == 0) return 0;
  const std::uint64_t share = model.sharedBytesPerMultiprocessor / blocks / model.sharedUnit * model.sharedUnit;
  const std::uint64_t taken = staticShared + model.reservedSharedPerBlock;
  const std::uint64_t most = std::min<std::uint64_t>(share, model.sharedBytesPerBlock + model.reservedSharedPerBlock);
  return most - std::min(most, taken);
}

} // namespace gevo::sim
