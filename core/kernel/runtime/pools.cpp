// Memory pools. Allocations from a pool are ordinary ones, and freed at once.

#include "core/kernel/runtime/device.h"

#include <cstring>

namespace cuda = gevo::cuda;
using cuda::Device;
using cuda::Status;
using cuda::Stream;
namespace status = cuda::status;

using Pool = void*;

namespace {

/// cudaMemPoolAttr: three switches (int), then sizes (64 bits).
namespace attribute {
constexpr int lastSwitch = 3;
constexpr int releaseThreshold = 4;
constexpr int last = 8;
} // namespace attribute

struct PoolState {
  int switches[attribute::lastSwitch + 1] = {0, 1, 1, 1};
  std::uint64_t releaseThreshold = 0;
};

const Pool defaultPool = reinterpret_cast<Pool>(std::uintptr_t{1});
Pool currentPool = defaultPool;

std::map<Pool, PoolState>& pools() {
  static std::map<Pool, PoolState> all{{defaultPool, {}}};
  return all;
}

template <class Use> Status withPool(Pool pool, Use&& use) {
  return cuda::guarded([&](Device& device) {
    const auto found = pools().find(pool);
    return found != pools().end() ? use(device, found->second) : status::invalidValue;
  });
}

Status tellPool(Pool* result, Pool pool) {
  return cuda::guarded([&](Device&) {
    if (result == nullptr) return status::invalidValue;
    *result = pool;
    return status::success;
  });
}

} // namespace

GEVO_CUDA Status cudaMemPoolCreate(Pool* pool, const void*) {
  static std::uintptr_t next = 1;
  return cuda::guarded([&](Device&) {
    if (pool == nullptr) return status::invalidValue;
    *pool = reinterpret_cast<Pool>(++next);
    pools()[*pool] = {};
    return status::success;
  });
}
GEVO_CUDA Status cudaMemPoolDestroy(Pool pool) {
  return cuda::guarded([&](Device&) {
    if (pool == defaultPool || pools().erase(pool) == 0) return status::invalidValue;
    if (currentPool == pool) currentPool = defaultPool;
    return status::success;
  });
}
GEVO_CUDA Status cudaMemPoolTrimTo(Pool pool, std::size_t) {
  return withPool(pool, [](Device&, PoolState&) { return status::success; });
}
GEVO_CUDA Status cudaMemPoolSetAttribute(Pool pool, int which, const void* value) {
  return withPool(pool, [&](Device&, PoolState& state) {
    if (value == nullptr || which < 1 || which > attribute::last) return status::invalidValue;
    if (which <= attribute::lastSwitch) std::memcpy(&state.switches[which], value, sizeof(int));
    if (which == attribute::releaseThreshold) std::memcpy(&state.releaseThreshold, value, sizeof state.releaseThreshold);
    return status::success; // the others are high marks, which may only be set to 0
  });
}
GEVO_CUDA Status cudaMemPoolGetAttribute(Pool pool, int which, void* value) {
  return withPool(pool, [&](Device& device, PoolState& state) {
    if (value == nullptr || which < 1 || which > attribute::last) return status::invalidValue;
    if (which <= attribute::lastSwitch) {
      std::memcpy(value, &state.switches[which], sizeof(int));
      return status::success;
    }
    // Pools keep nothing, so reserved and used memory are the same.
    const std::uint64_t size = which == attribute::releaseThreshold ? state.releaseThreshold : device.bytesInUse();
    std::memcpy(value, &size, sizeof size);
    return status::success;
  });
}
GEVO_CUDA Status cudaMemPoolSetAccess(Pool pool, const void*, std::size_t) {
  return withPool(pool, [](Device&, PoolState&) { return status::success; });
}
GEVO_CUDA Status cudaMemPoolGetAccess(int* access, Pool pool, const void*) {
  constexpr int readWrite = 3;
  return withPool(pool, [&](Device&, PoolState&) {
    if (access == nullptr) return status::invalidValue;
    *access = readWrite;
    return status::success;
  });
}

GEVO_CUDA Status cudaDeviceGetDefaultMemPool(Pool* pool, int device) {
  return device == 0 ? tellPool(pool, defaultPool) : cuda::noteError(status::invalidDevice);
}
GEVO_CUDA Status cudaDeviceGetMemPool(Pool* pool, int device) {
  return device == 0 ? tellPool(pool, currentPool) : cuda::noteError(status::invalidDevice);
}
GEVO_CUDA Status cudaDeviceSetMemPool(int device, Pool pool) {
  if (device != 0) return cuda::noteError(status::invalidDevice);
  return withPool(pool, [&](Device&, PoolState&) {
    currentPool = pool;
    return status::success;
  });
}
GEVO_CUDA Status cudaMemGetDefaultMemPool(Pool* pool, const void*, int) { return tellPool(pool, defaultPool); }
GEVO_CUDA Status cudaMemGetMemPool(Pool* pool, const void*, int) { return tellPool(pool, currentPool); }
GEVO_CUDA Status cudaMemSetMemPool(const void*, int, Pool pool) { return cudaDeviceSetMemPool(0, pool); }

GEVO_CUDA Status cudaMallocAsync(void** pointer, std::size_t size, Stream);
GEVO_CUDA Status cudaMallocFromPoolAsync(void** pointer, std::size_t size, Pool pool, Stream stream) {
  const Status known = withPool(pool, [](Device&, PoolState&) { return status::success; });
  return known == status::success ? cudaMallocAsync(pointer, size, stream) : known;
}
