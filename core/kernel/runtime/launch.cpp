// Launches, and queries about kernels.

#include "core/kernel/runtime/launch.h"
#include "core/kernel/runtime/properties.h"
#include "core/kernel/runtime/stream_capture.h"
#include "core/kernel/simulator/machine/occupancy.h"

#include <algorithm>
#include <span>

namespace cuda = gevo::cuda;
using cuda::Device;
using cuda::Dim3;
using cuda::Status;
using cuda::Stream;
namespace status = cuda::status;

namespace {

namespace attribute {
constexpr int cooperative = 2;
constexpr int clusterSize = 4;
} // namespace attribute

/// Whether its blocks can be resident all at once, as they must.
Status canCooperate(Device& device, const std::string& kernel, const Dim3& grid, const Dim3& block, std::size_t dynamicShared) {
  const std::uint64_t blocks = std::uint64_t{grid.x} * grid.y * grid.z;
  if (blocks <= 1) return status::success;
  if (!device.isSimulated()) {
    device.reportUnsupported("cudaLaunchCooperativeKernel of several blocks on a GPU");
    return status::cooperativeLaunchTooLarge;
  }
  const std::uint64_t threads = std::uint64_t{block.x} * block.y * block.z;
  if (threads < 1 || threads > cuda::maxThreadsPerBlock) return status::success; // refused when it is launched
  const int resident = cuda::blocksPerMultiprocessor(device, kernel, static_cast<int>(threads), dynamicShared);
  const std::uint64_t most = static_cast<std::uint64_t>(resident) * device.model().multiprocessors;
  return blocks <= most ? status::success : status::cooperativeLaunchTooLarge;
}

/// Of the attributes that change a launch's semantics; the others are hints.
bool hasClusters(const cuda::LaunchAttribute& one) {
  return one.id == attribute::clusterSize && (one.size.x != 1 || one.size.y != 1 || one.size.z != 1);
}
bool isCooperative(const cuda::LaunchAttribute& one) { return one.id == attribute::cooperative && one.number != 0; }

Status occupancy(int* blocks, const void* function, int blockSize, std::size_t dynamicShared) {
  return cuda::onDevice([&](Device& device) {
    const std::string* kernel = device.functionName(function);
    if (kernel == nullptr) return status::invalidDeviceFunction;
    if (blocks == nullptr || blockSize < 1 || blockSize > cuda::maxThreadsPerBlock) return status::invalidValue;
    *blocks = cuda::blocksPerMultiprocessor(device, *kernel, blockSize, dynamicShared);
    return status::success;
  });
}

} // namespace

int cuda::blocksPerMultiprocessor(const Device& device, const std::string& kernel, int blockSize, std::size_t dynamicShared) {
  const std::size_t shared = device.staticShared(kernel) + dynamicShared;
  return static_cast<int>(sim::residentBlocks(device.model(), {static_cast<unsigned>(blockSize), shared, device.registers(kernel)}));
}

Status cuda::launchWith(Device& device, const LaunchConfiguration& configuration, const void* function, void** arguments) {
  const auto& [grid, block, dynamicShared, stream, first, count] = configuration;
  const std::span attributes(first, count);
  if (std::ranges::any_of(attributes, hasClusters)) return device.reportUnsupported("cudaLaunchKernelEx with clusters");
  if (std::ranges::any_of(attributes, isCooperative)) return launchCooperative(device, grid, block, dynamicShared, function, arguments);
  return device.launch(function, grid, block, arguments, dynamicShared);
}

Status cuda::launchCooperative(Device& device, Dim3 grid, Dim3 block, std::size_t dynamicShared, const void* function, void** arguments) {
  const std::string* kernel = device.functionName(function);
  if (kernel == nullptr) return status::invalidDeviceFunction;
  if (const Status possible = canCooperate(device, *kernel, grid, block, dynamicShared); possible != status::success) return possible;
  return device.launch(function, grid, block, arguments, dynamicShared, true);
}

cuda::FunctionAttributes cuda::functionAttributes(const Device& device, const std::string& kernel) {
  constexpr std::uint32_t usualRegisters = 32;
  const sim::Model& model = device.model();
  const std::uint32_t shared = device.staticShared(kernel);
  const std::uint32_t known = device.registers(kernel);
  const auto threads = static_cast<int>(sim::largestBlock(model, known));
  const auto registers = static_cast<int>(known > 0 ? known : usualRegisters);
  // PTX for another generation of GPUs is compiled for the device when the program loads it.
  const auto ptx = static_cast<int>(device.architecture());
  const auto capability = static_cast<int>(10 * model.capabilityMajor + model.capabilityMinor);
  const int binary = ptx / 10 == capability / 10 ? ptx : capability;
  const auto dynamic = static_cast<int>(model.sharedBytesPerBlock - std::min(shared, model.sharedBytesPerBlock));
  return {shared, 0, 0, threads, registers, ptx, binary, 0, dynamic, -1};
}

GEVO_CUDA Status cudaLaunchKernel(const void* function, Dim3 grid, Dim3 block, void** arguments, std::size_t dynamicShared, Stream stream) {
  return cuda::launchInStream(stream, function, arguments,
                              [=](Device& device, void** values) { return device.launch(function, grid, block, values, dynamicShared); });
}

GEVO_CUDA Status cudaLaunchKernelExC(const cuda::LaunchConfiguration* configuration, const void* function, void** arguments) {
  if (configuration == nullptr) return cuda::noteError(status::invalidValue);
  const std::vector attributes(configuration->attributes, configuration->attributes + configuration->attributeCount);
  return cuda::launchInStream(configuration->stream, function, arguments, [=, given = *configuration](Device& device, void** values) {
    cuda::LaunchConfiguration kept = given;
    kept.attributes = attributes.data();
    return cuda::launchWith(device, kept, function, values);
  });
}

GEVO_CUDA Status cudaLaunchCooperativeKernel(const void* function, Dim3 grid, Dim3 block, void** arguments, std::size_t dynamicShared,
                                             Stream stream) {
  return cuda::launchInStream(stream, function, arguments, [=](Device& device, void** values) {
    return cuda::launchCooperative(device, grid, block, dynamicShared, function, values);
  });
}

GEVO_CUDA Status cudaFuncGetAttributes(cuda::FunctionAttributes* attributes, const void* function) {
  return cuda::onDevice([&](Device& device) {
    const std::string* kernel = device.functionName(function);
    if (kernel == nullptr) return status::invalidDeviceFunction;
    *attributes = cuda::functionAttributes(device, *kernel);
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
    if (cuda::blocksPerMultiprocessor(device, *kernel, blockSize, 0) < blocks) return status::invalidValue;
    *bytes = gevo::sim::dynamicSharedFor(device.model(), static_cast<unsigned>(blocks), device.staticShared(*kernel));
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
GEVO_CUDA Status cudaFuncGetParamInfo(const void* function, std::size_t index, std::size_t* offset, std::size_t* size) {
  return cuda::onDevice([&](Device& device) {
    const std::string* kernel = device.functionName(function);
    if (kernel == nullptr) return status::invalidDeviceFunction;
    const auto parameters = device.parameters(*kernel);
    if (offset == nullptr || index >= parameters.size()) return status::invalidValue;
    *offset = parameters[index].offset;
    if (size != nullptr) *size = parameters[index].size;
    return status::success;
  });
}
