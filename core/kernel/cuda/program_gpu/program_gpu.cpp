#include "core/kernel/cuda/program_gpu/program_gpu.h"

namespace gevo::cuda {

sim::Model describe(sim::Model model, const GpuTraits& traits) {
  constexpr std::uint32_t warp = 32;
  model.name = traits.name;
  model.capabilityMajor = traits.major;
  model.capabilityMinor = traits.minor;
  model.multiprocessors = traits.multiprocessors;
  model.memorySize = traits.memoryBytes;
  model.levelTwoSize = traits.l2Bytes;
  model.sharedBytesPerBlock = traits.sharedPerBlock;
  if (traits.sharedPerMultiprocessor > 0) model.sharedBytesPerMultiprocessor = traits.sharedPerMultiprocessor;
  if (traits.threadsPerMultiprocessor > 0) model.warpsPerMultiprocessor = traits.threadsPerMultiprocessor / warp;
  if (traits.blocksPerMultiprocessor > 0) model.blocksPerMultiprocessor = traits.blocksPerMultiprocessor;
  return model;
}

} // namespace gevo::cuda
