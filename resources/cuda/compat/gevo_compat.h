// What CUDA programs were written with and CUDA's headers no longer have. GEVO Explorer includes this after them.
#pragma once

#include <cuda_runtime.h>

#include "gevo_nvcc.h"

#if defined(__cplusplus) && CUDART_VERSION >= 13000

// Names from before the "Device" ones.
static inline cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
static inline cudaError_t cudaThreadExit() { return cudaDeviceReset(); }
static inline cudaError_t cudaThreadSetLimit(cudaLimit limit, size_t value) { return cudaDeviceSetLimit(limit, value); }
static inline cudaError_t cudaThreadGetLimit(size_t* value, cudaLimit limit) { return cudaDeviceGetLimit(value, limit); }
static inline cudaError_t cudaThreadSetCacheConfig(cudaFuncCache config) { return cudaDeviceSetCacheConfig(config); }
static inline cudaError_t cudaThreadGetCacheConfig(cudaFuncCache* config) { return cudaDeviceGetCacheConfig(config); }

// Members that the device's properties had.
struct gevoDeviceProp : cudaDeviceProp {
  int clockRate;
  int deviceOverlap;
  int kernelExecTimeoutEnabled;
  int computeMode;
  int memoryClockRate;
  int singleToDoublePrecisionPerfRatio;
  int cooperativeMultiDeviceLaunch;
  int maxTexture1DLinear;
};
static inline cudaError_t cudaGetDeviceProperties(gevoDeviceProp* properties, int device) {
  const cudaError_t told = cudaGetDeviceProperties(static_cast<cudaDeviceProp*>(properties), device);
  if (told != cudaSuccess) return told;
  cudaDeviceGetAttribute(&properties->clockRate, cudaDevAttrClockRate, device);
  cudaDeviceGetAttribute(&properties->deviceOverlap, cudaDevAttrGpuOverlap, device);
  cudaDeviceGetAttribute(&properties->kernelExecTimeoutEnabled, cudaDevAttrKernelExecTimeout, device);
  cudaDeviceGetAttribute(&properties->computeMode, cudaDevAttrComputeMode, device);
  cudaDeviceGetAttribute(&properties->memoryClockRate, cudaDevAttrMemoryClockRate, device);
  cudaDeviceGetAttribute(&properties->singleToDoublePrecisionPerfRatio, cudaDevAttrSingleToDoublePrecisionPerfRatio, device);
  properties->cooperativeMultiDeviceLaunch = 0;
  properties->maxTexture1DLinear = 0;
  return cudaSuccess;
}
#define cudaDeviceProp gevoDeviceProp

#endif

#include "gevo_cache.h"
#include "gevo_textures.h"

#if defined(__cplusplus) && defined(__CUDA__)

// A symbol's name in quotes, as CUDA took it once: said while compiling, not when the copy fails.
template <size_t N>
__attribute__((unavailable("give the variable itself, not its name in quotes"))) cudaError_t
cudaMemcpyToSymbol(const char (&)[N], const void*, size_t, size_t = 0, cudaMemcpyKind = cudaMemcpyHostToDevice);
template <size_t N>
static inline cudaError_t cudaMemcpyToSymbol(char (&symbol)[N], const void* source, size_t size, size_t offset = 0,
                                             cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return cudaMemcpyToSymbol(static_cast<const void*>(symbol), source, size, offset, kind);
}

// Warp functions without a mask: of all lanes. clang has them for GPUs of before 2017 only; a condition makes ours the better choice.
#define GEVO_FIRST __attribute__((enable_if(true, "")))
#define GEVO_WARP static __device__ __forceinline__
GEVO_WARP int __any(int predicate) GEVO_FIRST { return __any_sync(0xffffffffu, predicate); }
GEVO_WARP int __all(int predicate) GEVO_FIRST { return __all_sync(0xffffffffu, predicate); }
GEVO_WARP unsigned __ballot(int predicate) GEVO_FIRST { return __ballot_sync(0xffffffffu, predicate); }
#define GEVO_SHUFFLE(name, Value, Offset)                                                                                                  \
  GEVO_WARP Value name(Value value, Offset offset, int width = 32) GEVO_FIRST { return name##_sync(0xffffffffu, value, offset, width); }
#define GEVO_SHUFFLES(Value)                                                                                                               \
  GEVO_SHUFFLE(__shfl, Value, int)                                                                                                         \
  GEVO_SHUFFLE(__shfl_up, Value, unsigned)                                                                                                 \
  GEVO_SHUFFLE(__shfl_down, Value, unsigned)                                                                                               \
  GEVO_SHUFFLE(__shfl_xor, Value, int)
GEVO_SHUFFLES(int)
GEVO_SHUFFLES(unsigned)
GEVO_SHUFFLES(long)
GEVO_SHUFFLES(unsigned long)
GEVO_SHUFFLES(long long)
GEVO_SHUFFLES(unsigned long long)
GEVO_SHUFFLES(float)
GEVO_SHUFFLES(double)

#endif
