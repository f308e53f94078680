#pragma once

/// Programs for a real GPU: the host's side as `gevo new` builds it, but on CUDA's own runtime, with a variant's PTX in place of the device
/// code. All that CUDA offers works: streams, graphs, surfaces, closed libraries.

#include "core/kernel/build/build.h"

namespace gevo::program {

/// Runs compilers, and nothing of the program. A program that loads its kernels by itself (cuModuleLoad) is refused by name.
Result<GpuBuild> buildForGpu(const GpuBuildInputs& request, const Progress& progress);

} // namespace gevo::program
