#pragma once

/// A .gevo file that is to be made from a CUDA program: what `gevo new` and the explorer's assistant ask for.

#include "core/project/samples.h"
#include "core/values/built_project.h"
#include "core/values/project.h"

#include <filesystem>

namespace gevo {

struct NewProject {
  std::filesystem::path file;   ///< the .gevo file
  std::filesystem::path folder; ///< where the program's relative paths start
  BuildSettings build;
  std::vector<std::string> screen; ///< command lines
  std::vector<std::string> tests;
  std::vector<std::string> workloads;         ///< command lines that speedups are told for; weights are the build's
  std::vector<std::string> heldOut;           ///< with places for values (core/inputs)
  std::vector<std::string> outputs;           ///< as BuildSettings::outputs
  std::vector<std::string> parameters = {};   ///< "BLOCK=8,16,32"
  std::vector<std::string> requirements = {}; ///< "BLOCK * BLOCK <= 1024"
  bool findsParameters = true;                ///< others too, in the sources
  bool fuzzesTests = true;                    ///< where no line makes inputs, some are made from the tests
};

/// Of BuildSettings::statisticalRuns, where it is not 0: fewer tell nothing, more take too long.
inline constexpr std::uint32_t fewestStatisticalRuns = 8;
inline constexpr std::uint32_t mostStatisticalRuns = 200;

/// Sets the sample's source, and its tests, kernels and host-run settings where none are given.
void fillFrom(const Sample& sample, NewProject& project);

/// Lines that make fuzz inputs: those given; else none where held-out ones do, or else some made from the tests.
std::vector<std::string> fuzzLinesOf(const NewProject& project);

/// The request to a worker. An error says what is missing.
Result<BuildInputs> buildRequest(const NewProject& project);

/// An error if the file can't be made: it exists and may not be replaced, or a run is writing it.
Result<void> checkTargetFile(const std::filesystem::path& file, bool replace);

/// An old file is replaced only when the new one is complete.
Result<void> storeProject(const std::filesystem::path& file, const Project& project, const std::filesystem::path& folder, bool replace,
                          const ProgramCoverage& coverage = {});

} // namespace gevo
