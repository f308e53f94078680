// Device, managed and host memory.

#include "core/kernel/runtime/stream_capture.h"

namespace cuda = gevo::cuda;
using cuda::Device;
using cuda::Status;
namespace status = cuda::status;

namespace {

constexpr std::size_t pitchAlignment = 512;

using Allocate = Status (Device::*)(std::uint64_t size, std::uint64_t& address);

Status allocateWith(Allocate allocate, void** pointer, std::size_t size) {
  return cuda::onDevice([&](Device& device) {
    if (pointer == nullptr) return status::invalidValue;
    std::uint64_t address = 0;
    const Status allocated = (device.*allocate)(size, address);
    if (allocated == status::success) *pointer = reinterpret_cast<void*>(address);
    return allocated;
  });
}

Status allocate(void** pointer, std::size_t size) { return allocateWith(&Device::allocate, pointer, size); }

Status release(void* pointer) {
  return cuda::onDevice([&](Device& device) {
    device.synchronise(); // freeing waits for the device, so managed results count as delivered
    return device.free(reinterpret_cast<std::uint64_t>(pointer));
  });
}

/// A graph that allocates would do so with each launch.
Status unlessCaptured(cuda::Stream stream, const char* name, const cuda::Work& work) {
  return cuda::isCaptured(stream) ? cuda::guarded([&](Device& device) { return device.reportUnsupported(name); }) : work();
}

} // namespace

GEVO_CUDA Status cudaMalloc(void** pointer, std::size_t size) { return allocate(pointer, size); }
GEVO_CUDA Status cudaMallocAsync(void** pointer, std::size_t size, cuda::Stream stream) {
  return unlessCaptured(stream, "cudaMallocAsync in a captured stream", [=] { return allocate(pointer, size); });
}
GEVO_CUDA Status cudaFree(void* pointer) { return release(pointer); }
GEVO_CUDA Status cudaFreeAsync(void* pointer, cuda::Stream stream) {
  return unlessCaptured(stream, "cudaFreeAsync in a captured stream", [=] { return release(pointer); });
}

GEVO_CUDA Status cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width, std::size_t height) {
  if (pitch == nullptr) return cuda::noteError(status::invalidValue);
  *pitch = (width + pitchAlignment - 1) / pitchAlignment * pitchAlignment;
  return allocate(pointer, *pitch * height);
}

GEVO_CUDA Status cudaMallocManaged(void** pointer, std::size_t size, unsigned) {
  return size == 0 ? cuda::noteError(status::invalidValue) : allocateWith(&Device::allocateManaged, pointer, size);
}
GEVO_CUDA Status cudaMemPrefetchAsync() { return status::success; }
GEVO_CUDA Status cudaMemAdvise() { return status::success; }
GEVO_CUDA Status cudaStreamAttachMemAsync() { return status::success; }

// Every kernel may reach pinned memory through its own address, whatever the flags say: addresses are unified.
GEVO_CUDA Status cudaMallocHost(void** pointer, std::size_t size) { return allocateWith(&Device::allocatePinned, pointer, size); }
GEVO_CUDA Status cudaHostAlloc(void** pointer, std::size_t size, unsigned) { return allocateWith(&Device::allocatePinned, pointer, size); }
GEVO_CUDA Status cudaFreeHost(void* pointer) { return release(pointer); }
GEVO_CUDA Status cudaHostRegister(void* host, std::size_t size, unsigned) {
  return cuda::onDevice([&](Device& device) { return device.registerHost(host, size); });
}
GEVO_CUDA Status cudaHostUnregister(void* host) {
  return cuda::onDevice([&](Device& device) {
    device.synchronise();
    return device.unregisterHost(host);
  });
}
GEVO_CUDA Status cudaHostGetDevicePointer(void** pointer, void* host, unsigned) {
  return cuda::onDevice([&](Device& device) {
    const std::uint64_t address = device.addressOf(host);
    if (pointer == nullptr || address == 0) return status::invalidValue;
    *pointer = reinterpret_cast<void*>(address);
    return status::success;
  });
}
GEVO_CUDA Status cudaHostGetFlags(unsigned* flags, void* host) {
  return cuda::onDevice([&](Device& device) {
    if (flags == nullptr || device.addressOf(host) == 0) return status::invalidValue;
    *flags = 2; // cudaHostAllocMapped
    return status::success;
  });
}

GEVO_CUDA Status cudaMemGetInfo(std::size_t* available, std::size_t* total) {
  return cuda::onDevice([&](Device& device) {
    if (available != nullptr) *available = device.capacity() - device.bytesInUse();
    if (total != nullptr) *total = device.capacity();
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
    constexpr int unregistered = 0, onHost = 1, onDevice = 2, managed = 3;
    using Kind = cuda::Managed::Kind;
    void* const plain = const_cast<void*>(pointer);
    const std::uint64_t address = device.addressOf(pointer);
    const auto shared = device.sharedRegion(reinterpret_cast<void*>(address));
    if (shared)
      *attributes = {shared->kind == Kind::Managed ? managed : onHost, 0, reinterpret_cast<void*>(address), plain};
    else if (device.contains(pointer))
      *attributes = {onDevice, 0, plain, nullptr};
    else
      *attributes = {unregistered, -2, nullptr, plain};
    return status::success;
  });
}
