// The helpers of CUDA's samples before CUDA 5, in terms of today's. Written for GEVO Explorer.
#pragma once

#include "helper_cuda.h"
#include "helper_functions.h"
#include "helper_image.h"

#include <cmath>
#include <cstdio>
#include <vector>

typedef bool CUTBoolean;
#define CUTTrue true
#define CUTFalse false

#define CUDA_SAFE_CALL_NO_SYNC(call) checkCudaErrors(call)
#define CUDA_SAFE_CALL(call) checkCudaErrors(call)
#define CUT_SAFE_CALL(call)                                                                                                                \
  do {                                                                                                                                     \
    if (!(call)) {                                                                                                                         \
      std::fprintf(stderr, "error in %s:%d: %s\n", __FILE__, __LINE__, #call);                                                             \
      std::exit(EXIT_FAILURE);                                                                                                             \
    }                                                                                                                                      \
  } while (0)
#define CUT_CHECK_ERROR(message)                                                                                                           \
  do {                                                                                                                                     \
    getLastCudaError(message);                                                                                                             \
    checkCudaErrors(cudaDeviceSynchronize());                                                                                              \
  } while (0)
#define CUT_DEVICE_INIT(argc, argv) findCudaDevice(argc, (const char**)(argv))
#define CUT_EXIT(argc, argv) std::exit(EXIT_SUCCESS)
#define CUT_BANK_CHECKER(array, index) array[index]

#define cutilSafeCall(call) checkCudaErrors(call)
#define cutilSafeCallNoSync(call) checkCudaErrors(call)
#define cutilCheckError(call) CUT_SAFE_CALL(call)
#define cutilCheckMsg(message) getLastCudaError(message)
#define cutilSafeThreadSync() checkCudaErrors(cudaDeviceSynchronize())
#define cutilThreadSynchronize() cudaDeviceSynchronize()
#define cutilDeviceSynchronize() cudaDeviceSynchronize()
#define cutilDeviceReset() cudaDeviceReset()
#define cutilThreadExit(...) cudaDeviceReset()
#define cutilExit(argc, argv) std::exit(EXIT_SUCCESS)
#define cutilDeviceInit(argc, argv) findCudaDevice(argc, (const char**)(argv))
#define cutilChooseCudaDevice(argc, argv) findCudaDevice(argc, (const char**)(argv))
#define cutGetMaxGflopsDeviceId() gpuGetMaxGflopsDeviceId()
#define cutFree(pointer) std::free(pointer)

/// Timers by number, from 1.
inline std::vector<StopWatchInterface*>& gevoTimers() {
  static std::vector<StopWatchInterface*> timers(1, nullptr);
  return timers;
}
inline CUTBoolean cutCreateTimer(unsigned int* timer) {
  *timer = static_cast<unsigned>(gevoTimers().size());
  gevoTimers().push_back(nullptr);
  return sdkCreateTimer(&gevoTimers().back());
}
inline CUTBoolean cutDeleteTimer(unsigned int timer) { return sdkDeleteTimer(&gevoTimers()[timer]); }
inline CUTBoolean cutStartTimer(unsigned int timer) { return sdkStartTimer(&gevoTimers()[timer]); }
inline CUTBoolean cutStopTimer(unsigned int timer) { return sdkStopTimer(&gevoTimers()[timer]); }
inline CUTBoolean cutResetTimer(unsigned int timer) { return sdkResetTimer(&gevoTimers()[timer]); }
inline float cutGetTimerValue(unsigned int timer) { return sdkGetTimerValue(&gevoTimers()[timer]); }
inline float cutGetAverageTimerValue(unsigned int timer) { return sdkGetAverageTimerValue(&gevoTimers()[timer]); }

inline CUTBoolean cutCheckCmdLineFlag(int argc, const char** argv, const char* name) { return checkCmdLineFlag(argc, argv, name); }
inline CUTBoolean cutGetCmdLineArgumenti(int argc, const char** argv, const char* name, int* value) {
  return getCmdLineArgumentValue(argc, argv, name, value);
}
inline CUTBoolean cutGetCmdLineArgumentf(int argc, const char** argv, const char* name, float* value) {
  return getCmdLineArgumentValue(argc, argv, name, value);
}
inline CUTBoolean cutGetCmdLineArgumentstr(int argc, const char** argv, const char* name, char** value) {
  return getCmdLineArgumentString(argc, argv, name, value);
}
inline char* cutFindFilePath(const char* file, const char* program) { return sdkFindFilePath(file, program); }

inline CUTBoolean cutLoadPGMub(const char* file, unsigned char** data, unsigned int* width, unsigned int* height) {
  return sdkLoadPGM(file, data, width, height);
}
inline CUTBoolean cutLoadPGMf(const char* file, float** data, unsigned int* width, unsigned int* height) {
  return sdkLoadPGM(file, data, width, height);
}
inline CUTBoolean cutSavePGMub(const char* file, unsigned char* data, unsigned int width, unsigned int height) {
  return sdkSavePGM(file, data, width, height);
}
inline CUTBoolean cutSavePGMf(const char* file, float* data, unsigned int width, unsigned int height) {
  return sdkSavePGM(file, data, width, height);
}
inline CUTBoolean cutLoadPPM4ub(const char* file, unsigned char** data, unsigned int* width, unsigned int* height) {
  return sdkLoadPPM4(file, data, width, height);
}
inline CUTBoolean cutSavePPM4ub(const char* file, unsigned char* data, unsigned int width, unsigned int height) {
  return sdkSavePPM4ub(file, data, width, height);
}
inline CUTBoolean cutReadFilef(const char* file, float** data, unsigned int* length, bool verbose = false) {
  return sdkReadFile(file, data, length, verbose);
}
inline CUTBoolean cutWriteFilef(const char* file, const float* data, unsigned int length, const float epsilon, bool verbose = false) {
  return sdkWriteFile(file, data, length, epsilon, verbose);
}

inline CUTBoolean cutComparef(const float* reference, const float* data, unsigned int length) {
  return gevoIsAlike(reference, data, length, 0, 0);
}
inline CUTBoolean cutComparei(const int* reference, const int* data, unsigned int length) {
  return gevoIsAlike(reference, data, length, 0, 0);
}
inline CUTBoolean cutComparefe(const float* reference, const float* data, unsigned int length, const float epsilon) {
  return gevoIsAlike(reference, data, length, epsilon, 0);
}
inline CUTBoolean cutCompareL2fe(const float* reference, const float* data, unsigned int length, const float epsilon) {
  return sdkCompareL2fe(reference, data, length, epsilon);
}
