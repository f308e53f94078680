// Settings of a device beside its properties: limits, preferences, peers, bus id. They are stored and returned, but have no effect on the
// simulated GPU.

#include "core/kernel/runtime/device.h"

#include <array>
#include <cstring>
#include <span>

namespace cuda = gevo::cuda;
using cuda::Device;
using cuda::Status;
namespace status = cuda::status;

namespace {

constexpr int noDevice = -2; // cudaInvalidDeviceId
constexpr unsigned mapHostFlag = 8;
constexpr const char* busId = "0000:00:00.0";

/// cudaLimit: stack and printf buffer, heap, depth and count of launches by kernels, L2 granularity, persisting L2; in bytes or counts.
std::array<std::size_t, 7> limits{1024, 1 << 20, 8 << 20, 2, 2048, 64, 0};
int cacheConfiguration = 0;
int sharedConfiguration = 1; // banks of four bytes
unsigned deviceFlags = 0;

template <class Value, class Source> Status setResult(Value* result, const Source& value) {
  return cuda::guarded([&](Device&) {
    if (result == nullptr) return status::invalidValue;
    *result = static_cast<Value>(value);
    return status::success;
  });
}

template <class Value, class Source> Status setSetting(Value& kept, Source value) {
  return cuda::guarded([&](Device&) {
    kept = static_cast<Value>(value);
    return status::success;
  });
}

bool isLimit(int limit) { return limit >= 0 && limit < static_cast<int>(limits.size()); }

/// Advice about managed memory is not stored: lists of devices are empty, locations unknown.
Status describeRange(void* data, std::size_t size, int attribute, bool managed) {
  constexpr int readMostly = 1, preferredType = 5, lastType = 7, last = 8;
  if (data == nullptr || size == 0 || size % sizeof(int) != 0 || attribute < 1 || attribute > last || !managed) return status::invalidValue;
  const bool isCount = attribute == readMostly || attribute == preferredType || attribute == lastType;
  for (int& word : std::span(static_cast<int*>(data), size / sizeof(int))) word = isCount ? 0 : noDevice;
  return status::success;
}

bool isManaged(const Device& device, const void* pointer) {
  const auto region = device.sharedRegion(pointer);
  return region && region->kind == cuda::Managed::Kind::Managed;
}

} // namespace

GEVO_CUDA Status cudaDeviceGetLimit(std::size_t* value, int limit) {
  return isLimit(limit) ? setResult(value, limits.at(static_cast<std::size_t>(limit))) : cuda::noteError(status::unsupportedLimit);
}
GEVO_CUDA Status cudaDeviceSetLimit(int limit, std::size_t value) {
  return isLimit(limit) ? setSetting(limits.at(static_cast<std::size_t>(limit)), value) : cuda::noteError(status::unsupportedLimit);
}
GEVO_CUDA Status cudaDeviceGetCacheConfig(int* configuration) { return setResult(configuration, cacheConfiguration); }
GEVO_CUDA Status cudaDeviceSetCacheConfig(int configuration) { return setSetting(cacheConfiguration, configuration); }
GEVO_CUDA Status cudaDeviceGetSharedMemConfig(int* configuration) { return setResult(configuration, sharedConfiguration); }
/// All banks stay four bytes wide, as on every current GPU.
GEVO_CUDA Status cudaDeviceSetSharedMemConfig(int) { return status::success; }
GEVO_CUDA Status cudaGetDeviceFlags(unsigned* flags) { return setResult(flags, deviceFlags | mapHostFlag); }
GEVO_CUDA Status cudaSetDeviceFlags(unsigned flags) { return setSetting(deviceFlags, flags); }

GEVO_CUDA Status cudaSetValidDevices(const int* devices, int count) {
  return cuda::guarded([&](Device&) {
    if (count < 0 || (count > 0 && devices == nullptr)) return status::invalidValue;
    for (int i = 0; i < count; ++i)
      if (devices[i] != 0) return status::invalidDevice;
    return status::success;
  });
}

GEVO_CUDA Status cudaDeviceCanAccessPeer(int* possible, int device, int peer) {
  return device == 0 && peer == 0 ? setResult(possible, 0) : cuda::noteError(status::invalidDevice);
}
GEVO_CUDA Status cudaDeviceEnablePeerAccess(int, unsigned) { return cuda::noteError(status::invalidDevice); }
GEVO_CUDA Status cudaDeviceDisablePeerAccess(int peer) {
  return cuda::noteError(peer == 0 ? status::peerAccessNotEnabled : status::invalidDevice);
}
GEVO_CUDA Status cudaDeviceGetP2PAttribute(int*, int, int, int) { return cuda::noteError(status::invalidDevice); }

GEVO_CUDA Status cudaDeviceGetPCIBusId(char* text, int length, int device) {
  return cuda::guarded([&](Device&) {
    if (text == nullptr || length <= static_cast<int>(std::strlen(busId))) return status::invalidValue;
    if (device != 0) return status::invalidDevice;
    std::strcpy(text, busId);
    return status::success;
  });
}
GEVO_CUDA Status cudaDeviceGetByPCIBusId(int* device, const char* text) {
  if (text == nullptr) return cuda::noteError(status::invalidValue);
  return std::strcmp(text, busId) == 0 ? setResult(device, 0) : cuda::noteError(status::invalidDevice);
}

GEVO_CUDA Status cudaMemRangeGetAttribute(void* data, std::size_t size, int attribute, const void* pointer, std::size_t) {
  return cuda::onDevice([&](Device& device) { return describeRange(data, size, attribute, isManaged(device, pointer)); });
}
GEVO_CUDA Status cudaMemRangeGetAttributes(void** data, const std::size_t* sizes, const int* attributes, std::size_t count,
                                           const void* pointer, std::size_t) {
  return cuda::onDevice([&](Device& device) {
    if (data == nullptr || sizes == nullptr || attributes == nullptr) return status::invalidValue;
    for (std::size_t i = 0; i < count; ++i)
      if (const Status told = describeRange(data[i], sizes[i], attributes[i], isManaged(device, pointer)); told != status::success)
        return told;
    return status::success;
  });
}
