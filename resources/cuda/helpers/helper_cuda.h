// Checking of calls and choice of a device, as CUDA's samples do it. Written for GEVO Explorer.
#pragma once

#include "helper_string.h"

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

inline const char* _cudaGetErrorEnum(cudaError_t error) { return cudaGetErrorName(error); }

/// CUDA's other interfaces have codes of their own, with 0 for success, too.
template <class Code> void check(Code result, const char* call, const char* file, const int line) {
  if (static_cast<int>(result) == 0) return;
  std::fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\"\n", file, line, static_cast<int>(result),
               cudaGetErrorName(static_cast<cudaError_t>(result)), call);
  std::exit(EXIT_FAILURE);
}
#define checkCudaErrors(val) check((val), #val, __FILE__, __LINE__)

inline void gevoLastError(const char* message, const char* file, const int line, bool leave) {
  const cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s(%d): CUDA error: %s: (%d) %s\n", file, line, message, static_cast<int>(error), cudaGetErrorString(error));
  if (leave) std::exit(EXIT_FAILURE);
}
#define getLastCudaError(msg) gevoLastError(msg, __FILE__, __LINE__, true)
#define printLastCudaError(msg) gevoLastError(msg, __FILE__, __LINE__, false)

#ifndef MAX
#define MAX(a, b) (a > b ? a : b)
#endif

inline int ftoi(float value) { return static_cast<int>(value >= 0 ? value + 0.5 : value - 0.5); }

/// Single-precision units of a multiprocessor.
inline int _ConvertSMVer2Cores(int major, int minor) {
  switch (major) {
  case 3:
    return 192;
  case 6:
    return minor == 0 ? 64 : 128;
  case 7:
    return 64;
  case 8:
    return minor == 0 ? 64 : 128;
  default:
    return 128;
  }
}
inline const char* _ConvertSMVer2ArchName(int major, int minor) {
  switch (major) {
  case 3:
    return "Kepler";
  case 5:
    return "Maxwell";
  case 6:
    return "Pascal";
  case 7:
    return minor == 5 ? "Turing" : "Volta";
  case 8:
    return minor == 9 ? "Ada" : "Ampere";
  case 9:
    return "Hopper";
  default:
    return "Blackwell";
  }
}

inline int gpuDeviceInit(int device) {
  int count = 0;
  checkCudaErrors(cudaGetDeviceCount(&count));
  if (count == 0) {
    std::fprintf(stderr, "no CUDA device was found\n");
    std::exit(EXIT_FAILURE);
  }
  if (device < 0) device = 0;
  if (device >= count) return -device;
  checkCudaErrors(cudaSetDevice(device));
  return device;
}

/// The device with most units times clock.
inline int gpuGetMaxGflopsDeviceId() {
  int count = 0, best = 0;
  double most = -1;
  checkCudaErrors(cudaGetDeviceCount(&count));
  for (int device = 0; device < count; ++device) {
    int major = 0, minor = 0, multiprocessors = 0, kiloHertz = 0;
    checkCudaErrors(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
    checkCudaErrors(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device));
    checkCudaErrors(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    checkCudaErrors(cudaDeviceGetAttribute(&kiloHertz, cudaDevAttrClockRate, device));
    const double speed = double(multiprocessors) * _ConvertSMVer2Cores(major, minor) * kiloHertz;
    if (speed > most) most = speed, best = device;
  }
  return best;
}

/// The device of "-device=N", else the fastest.
inline int findCudaDevice(int argc, const char** argv) {
  int device = 0;
  if (checkCmdLineFlag(argc, argv, "device")) {
    device = gpuDeviceInit(getCmdLineArgumentInt(argc, argv, "device"));
    if (device < 0) {
      std::printf("there is no such device\n");
      std::exit(EXIT_FAILURE);
    }
    return device;
  }
  device = gpuGetMaxGflopsDeviceId();
  checkCudaErrors(cudaSetDevice(device));
  int major = 0, minor = 0;
  checkCudaErrors(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
  checkCudaErrors(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device));
  std::printf("GPU Device %d: \"%s\" with compute capability %d.%d\n\n", device, _ConvertSMVer2ArchName(major, minor), major, minor);
  return device;
}
inline int findCudaDevice(int argc, char** argv) { return findCudaDevice(argc, const_cast<const char**>(argv)); }

inline bool checkCudaCapabilities(int wantedMajor, int wantedMinor) {
  int device = 0, major = 0, minor = 0;
  checkCudaErrors(cudaGetDevice(&device));
  checkCudaErrors(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
  checkCudaErrors(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device));
  return major > wantedMajor || (major == wantedMajor && minor >= wantedMinor);
}
