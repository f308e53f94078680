// The last error of a thread, and error codes as text.

#include "core/kernel/runtime/device.h"
#include "core/kernel/runtime/error_names.h"

#include <utility>

namespace gevo::cuda {

Status& lastError() {
  thread_local Status last = status::success;
  return last;
}

} // namespace gevo::cuda

namespace cuda = gevo::cuda;

GEVO_CUDA cuda::Status cudaGetLastError() { return std::exchange(cuda::lastError(), cuda::status::success); }
GEVO_CUDA cuda::Status cudaPeekAtLastError() { return cuda::lastError(); }
GEVO_CUDA const char* cudaGetErrorName(cuda::Status status) {
  const auto* error = cuda::errorName(status);
  return error != nullptr && error->runtime != nullptr ? error->runtime : "unrecognized error code";
}
GEVO_CUDA const char* cudaGetErrorString(cuda::Status status) {
  const auto* error = cuda::errorName(status);
  return error != nullptr ? error->text : "unrecognized error code";
}
