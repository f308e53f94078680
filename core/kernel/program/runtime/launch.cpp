// Launches, and what a program may ask about a kernel.

#include "core/kernel/program/runtime/device.h"
#include "core/kernel/program/runtime/properties.h"

#include <algorithm>

namespace cuda = gevo::cuda;
using cuda::Device;
using cuda::Dim3;
using cuda::Status;
using cuda::Stream;
namespace status = cuda::status;

namespace {

constexpr unsigned warpSize = 32;

/// The beginning of cudaFuncAttributes, as far as CUDA 12 and 13 agree.
struct FunctionAttributes {
  std::size_t staticSharedBytes;
  std::size_t constantBytes;
  std::size_t localBytes;
  int maxThreadsPerBlock;
  int registers;
  int ptxVersion;
  int binaryVersion;
  int cacheModeCa;
  int maxDynamicSharedBytes;
  int preferredSharedCarveout;
};

/// The beginning of cudaLaunchConfig_t. Attributes (clusters, priorities) come after what we read.
struct LaunchConfiguration {
  Dim3 grid;
  Dim3 block;
  std::size_t dynamicShared;
  Stream stream;
  void* attributes;
  unsigned attributeCount;
};

int blocksPerMultiprocessor(const Device& device, const std::string& kernel, int blockSize, std::size_t dynamicShared) {
  const auto& model = device.model();
  const unsigned warps = (static_cast<unsigned>(blockSize) + warpSize - 1) / warpSize;
  unsigned blocks = std::min(model.blocksPerMultiprocessor, model.warpsPerMultiprocessor / warps);
  const std::size_t shared = device.staticShared(kernel) + dynamicShared;
  if (shared > 0) blocks = std::min<unsigned>(blocks, static_cast<unsigned>(model.sharedBytesPerMultiprocessor / shared));
  return static_cast<int>(blocks);
}

Status occupancy(int* blocks, const void* function, int blockSize, std::size_t dynamicShared) {
  return cuda::onDevice([&](Device& device) {
    const std::string* kernel = device.functionName(function);
    if (kernel == nullptr) return status::invalidDeviceFunction;
    if (blocks == nullptr || blockSize < 1 || blockSize > cuda::maxThreadsPerBlock) return status::invalidValue;
    *blocks = blocksPerMultiprocessor(device, *kernel, blockSize, dynamicShared);
    return status::success;
  });
}

} // namespace

GEVO_CUDA Status cudaLaunchKernel(const void* function, Dim3 grid, Dim3 block, void** arguments, std::size_t dynamicShared, Stream) {
  return cuda::onDevice([&](Device& device) { return device.launch(function, grid, block, arguments, dynamicShared); });
}

GEVO_CUDA Status cudaLaunchKernelExC(const LaunchConfiguration* configuration, const void* function, void** arguments) {
  return cuda::onDevice([&](Device& device) {
    return device.launch(function, configuration->grid, configuration->block, arguments, configuration->dynamicShared);
  });
}

GEVO_CUDA Status cudaFuncGetAttributes(FunctionAttributes* attributes, const void* function) {
  return cuda::onDevice([&](Device& device) {
    const std::string* kernel = device.functionName(function);
    if (kernel == nullptr) return status::invalidDeviceFunction;
    const std::uint32_t shared = device.staticShared(*kernel);
    constexpr int registers = 32; // the simulated GPU has no register allocation
    constexpr int architecture = 10 * cuda::capabilityMajor + cuda::capabilityMinor;
    *attributes = {shared,
                   0,
                   0,
                   cuda::maxThreadsPerBlock,
                   registers,
                   architecture,
                   architecture,
                   0,
                   static_cast<int>(cuda::maxSharedPerBlock - std::min(shared, cuda::maxSharedPerBlock)),
                   -1};
    return status::success;
  });
}

GEVO_CUDA Status cudaFuncSetAttribute(const void*, int, int) { return status::success; }
GEVO_CUDA Status cudaFuncSetCacheConfig(const void*, int) { return status::success; }
GEVO_CUDA Status cudaFuncSetSharedMemConfig(const void*, int) { return status::success; }

GEVO_CUDA Status cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function, int blockSize,
                                                               std::size_t dynamicShared) {
  return occupancy(blocks, function, blockSize, dynamicShared);
}
GEVO_CUDA Status cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* function, int blockSize,
                                                                        std::size_t dynamicShared, unsigned) {
  return occupancy(blocks, function, blockSize, dynamicShared);
}
