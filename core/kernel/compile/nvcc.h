#pragma once

/// nvcc's view of a program's kernels: PTX of the original, for runs on a real GPU to measure beside clang's.

#include "core/kernel/compile/compile.h"
#include "core/kernel/device_code/device_code.h"

namespace gevo::program {

struct NvccOriginal {
  NvccCode code;    ///< empty if there is none
  std::string note; ///< why there is none although there is an nvcc
};
/// Needs an nvcc in the toolkit and a program with one .cu file. Flags of the program without an nvcc equivalent are left out.
NvccOriginal compileByNvcc(const CompilerSetup& setup, const InputFiles& files, const DeviceDescription& device);

/// Path of nvcc, or what happens without it.
Result<std::string> findNvcc();

/// PTX in which all global variables can be found by name, as in our modules.
std::string withVisibleSymbols(const std::string& ptx);

} // namespace gevo::program
