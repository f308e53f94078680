#pragma once

/// A shared library that is searched for at run time.

#include "core/base/result.h"

#include <string>
#include <vector>

namespace gevo::cuda {

class Library {
public:
  /// The library that the environment variable names, else the first of `names` that loads. The error says why the last did not load.
  static Result<Library> open(const char* variable, const std::vector<std::string>& names);

  /// Null if the library does not have it.
  void* find(const char* symbol) const;
  template <class Function> bool fill(Function*& function, const char* symbol) const {
    function = reinterpret_cast<Function*>(find(symbol));
    return function != nullptr;
  }
  const std::string& name() const { return name_; }

private:
  Library(void* handle, std::string name) : handle_(handle), name_(std::move(name)) {}
  void* handle_; ///< never closed: these libraries start threads that can't be stopped
  std::string name_;
};

} // namespace gevo::cuda
