// Names of errors, and driver functions by name.

#include "core/kernel/runtime/driver/driver.h"
#include "core/kernel/runtime/error_names.h"

#include <dlfcn.h>

namespace cuda = gevo::cuda;
using cuda::Status;
namespace status = cuda::status;

namespace {

Status setResult(const char** result, const char* text) {
  if (result == nullptr) return status::invalidValue;
  *result = text;
  return text != nullptr ? status::success : status::invalidValue;
}

/// CUdriverProcAddressQueryResult and its like of the runtime.
constexpr int found = 0, noSuchName = 1;

/// Searches our own functions only.
void* functionNamed(const char* name) {
  Dl_info own{};
  if (name == nullptr || dladdr(reinterpret_cast<const void*>(&functionNamed), &own) == 0) return nullptr;
  void* const library = dlopen(own.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  if (library == nullptr) return nullptr;
  void* const function = dlsym(library, name);
  dlclose(library);
  return function;
}

Status look(const char* name, void** function, int* result) {
  if (function == nullptr) return status::invalidValue;
  *function = functionNamed(name);
  if (result != nullptr) *result = *function != nullptr ? found : noSuchName;
  return *function != nullptr || result != nullptr ? status::success : status::notFound;
}

} // namespace

GEVO_CUDA Status cuGetErrorName(Status error, const char** name) {
  const auto* known = cuda::errorName(error);
  return setResult(name, known != nullptr ? known->driver : nullptr);
}
GEVO_CUDA Status cuGetErrorString(Status error, const char** text) {
  const auto* known = cuda::errorName(error);
  return setResult(text, known != nullptr ? known->text : nullptr);
}

GEVO_CUDA Status cuGetProcAddress(const char* name, void** function, int, std::uint64_t) { return look(name, function, nullptr); }
GEVO_CUDA Status cuGetProcAddress_v2(const char* name, void** function, int, std::uint64_t, int* result) {
  return look(name, function, result);
}
GEVO_CUDA Status cudaGetDriverEntryPoint(const char* name, void** function, unsigned long long, int* result) {
  return cuda::noteError(look(name, function, result));
}
GEVO_CUDA Status cudaGetDriverEntryPointByVersion(const char* name, void** function, unsigned, unsigned long long, int* result) {
  return cuda::noteError(look(name, function, result));
}
