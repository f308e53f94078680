#pragma once

/// Where the compiler and the CUDA toolkit are.

#include "core/base/result.h"
#include "core/kernel/toolchain/cuda_toolkit.h"

#include <filesystem>
#include <string>

namespace gevo::program {

/// The version of clang whose bitcode our LLVM reads.
inline constexpr int clangVersion = 22;

struct Clang {
  std::filesystem::path path; ///< clang++
  std::string version;        ///< the first line of --version
};

/// clang++-22 on PATH, or a clang++ on PATH of that version, or the bundle's.
Result<Clang> locateClang();

/// Where it was found, for `gevo doctor`; an error says what to install.
Result<std::string> findClang();

} // namespace gevo::program
