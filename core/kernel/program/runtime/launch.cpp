// Launches, and what a program may ask about a kernel.

#include "core/kernel/program/runtime/device.h"
#include "core/kernel/program/runtime/properties.h"

#include <algorithm>
#include <span>

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

/// cudaLaunchAttribute, with the members of its value that matter here.
struct LaunchAttribute {
  int id;
  int padding;
  union {
    int number;
    Dim3 size;
    char bytes[64];
  };
};
namespace attribute {
constexpr int cooperative = 2;
constexpr int clusterSize = 4;
} // namespace attribute

/// cudaLaunchConfig_t.
struct LaunchConfiguration {
  Dim3 grid;
  Dim3 block;
  std::size_t dynamicShared;
  Stream stream;
  const LaunchAttribute* attributes;
  unsigned attributeCount;
};

/// Blocks run one after the other, so only one can be there for the others to wait for.
Status cooperative(Device& device, const Dim3& grid) {
  if (grid.x == 1 && grid.y == 1 && grid.z == 1) return status::success;
  device.notOffered("cudaLaunchCooperativeKernel of several blocks");
  return status::cooperativeLaunchTooLarge;
}

/// Attributes that change what a launch means; the others are hints.
Status checkAttributes(Device& device, const LaunchConfiguration& configuration) {
  for (const LaunchAttribute& one : std::span(configuration.attributes, configuration.attributeCount)) {
    if (one.id == attribute::cooperative && one.number != 0)
      if (const Status possible = cooperative(device, configuration.grid); possible != status::success) return possible;
    if (one.id == attribute::clusterSize && (one.size.x != 1 || one.size.y != 1 || one.size.z != 1))
      return device.notOffered("cudaLaunchKernelEx with clusters");
  }
  return status::success;
}

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
    if (configuration == nullptr) return status::invalidValue;
    if (const Status possible = checkAttributes(device, *configuration); possible != status::success) return possible;
    return device.launch(function, configuration->grid, configuration->block, arguments, configuration->dynamicShared);
  });
}

GEVO_CUDA Status cudaLaunchCooperativeKernel(const void* function, Dim3 grid, Dim3 block, void** arguments, std::size_t dynamicShared,
                                             Stream) {
  return cuda::onDevice([&](Device& device) {
    if (const Status possible = cooperative(device, grid); possible != status::success) return possible;
    return device.launch(function, grid, block, arguments, dynamicShared);
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

GEVO_CUDA Status cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes, const void* function, int blocks, int blockSize) {
  return cuda::onDevice([&](Device& device) {
    const std::string* kernel = device.functionName(function);
    if (kernel == nullptr) return status::invalidDeviceFunction;
    if (bytes == nullptr || blocks < 1 || blockSize < 1 || blockSize > cuda::maxThreadsPerBlock) return status::invalidValue;
    const std::uint32_t share = device.model().sharedBytesPerMultiprocessor / static_cast<unsigned>(blocks);
    const std::uint32_t most = std::min(share, cuda::maxSharedPerBlock);
    *bytes = most - std::min(most, device.staticShared(*kernel));
    return status::success;
  });
}

GEVO_CUDA Status cudaFuncGetName(const char** name, const void* function) {
  return cuda::onDevice([&](Device& device) {
    const std::string* kernel = device.functionName(function);
    if (kernel == nullptr) return status::invalidDeviceFunction;
    if (name == nullptr) return status::invalidValue;
    *name = kernel->c_str();
    return status::success;
  });
}
GEVO_CUDA Status cudaGetFuncBySymbol(const void** handle, const void* function) {
  return cuda::onDevice([&](Device& device) {
    const std::string* kernel = device.functionName(function);
    if (kernel == nullptr) return status::invalidDeviceFunction;
    if (handle == nullptr) return status::invalidValue;
    *handle = device.kernelHandle(*kernel);
    return status::success;
  });
}
GEVO_CUDA Status cudaGetKernel(const void** handle, const void* function) { return cudaGetFuncBySymbol(handle, function); }
