#pragma once

/// Programs for a real GPU: the host's side as `gevo new` builds it, but on CUDA's own runtime, with a variant's PTX in place of the device
/// code. All of CUDA works: streams, graphs, surfaces, closed libraries.

#include "core/kernel/build/build.h"

namespace gevo::program {

/// Runs compilers, but never the program. An error for a program that loads its kernels itself, with the function (cuModuleLoad).
Result<GpuBuild> buildForGpu(const GpuBuildInputs& request, const Progress& progress);

} // namespace gevo::program
