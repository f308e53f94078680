// Error codes in words.

#include "core/kernel/program/runtime/device.h"

#include <algorithm>
#include <array>
#include <utility>

namespace gevo::cuda {

Status& lastError() {
  thread_local Status last = status::success;
  return last;
}

namespace {

struct ErrorText {
  Status status;
  const char* name;
  const char* words;
};

constexpr std::array errors{
    ErrorText{status::success, "cudaSuccess", "no error"},
    ErrorText{status::invalidValue, "cudaErrorInvalidValue", "an argument is not valid"},
    ErrorText{status::memoryAllocation, "cudaErrorMemoryAllocation", "out of memory"},
    ErrorText{status::initializationError, "cudaErrorInitializationError", "the simulated GPU can't run this program"},
    ErrorText{status::invalidConfiguration, "cudaErrorInvalidConfiguration", "the launch configuration is not valid"},
    ErrorText{status::invalidSymbol, "cudaErrorInvalidSymbol", "no such device variable"},
    ErrorText{status::hostMemoryAlreadyRegistered, "cudaErrorHostMemoryAlreadyRegistered", "the host memory is registered already"},
    ErrorText{status::hostMemoryNotRegistered, "cudaErrorHostMemoryNotRegistered", "the host memory was never registered"},
    ErrorText{status::invalidDevicePointer, "cudaErrorInvalidDevicePointer", "not a device pointer"},
    ErrorText{status::invalidMemcpyDirection, "cudaErrorInvalidMemcpyDirection", "no such copy direction"},
    ErrorText{status::missingConfiguration, "cudaErrorMissingConfiguration", "a launch without configuration"},
    ErrorText{status::invalidDeviceFunction, "cudaErrorInvalidDeviceFunction", "no such kernel"},
    ErrorText{status::invalidDevice, "cudaErrorInvalidDevice", "no such device: there is only device 0"},
    ErrorText{status::invalidResourceHandle, "cudaErrorInvalidResourceHandle", "not a valid stream or event"},
    ErrorText{status::illegalAddress, "cudaErrorIllegalAddress", "a kernel accessed memory outside of any allocation"},
    ErrorText{status::launchTimeout, "cudaErrorLaunchTimeout", "a kernel did not end"},
    ErrorText{status::hardwareStackError, "cudaErrorHardwareStackError", "a kernel's stack overflowed"},
    ErrorText{status::misalignedAddress, "cudaErrorMisalignedAddress", "a kernel accessed a misaligned address"},
    ErrorText{status::launchFailure, "cudaErrorLaunchFailure", "a kernel failed"},
    ErrorText{status::notSupported, "cudaErrorNotSupported", "the simulated GPU does not offer this"},
    ErrorText{status::unknown, "cudaErrorUnknown", "an unknown error"},
};

const ErrorText* find(Status status) {
  const auto* found = std::find_if(errors.begin(), errors.end(), [&](const ErrorText& error) { return error.status == status; });
  return found != errors.end() ? &*found : nullptr;
}

} // namespace
} // namespace gevo::cuda

namespace cuda = gevo::cuda;

GEVO_CUDA cuda::Status cudaGetLastError() { return std::exchange(cuda::lastError(), cuda::status::success); }
GEVO_CUDA cuda::Status cudaPeekAtLastError() { return cuda::lastError(); }
GEVO_CUDA const char* cudaGetErrorName(cuda::Status status) {
  const auto* error = cuda::find(status);
  return error != nullptr ? error->name : "cudaErrorOther";
}
GEVO_CUDA const char* cudaGetErrorString(cuda::Status status) {
  const auto* error = cuda::find(status);
  return error != nullptr ? error->words : "an error that the simulated GPU never reports";
}
