// Device, managed and host memory.

#include "core/kernel/program/runtime/device.h"

#include <cstdlib>

namespace cuda = gevo::cuda;
using cuda::Device;
using cuda::Status;
namespace status = cuda::status;

namespace {

constexpr std::size_t pitchAlignment = 512;
constexpr unsigned mappedHostMemory = 2; // cudaHostAllocMapped

Status allocate(void** pointer, std::size_t size) {
  return cuda::onDevice([&](Device& device) {
    if (pointer == nullptr) return status::invalidValue;
    std::uint64_t address = 0;
    const Status allocated = device.allocate(size, address);
    if (allocated == status::success) *pointer = reinterpret_cast<void*>(address);
    return allocated;
  });
}

Status allocateManaged(void** pointer, std::size_t size) {
  return cuda::onDevice([&](Device& device) {
    if (pointer == nullptr || size == 0) return status::invalidValue;
    std::uint64_t address = 0;
    const Status allocated = device.allocateManaged(size, address);
    if (allocated == status::success) *pointer = reinterpret_cast<void*>(address);
    return allocated;
  });
}

Status release(void* pointer) {
  return cuda::onDevice([&](Device& device) {
    device.synchronise(); // freeing waits for the device, so managed results count as delivered
    return device.free(reinterpret_cast<std::uint64_t>(pointer));
  });
}

Status allocateHost(void** pointer, std::size_t size) {
  return cuda::guarded([&](Device&) {
    if (pointer == nullptr) return status::invalidValue;
    *pointer = std::malloc(size);
    return *pointer != nullptr || size == 0 ? status::success : status::memoryAllocation;
  });
}

} // namespace

GEVO_CUDA Status cudaMalloc(void** pointer, std::size_t size) { return allocate(pointer, size); }
GEVO_CUDA Status cudaMallocAsync(void** pointer, std::size_t size, cuda::Stream) { return allocate(pointer, size); }
GEVO_CUDA Status cudaFree(void* pointer) { return release(pointer); }
GEVO_CUDA Status cudaFreeAsync(void* pointer, cuda::Stream) { return release(pointer); }

GEVO_CUDA Status cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width, std::size_t height) {
  if (pitch == nullptr) return cuda::noteError(status::invalidValue);
  *pitch = (width + pitchAlignment - 1) / pitchAlignment * pitchAlignment;
  return allocate(pointer, *pitch * height);
}

GEVO_CUDA Status cudaMallocManaged(void** pointer, std::size_t size, unsigned) { return allocateManaged(pointer, size); }
GEVO_CUDA Status cudaMemPrefetchAsync() { return status::success; }
GEVO_CUDA Status cudaMemAdvise() { return status::success; }
GEVO_CUDA Status cudaStreamAttachMemAsync() { return status::success; }

GEVO_CUDA Status cudaMallocHost(void** pointer, std::size_t size) { return allocateHost(pointer, size); }
GEVO_CUDA Status cudaHostAlloc(void** pointer, std::size_t size, unsigned flags) {
  // What kernels may reach through its own address has to lie where they look.
  return (flags & mappedHostMemory) != 0 ? allocateManaged(pointer, size) : allocateHost(pointer, size);
}
GEVO_CUDA Status cudaFreeHost(void* pointer) {
  if (pointer == nullptr) return status::success;
  bool mapped = false;
  cuda::guarded([&](Device& device) {
    mapped = device.isManaged(pointer);
    return status::success;
  });
  if (mapped) return release(pointer);
  std::free(pointer);
  return status::success;
}
GEVO_CUDA Status cudaHostRegister(void*, std::size_t, unsigned) { return status::success; }
GEVO_CUDA Status cudaHostUnregister(void*) { return status::success; }
GEVO_CUDA Status cudaHostGetDevicePointer(void** pointer, void* host, unsigned) {
  return cuda::onDevice([&](Device& device) {
    if (pointer == nullptr || !device.isManaged(host)) return status::invalidValue;
    *pointer = host;
    return status::success;
  });
}

GEVO_CUDA Status cudaMemGetInfo(std::size_t* available, std::size_t* total) {
  return cuda::onDevice([&](Device& device) {
    if (available != nullptr) *available = cuda::deviceCapacity - device.bytesInUse();
    if (total != nullptr) *total = cuda::deviceCapacity;
    return status::success;
  });
}

/// The beginning of cudaPointerAttributes.
struct PointerAttributes {
  int type;
  int device;
  void* devicePointer;
  void* hostPointer;
};

GEVO_CUDA Status cudaPointerGetAttributes(PointerAttributes* attributes, const void* pointer) {
  return cuda::onDevice([&](Device& device) {
    constexpr int unregistered = 0, onlyDevice = 2, managed = 3;
    void* const plain = const_cast<void*>(pointer);
    if (device.isManaged(pointer))
      *attributes = {managed, 0, plain, plain};
    else if (device.contains(pointer))
      *attributes = {onlyDevice, 0, plain, nullptr};
    else
      *attributes = {unregistered, -2, nullptr, plain};
    return status::success;
  });
}
