#pragma once

/// The trial build: a worker compiles the program, runs it once per test and records what its kernels do. The only work that runs
/// host code; blocks, so the explorer calls it on a thread of its own.

#include "core/base/result.h"
#include "core/values/built_project.h"

#include <functional>
#include <stop_token>

namespace gevo {

struct BuildOptions {
  std::string workerProgram;                        ///< empty: beside the running program
  std::function<void(const std::string&)> progress; ///< each step ("running test 2 of 4: 128 128 4"), on the calling thread
  std::stop_token cancel;                           ///< ends the worker, with the compiler or program that it runs
};

/// An error of a compiler has its diagnostics as details.
Result<BuiltProject> buildProject(const BuildInputs& request, const BuildOptions& options);

/// The program of a trusted project for the real CUDA runtime; nothing of it is run.
Result<GpuBuild> buildForGpu(const GpuBuildInputs& request, const BuildOptions& options);

} // namespace gevo
