#pragma once

/// The "GPU binary" that a host program built by `gevo new` registers: plain LLVM bitcode.

#include "core/base/bytes.h"

namespace gevo::cuda {

/// Argument of __cudaRegisterFatBinary.
struct FatBinaryWrapper {
  int magic;
  int version;
  const void* data;
  void* name;
};
inline constexpr int fatBinaryMagic = 0x466243b1;

/// The bitcode that starts at `data`, whose length is not given; empty for anything else (nvcc's fatbin).
ByteView bitcodeAt(const void* data);

} // namespace gevo::cuda
