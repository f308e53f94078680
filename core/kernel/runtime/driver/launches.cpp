// Launches by the driver's kernel handles, and block sizes that fill the device.

#include "core/kernel/runtime/driver/driver.h"
#include "core/kernel/runtime/launch.h"
#include "core/kernel/runtime/properties.h"
#include "core/kernel/runtime/stream_capture.h"

namespace cuda = gevo::cuda;
using cuda::Device;
using cuda::Dim3;
using cuda::Status;
using cuda::Stream;
namespace status = cuda::status;

namespace {

using Function = const void*;

/// CUlaunchConfig.
struct DriverLaunch {
  Dim3 grid;
  Dim3 block;
  unsigned dynamicShared;
  Stream stream;
  const cuda::LaunchAttribute* attributes;
  unsigned attributeCount;
};

/// The buffer among the "extra" arguments: pairs of a key and a value.
char* bufferIn(void** extra) {
  constexpr std::uintptr_t end = 0, buffer = 1;
  for (; extra != nullptr && reinterpret_cast<std::uintptr_t>(*extra) != end; extra += 2)
    if (reinterpret_cast<std::uintptr_t>(*extra) == buffer) return static_cast<char*>(extra[1]);
  return nullptr;
}

Status inCapture() {
  return cuda::onDriver([](Device& device) { return device.reportUnsupported("cuLaunchKernel in a captured stream"); });
}

/// Parameters one by one, or all in one buffer laid out as the kernel sees them.
Status launch(const cuda::LaunchConfiguration& configuration, Function function, void** parameters, void** extra) {
  if (cuda::isCaptured(configuration.stream)) return inCapture();
  return cuda::onDriver([&](Device& device) {
    const std::string* kernel = device.functionName(function);
    if (kernel == nullptr) return status::invalidResourceHandle;
    if (parameters != nullptr) return cuda::launchWith(device, configuration, function, parameters);
    char* const buffer = bufferIn(extra);
    std::vector<void*> pieces;
    for (const auto& parameter : device.parameters(*kernel)) pieces.push_back(buffer + parameter.offset);
    if (buffer == nullptr && !pieces.empty()) return status::invalidValue;
    return cuda::launchWith(device, configuration, function, pieces.data());
  });
}

using SharedBytes = std::size_t (*)(int blockSize);

} // namespace

GEVO_CUDA Status cuLaunchKernel(Function function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX, unsigned blockY,
                                unsigned blockZ, unsigned dynamicShared, Stream stream, void** parameters, void** extra) {
  return launch({{gridX, gridY, gridZ}, {blockX, blockY, blockZ}, dynamicShared, stream, nullptr, 0}, function, parameters, extra);
}
GEVO_CUDA Status cuLaunchKernelEx(const DriverLaunch* how, Function function, void** parameters, void** extra) {
  if (how == nullptr) return status::invalidValue;
  return launch({how->grid, how->block, how->dynamicShared, how->stream, how->attributes, how->attributeCount}, function, parameters,
                extra);
}
GEVO_CUDA Status cuLaunchCooperativeKernel(Function function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX,
                                           unsigned blockY, unsigned blockZ, unsigned dynamicShared, Stream stream, void** parameters) {
  if (cuda::isCaptured(stream)) return inCapture();
  return cuda::onDriver([&](Device& device) {
    return cuda::launchCooperative(device, {gridX, gridY, gridZ}, {blockX, blockY, blockZ}, dynamicShared, function, parameters);
  });
}

/// The smallest block, a multiple of a warp, with the highest occupancy.
GEVO_CUDA Status cuOccupancyMaxPotentialBlockSize(int* minimumGrid, int* blockSize, Function function, SharedBytes sharedBytes,
                                                  std::size_t dynamicShared, int limit) {
  constexpr int warpSize = 32;
  return cuda::onDriver([&](Device& device) {
    const std::string* kernel = device.functionName(function);
    if (kernel == nullptr) return status::invalidResourceHandle;
    if (minimumGrid == nullptr || blockSize == nullptr) return status::invalidValue;
    const int largest = limit > 0 ? std::min(limit, cuda::maxThreadsPerBlock) : cuda::maxThreadsPerBlock;
    int most = 0;
    for (int size = largest / warpSize * warpSize; size >= warpSize; size -= warpSize) {
      const std::size_t shared = sharedBytes != nullptr ? sharedBytes(size) : dynamicShared;
      const int blocks = cuda::blocksPerMultiprocessor(device, *kernel, size, shared);
      if (blocks * size <= most) continue;
      most = blocks * size;
      *blockSize = size;
      *minimumGrid = blocks * static_cast<int>(device.model().multiprocessors);
    }
    return most > 0 ? status::success : status::invalidValue;
  });
}
