#include "core/kernel/cuda/library.h"

#include <cstdlib>
#include <dlfcn.h>

namespace gevo::cuda {

Result<Library> Library::open(const char* variable, const std::vector<std::string>& names) {
  const char* given = std::getenv(variable);
  const std::vector<std::string> candidates = given != nullptr && *given != '\0' ? std::vector<std::string>{given} : names;
  std::string reason;
  for (const std::string& name : candidates) {
    if (void* handle = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) return Library(handle, name);
    const char* words = ::dlerror();
    reason = words != nullptr ? words : name + " does not load";
  }
  return std::unexpected(Error{reason});
}

void* Library::find(const char* symbol) const { return ::dlsym(handle_, symbol); }

} // namespace gevo::cuda
