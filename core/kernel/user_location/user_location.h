#pragma once

/// Where code is in the user's own source: functions of the compiler's and CUDA's headers are inlined into it.

#include <string_view>

namespace llvm {
class DILocation;
}

namespace gevo {

/// A header of clang, CUDA, the C++ library or GEVO. Debug information names what is outside of the program's folder by its absolute path.
bool isToolchainHeader(std::string_view path);

/// The innermost location along the chain of inlined functions that has a line and is in no such header; the innermost of all if there is
/// none.
const llvm::DILocation* userLocation(const llvm::DILocation* location);

} // namespace gevo
