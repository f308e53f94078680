// What CUDA programs were written with and CUDA's headers no longer have. GEVO Explorer includes this after them.
#pragma once

#include <cuda_runtime.h>

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

// Warp functions without a mask: of all lanes.
#define __shfl(...) __shfl_sync(0xffffffffu, __VA_ARGS__)
#define __shfl_up(...) __shfl_up_sync(0xffffffffu, __VA_ARGS__)
#define __shfl_down(...) __shfl_down_sync(0xffffffffu, __VA_ARGS__)
#define __shfl_xor(...) __shfl_xor_sync(0xffffffffu, __VA_ARGS__)
#define __any(...) __any_sync(0xffffffffu, __VA_ARGS__)
#define __all(...) __all_sync(0xffffffffu, __VA_ARGS__)
#define __ballot(...) __ballot_sync(0xffffffffu, __VA_ARGS__)

#endif
