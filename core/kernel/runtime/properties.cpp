// Devices: there is one, the simulated GPU.

#include "core/kernel/runtime/properties.h"

#include "core/kernel/runtime/device.h"
#include "core/kernel/runtime/property_layouts.h"

#include <algorithm>
#include <cstdio>
#include <optional>

namespace cuda = gevo::cuda;
using cuda::Device;
using cuda::Status;
namespace status = cuda::status;

namespace {

constexpr int runtimeVersion = 13000;
constexpr int warpSize = 32;
constexpr int constantBytes = 64 * 1024;
constexpr int largestPitch = 0x7fffffff;
constexpr int textureAlignment = 512;
constexpr int texturePitchAlignment = 32;

template <class Properties> Properties describe(const Device& device) {
  const gevo::sim::Model& model = device.model();
  Properties p{};
  std::snprintf(p.name, sizeof p.name, "%s%s", device.isSimulated() ? "simulated " : "", model.name.c_str());
  p.totalGlobalMem = device.capacity();
  p.sharedMemPerBlock = cuda::defaultSharedPerBlock;
  p.regsPerBlock = static_cast<int>(model.registers);
  p.warpSize = warpSize;
  p.memPitch = largestPitch;
  p.maxThreadsPerBlock = cuda::maxThreadsPerBlock;
  std::ranges::copy(cuda::maxBlockSize, p.maxThreadsDim);
  std::ranges::copy(cuda::maxGridSize, p.maxGridSize);
  p.totalConstMem = constantBytes;
  p.major = static_cast<int>(model.capabilityMajor);
  p.minor = static_cast<int>(model.capabilityMinor);
  p.textureAlignment = textureAlignment;
  p.texturePitchAlignment = texturePitchAlignment;
  p.multiProcessorCount = static_cast<int>(model.multiprocessors);
  p.canMapHostMemory = 1;
  p.surfaceAlignment = textureAlignment;
  p.concurrentKernels = 1;
  p.asyncEngineCount = 1;
  p.unifiedAddressing = 1;
  p.memoryBusWidth = static_cast<int>(model.memoryBusBits);
  p.l2CacheSize = static_cast<int>(model.levelTwoSize);
  p.maxThreadsPerMultiProcessor = static_cast<int>(model.warpsPerMultiprocessor) * warpSize;
  p.globalL1CacheSupported = 1;
  p.localL1CacheSupported = 1;
  p.sharedMemPerMultiprocessor = model.sharedBytesPerMultiprocessor;
  p.regsPerMultiprocessor = static_cast<int>(model.registers);
  p.managedMemory = 1;
  p.sharedMemPerBlockOptin = model.sharedBytesPerBlock;
  p.reservedSharedMemPerBlock = model.reservedSharedPerBlock;
  p.maxBlocksPerMultiProcessor = static_cast<int>(model.blocksPerMultiprocessor);
  if constexpr (requires { p.clockRate; }) {
    p.clockRate = static_cast<int>(model.clockGhz * 1e6);
    p.memoryClockRate = static_cast<int>(model.memoryGhz * 1e6);
    p.deviceOverlap = 1;
    p.singleToDoublePrecisionPerfRatio = static_cast<int>(model.doubleRatio);
  }
  return p;
}

template <class Properties> Status properties(Properties* result, int number) {
  return cuda::onDevice([&](Device& device) {
    if (result == nullptr) return status::invalidValue;
    if (number != 0) return status::invalidDevice;
    *result = describe<Properties>(device);
    return status::success;
  });
}

/// By the numbers of cudaDeviceAttr. What the simulated GPU has not is 0.
int attributeOf(const Device& device, int attribute) {
  const auto p = describe<cuda::DeviceProperties12>(device);
  switch (attribute) {
  case 1:
    return p.maxThreadsPerBlock;
  case 2:
  case 3:
  case 4:
    return p.maxThreadsDim[attribute - 2];
  case 5:
  case 6:
  case 7:
    return p.maxGridSize[attribute - 5];
  case 8:
    return static_cast<int>(p.sharedMemPerBlock);
  case 9:
    return static_cast<int>(p.totalConstMem);
  case 10:
    return p.warpSize;
  case 11:
    return largestPitch;
  case 12:
    return p.regsPerBlock;
  case 13:
    return p.clockRate;
  case 14:
    return textureAlignment;
  case 15:
    return p.deviceOverlap;
  case 16:
    return p.multiProcessorCount;
  case 19:
    return p.canMapHostMemory;
  case 30:
    return textureAlignment;
  case 31:
    return p.concurrentKernels;
  case 36:
    return p.memoryClockRate;
  case 37:
    return p.memoryBusWidth;
  case 38:
    return p.l2CacheSize;
  case 39:
    return p.maxThreadsPerMultiProcessor;
  case 40:
    return p.asyncEngineCount;
  case 41:
    return p.unifiedAddressing;
  case 51:
    return texturePitchAlignment;
  case 75:
    return p.major;
  case 76:
    return p.minor;
  case 79:
    return p.globalL1CacheSupported;
  case 80:
    return p.localL1CacheSupported;
  case 81:
    return static_cast<int>(p.sharedMemPerMultiprocessor);
  case 82:
    return p.regsPerMultiprocessor;
  case 83:
    return p.managedMemory;
  case 87:
    return p.singleToDoublePrecisionPerfRatio;
  case 97:
    return static_cast<int>(p.sharedMemPerBlockOptin);
  case 99:
    return 1; // host memory can be registered
  case 111:
    return static_cast<int>(p.reservedSharedMemPerBlock);
  case 106:
    return p.maxBlocksPerMultiProcessor;
  case 115:
    return 1; // memory pools, as far as cudaMallocAsync goes
  default:
    return 0;
  }
}

} // namespace

