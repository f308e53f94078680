#include "core/kernel/cuda/device/library.h"

#include <cstdlib>
#include <dlfcn.h>

namespace gevo::cuda {

namespace {

/// In a program on libgevocudart, its functions with CUDA's names are visible to all libraries: the driver must not bind to them.
int bindingWithin() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return 0; // which does not go together with it
#else
  return ::dlsym(RTLD_DEFAULT, "cuInit") != nullptr ? RTLD_DEEPBIND : 0;
#endif
}

} // namespace

Result<Library> Library::open(const char* variable, const std::vector<std::string>& names) {
  const char* given = std::getenv(variable);
  const std::vector<std::string> candidates = given != nullptr && *given != '\0' ? std::vector<std::string>{given} : names;
  std::string reason;
  for (const std::string& name : candidates) {
    if (void* handle = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL | bindingWithin())) return Library(handle, name);
    const char* error = ::dlerror();
    reason = error != nullptr ? error : name + " does not load";
  }
  return std::unexpected(Error{reason});
}

void* Library::find(const char* symbol) const { return ::dlsym(handle_, symbol); }

} // namespace gevo::cuda
