// Devices: there is one, the simulated GPU.

#include "core/kernel/runtime/properties.h"

#include "core/kernel/runtime/device.h"
#include "core/kernel/runtime/property_layouts.h"
#include "core/kernel/runtime/texture_limits.h"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <span>
#include <utility>

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

cuda::TextureLimits textureLimits() {
  using namespace cuda::texture_limits;
  const auto set = [](int* limits, std::initializer_list<std::size_t> values) {
    for (const std::size_t value : values) *limits++ = static_cast<int>(value);
  };
  cuda::TextureLimits limits{};
  set(limits.maxTexture2D, {planeWidth, planeHeight});
  set(limits.maxTexture2DLinear, {planeWidth, pitchedHeight, pitchedPitch});
  set(limits.maxTexture3D, {volume, volume, volume});
  set(limits.maxTexture1DLayered, {layered, layers});
  set(limits.maxTexture2DLayered, {layered, layered, layers});
  limits.maxSurface1D = static_cast<int>(surfaceLine);
  set(limits.maxSurface2D, {planeWidth, planeHeight});
  set(limits.maxSurface3D, {volume, volume, volume});
  set(limits.maxSurface1DLayered, {layered, layers});
  set(limits.maxSurface2DLayered, {layered, layered, layers});
  return limits;
}

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
  p.maxTexture1D = static_cast<int>(cuda::texture_limits::line);
  p.textures = textureLimits();
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
  p.cooperativeLaunch = device.isSimulated() ? 1 : 0;
  p.reservedSharedMemPerBlock = model.reservedSharedPerBlock;
  p.maxBlocksPerMultiProcessor = static_cast<int>(model.blocksPerMultiprocessor);
  if constexpr (requires { p.clockRate; }) {
    p.clockRate = static_cast<int>(model.clockGhz * 1e6);
    p.memoryClockRate = static_cast<int>(model.memoryGhz * 1e6);
    p.deviceOverlap = 1;
    p.maxTexture1DLinear = static_cast<int>(cuda::texture_limits::linear);
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

/// The attributes that are limits of textures and surfaces; nothing for others.
std::optional<int> textureAttribute(int number) {
  const cuda::TextureLimits t = textureLimits();
  const std::pair<int, std::span<const int>> groups[] = {
      {22, t.maxTexture2D}, {24, t.maxTexture3D},        {27, t.maxTexture2DLayered}, {42, t.maxTexture1DLayered}, {56, t.maxSurface2D},
      {58, t.maxSurface3D}, {61, t.maxSurface1DLayered}, {63, t.maxSurface2DLayered}, {70, t.maxTexture2DLinear},
  };
  for (const auto& [first, limits] : groups)
    if (number >= first && number < first + static_cast<int>(limits.size())) return limits[static_cast<std::size_t>(number - first)];
  if (number == 55) return t.maxSurface1D;
  return std::nullopt;
}

/// By the numbers of cudaDeviceAttr; 0 for what the simulated GPU lacks.
int attributeOf(const Device& device, int number) {
  if (const auto limit = textureAttribute(number)) return *limit;
  const auto p = describe<cuda::DeviceProperties12>(device);
  const std::pair<int, std::size_t> attributes[] = {
      {1, p.maxThreadsPerBlock},
      {2, p.maxThreadsDim[0]},
      {3, p.maxThreadsDim[1]},
      {4, p.maxThreadsDim[2]},
      {5, p.maxGridSize[0]},
      {6, p.maxGridSize[1]},
      {7, p.maxGridSize[2]},
      {8, p.sharedMemPerBlock},
      {9, p.totalConstMem},
      {10, p.warpSize},
      {11, largestPitch},
      {12, p.regsPerBlock},
      {13, p.clockRate},
      {14, textureAlignment},
      {15, p.deviceOverlap},
      {16, p.multiProcessorCount},
      {19, p.canMapHostMemory},
      {21, p.maxTexture1D},
      {30, textureAlignment},
      {31, p.concurrentKernels},
      {36, p.memoryClockRate},
      {37, p.memoryBusWidth},
      {38, p.l2CacheSize},
      {39, p.maxThreadsPerMultiProcessor},
      {40, p.asyncEngineCount},
      {41, p.unifiedAddressing},
      {51, texturePitchAlignment},
      {69, p.maxTexture1DLinear},
      {75, p.major},
      {76, p.minor},
      {79, p.globalL1CacheSupported},
      {80, p.localL1CacheSupported},
      {81, p.sharedMemPerMultiprocessor},
      {82, p.regsPerMultiprocessor},
      {83, p.managedMemory},
      {87, p.singleToDoublePrecisionPerfRatio},
      {95, p.cooperativeLaunch},
      {97, p.sharedMemPerBlockOptin},
      {99, 1}, // host memory can be registered
      {106, p.maxBlocksPerMultiProcessor},
      {111, p.reservedSharedMemPerBlock},
      {115, 1}, // memory pools, as far as cudaMallocAsync goes
  };
  const auto found = std::ranges::find(attributes, number, &std::pair<int, std::size_t>::first);
  return found == std::end(attributes) ? 0 : static_cast<int>(found->second);
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
