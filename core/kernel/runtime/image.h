#pragma once

/// The "GPU binary" that a host program built by `gevo new` registers: plain LLVM bitcode.

#include "core/base/bytes.h"

namespace gevo::cuda {

/// What __cudaRegisterFatBinary is given.
struct FatBinaryWrapper {
  int magic;
  int version;
  const void* data;
  void* name;
};
inline constexpr int fatBinaryMagic = 0x466243b1;

/// The bitcode that starts at `data`, whose length nobody tells; empty when it is something else (a fatbin of nvcc's).
ByteView bitcodeAt(const void* data);

} // namespace gevo::cuda
