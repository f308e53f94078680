#pragma once

/// The headers that a CUDA file begins with, parsed once for many compilations of changed texts: they take three quarters of the time.

#include "core/kernel/compile/compile.h"

namespace gevo::program {

class PrecompiledHeaders {
public:
  /// `folder`: for the files that are made.
  explicit PrecompiledHeaders(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// To add to clang's arguments for a file; none where there is nothing to gain, or clang can't. The code is the same with them.
  std::vector<std::string> argumentsFor(const CompilerSetup& setup, const std::string& file, const std::vector<std::string>& arguments);

private:
  std::filesystem::path folder_;
  std::map<std::string, std::filesystem::path> made_; ///< by headers and arguments; empty: can't be made
};

/// The lines with `#include <...>` that the text begins with, up to the first that is neither one of these nor blank nor a comment: what
/// comes before a header may change what it means.
std::string leadingHeaders(std::string_view text);

} // namespace gevo::program