GEVO_CUDA Status cudaGetDeviceProperties(cuda::DeviceProperties13* result, int number) { return properties(result, number); }
GEVO_CUDA Status cudaGetDeviceProperties_v2(cuda::DeviceProperties12* result, int number) { return properties(result, number); }
GEVO_CUDA Status cudaDeviceGetAttribute(int* value, int attribute, int number) {
  return cuda::onDevice([&](Device& device) {
    if (value == nullptr || attribute < 1) return status::invalidValue;
    if (number != 0) return status::invalidDevice;
    *value = attributeOf(device, attribute);
    return status::success;
  });
}

GEVO_CUDA Status cudaGetDeviceCount(int* count) {
  if (count == nullptr) return cuda::noteError(status::invalidValue);
  *count = 1;
  return status::success;
}
GEVO_CUDA Status cudaGetDevice(int* number) {
  if (number == nullptr) return cuda::noteError(status::invalidValue);
  *number = 0;
  return status::success;
}
GEVO_CUDA Status cudaSetDevice(int number) { return cuda::noteError(number == 0 ? status::success : status::invalidDevice); }
GEVO_CUDA Status cudaInitDevice(int number, unsigned, unsigned) { return cudaSetDevice(number); }
GEVO_CUDA Status cudaChooseDevice(int* number, const void*) { return cudaGetDevice(number); }
GEVO_CUDA Status cudaDriverGetVersion(int* version) {
  if (version == nullptr) return cuda::noteError(status::invalidValue);
  *version = runtimeVersion;
  return status::success;
}
GEVO_CUDA Status cudaRuntimeGetVersion(int* version) { return cudaDriverGetVersion(version); }

GEVO_CUDA Status cudaDeviceSynchronize() {
  return cuda::onDevice([](Device& device) { return device.synchronise(); });
}
GEVO_CUDA Status cudaDeviceReset() {
  return cuda::guarded([](Device& device) { return device.reset(); });
}
GEVO_CUDA Status cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  if (least != nullptr) *least = 0;
  if (greatest != nullptr) *greatest = 0;
  return status::success;
}
GEVO_CUDA Status cudaProfilerStart() { return status::success; }
GEVO_CUDA Status cudaProfilerStop() { return status::success; }
