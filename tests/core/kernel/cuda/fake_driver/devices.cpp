// What the driver says about itself and its GPUs.

#include "state.h"

#include <cstdlib>
#include <cstring>

namespace {

int gpuCount() {
  const auto lines = fake::controls("gpus");
  return lines.empty() ? 1 : std::atoi(lines.back().at(0).c_str());
}

} // namespace

FAKE int cuInit(unsigned) {
  OBEY_ORDERS;
  return 0;
}
FAKE int cuDriverGetVersion(int* version) {
  OBEY_ORDERS;
  const auto lines = fake::controls("version");
  *version = lines.empty() ? 13000 : std::atoi(lines.back().at(0).c_str());
  return 0;
}
FAKE int cuGetErrorName(int status, const char** name) {
  *name = status == 2     ? "CUDA_ERROR_OUT_OF_MEMORY"
          : status == 100 ? "CUDA_ERROR_NO_DEVICE"
          : status == 700 ? "CUDA_ERROR_ILLEGAL_ADDRESS"
          : status == 716 ? "CUDA_ERROR_MISALIGNED_ADDRESS"
                          : "CUDA_ERROR_UNKNOWN";
  return 0;
}
FAKE int cuGetErrorString(int status, const char** text) {
  *text = status == 2     ? "out of memory"
          : status == 100 ? "no CUDA-capable device is detected"
          : status == 700 ? "an illegal memory access was encountered"
          : status == 716 ? "misaligned address"
                          : "unknown error";
  return 0;
}
FAKE int cuDeviceGetCount(int* count) {
  OBEY_ORDERS;
  *count = gpuCount();
  return 0;
}
FAKE int cuDeviceGet(int* device, int number) {
  OBEY_ORDERS;
  *device = number;
  return number < gpuCount() ? 0 : 101;
}
FAKE int cuDeviceGetName(char* name, int bytes, int) {
  OBEY_ORDERS;
  std::strncpy(name, "Fake GPU", static_cast<std::size_t>(bytes));
  return 0;
}
FAKE int cuDeviceGetAttribute(int* value, int attribute, int) {
  OBEY_ORDERS;
  *value = attribute == 75    ? 9
           : attribute == 76  ? 0
           : attribute == 16  ? 4
           : attribute == 33  ? 0x1b
           : attribute == 38  ? 50 << 20
           : attribute == 97  ? 232448
           : attribute == 102 ? 1
           : attribute == 39  ? 2048
           : attribute == 106 ? 24
           : attribute == 82  ? 65536
                              : 0;
  return 0;
}
FAKE int cuDeviceTotalMem_v2(std::size_t* bytes, int) {
  OBEY_ORDERS;
  *bytes = fake::totalBytes;
  return 0;
}
FAKE int cuDeviceGetUuid(unsigned char* uuid, int device) {
  OBEY_ORDERS;
  for (int i = 0; i < 16; ++i) uuid[i] = static_cast<unsigned char>(i + 16 * device);
  return 0;
}

FAKE int nvmlInit_v2() {
  OBEY_ORDERS;
  return 0;
}
FAKE const char* nvmlErrorString(int status) { return status == 3 ? "Not Supported" : "Unknown Error"; }
FAKE int nvmlSystemGetDriverVersion(char* text, unsigned bytes) {
  OBEY_ORDERS;
  std::strncpy(text, "580.00", bytes);
  return 0;
}
FAKE int nvmlDeviceGetHandleByUUID(const char* uuid, void** device) {
  OBEY_ORDERS;
  *device = const_cast<char*>(uuid);
  return std::strncmp(uuid, "GPU-00010203-0405-0607-0809-0a0b0c0d0e0f", 40) == 0 ? 0 : 6;
}
FAKE int nvmlDeviceGetTotalEnergyConsumption(void*, unsigned long long* millijoules) {
  OBEY_ORDERS;
  *millijoules = 1500 + static_cast<unsigned long long>(fake::state().metered * 1e3);
  return 0;
}
FAKE int nvmlDeviceGetClockInfo(void*, int type, unsigned* megahertz) {
  OBEY_ORDERS;
  *megahertz = type == 1 ? 1500 : 2600;
  return 0;
}
FAKE int nvmlDeviceGetMaxClockInfo(void*, int type, unsigned* megahertz) {
  OBEY_ORDERS;
  *megahertz = type == 1 ? 1980 : 2600;
  return 0;
}
FAKE int nvmlDeviceGetMemoryInfo(void*, unsigned long long* memory) {
  OBEY_ORDERS;
  memory[0] = fake::totalBytes;
  memory[1] = fake::totalBytes - fake::state().used;
  memory[2] = fake::state().used;
  return 0;
}
