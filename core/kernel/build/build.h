#pragma once

/// From CUDA sources to a project: clang to device IR and host program, one captured run per test.

#include "core/base/hash.h"
#include "core/kernel/build/gpu_recording.h"
#include "core/kernel/build/record_workload.h"
#include "core/kernel/trace/replay.h"
#include "core/values/built_project.h"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <set>

namespace gevo::program {

/// Receives messages of progress ("compiling hotspot.cu", "running test 2 of 3: 160 96 4").
using Progress = std::function<void(const std::string&)>;

/// An Error's details are clang's diagnostics or the program's stderr, as printed. Nothing half-done is returned.
/// On a real GPU only the screens are replayed here, since they run on the simulated one.
Result<BuiltProject> build(const BuildInputs& request, const Progress& progress, const FindGpu& findGpu = {});

/// The steps of a build that another configuration needs too.
struct ConfigurationBuild {
  Project project; ///< base, kernels, outputs; its tests are in `traces`
  std::vector<Trace> traces;
  std::vector<ReplayReport> replayed; ///< per trace; of what ran on a real GPU empty
  std::vector<std::string> problems;  ///< per trace: why that of a fuzz input can't be used; empty: it can
};
/// What workloads of another configuration are compared with.
struct OwnWorkloads {
  std::vector<Trace> traces; ///< per test of the project's own configuration; of others than sampled ones anything
  std::function<Result<OriginalKernels>()> kernels;
};

/// Builds a program in other configurations, and keeps the last one: held-out tests and fresh inputs are recorded one after the other.
class ConfigurationBuilder {
public:
  explicit ConfigurationBuilder(FindGpu findGpu = {});
  ~ConfigurationBuilder();

  /// `key`: of the program (program_key.h); one with another key is built anew. `changedFiles`: as in CompilerSetup. Fuzz inputs come after
  /// the tests; what the program does wrong there is no error. `decisions`: names of the outputs that the host decides by.
  Result<ConfigurationBuild> build(const Hash128& key, const BuildInputs& request,
                                   const std::map<std::filesystem::path, std::string>& changedFiles, const std::set<std::string>& decisions,
                                   const OwnWorkloads& own, const Progress& progress);

private:
  struct Kept;
  FindGpu findGpu_;
  std::unique_ptr<Kept> kept_;
};

} // namespace gevo::program
