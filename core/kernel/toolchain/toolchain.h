#pragma once

/// Where the compiler and the CUDA toolkit are.

#include "core/base/result.h"

#include <filesystem>
#include <optional>
#include <string>

namespace gevo::program {

/// The version of clang whose bitcode our LLVM reads.
inline constexpr int clangVersion = 22;

struct Clang {
  std::filesystem::path path; ///< clang++
  std::string version;        ///< the first line of --version
};

/// clang++-22 on PATH, or a clang++ on PATH of that version.
Result<Clang> locateClang();

/// A folder with include/cuda_runtime.h: CUDA_PATH, CUDA_HOME, /usr/local/cuda, the newest /usr/local/cuda-*, the one that
/// nvcc on PATH belongs to, /usr/lib/cuda, in this order. A variable that names a folder without CUDA is an error.
Result<std::filesystem::path> locateCuda();

/// A program on PATH.
std::optional<std::filesystem::path> findProgram(const std::string& name);

/// Where clang 22 and a CUDA toolkit were found, for `gevo doctor`; an error says what to install.
Result<std::string> findClang();
Result<std::string> findCudaToolkit();

} // namespace gevo::program
