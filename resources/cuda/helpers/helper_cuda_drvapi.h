// Checking of calls and choice of a device with the driver API, as CUDA's samples do it. Written for GEVO Explorer.
#pragma once

#include "helper_string.h"

#include <cuda.h>

#include <cstdio>
#include <cstdlib>

#ifndef checkCudaErrors
#define checkCudaErrors(err) __checkCudaErrors(err, __FILE__, __LINE__)
#endif
inline void __checkCudaErrors(CUresult result, const char* file, const int line) {
  if (result == CUDA_SUCCESS) return;
  const char* text = nullptr;
  cuGetErrorString(result, &text);
  std::fprintf(stderr, "CUDA driver error at %s:%d code=%d(%s)\n", file, line, static_cast<int>(result),
               text != nullptr ? text : "unknown");
  std::exit(EXIT_FAILURE);
}

template <class Value> inline void getCudaAttribute(Value* value, CUdevice_attribute attribute, int device) {
  int number = 0;
  __checkCudaErrors(cuDeviceGetAttribute(&number, attribute, device), __FILE__, __LINE__);
  *value = static_cast<Value>(number);
}

inline int gpuGetMaxGflopsDeviceIdDRV() { return 0; }

/// The device of "-device=N", else the first.
inline CUdevice findCudaDeviceDRV(int argc, const char** argv) {
  __checkCudaErrors(cuInit(0), __FILE__, __LINE__);
  CUdevice device = 0;
  __checkCudaErrors(cuDeviceGet(&device, getCmdLineArgumentInt(argc, argv, "device")), __FILE__, __LINE__);
  return device;
}

inline bool checkCudaCapabilitiesDRV(int wantedMajor, int wantedMinor, int device) {
  int major = 0, minor = 0;
  getCudaAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
  getCudaAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
  return major > wantedMajor || (major == wantedMajor && minor >= wantedMinor);
}
