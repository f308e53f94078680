#pragma once

/// nvcc's view of a program's kernels: PTX of the original, for runs on a real GPU to measure beside clang's.

#include "core/kernel/compile/compile.h"
#include "core/kernel/device_code/device_code.h"

namespace gevo::program {

struct NvccOriginal {
  NvccCode code;    ///< empty where there is none
  std::string note; ///< why there is none, where there is an nvcc; a sentence
};
/// Needs an nvcc in the toolkit and a program with one .cu file. Flags of the program that nvcc has no word for are left out.
NvccOriginal compileByNvcc(const CompilerSetup& setup, const InputFiles& files, const DeviceDescription& device);

/// Path of nvcc, or what goes without it.
Result<std::string> findNvcc();

/// PTX in which everything outside of functions can be found by name, as modules of ours have it.
std::string withVisibleSymbols(const std::string& ptx);

} // namespace gevo::program
