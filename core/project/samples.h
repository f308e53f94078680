#pragma once

/// The bundled samples: ordinary CUDA programs in resources/samples, each with a small manifest; some with a
/// .gevo file beside their folder.

#include "core/base/result.h"
#include "core/values/host_run_settings.h"

#include <filesystem>
#include <string>
#include <vector>

namespace gevo {

struct Sample {
  std::string name;
  std::string summary;
  std::filesystem::path source; ///< its .cu
  std::vector<std::string> screen;
  std::vector<std::string> tests;
  std::vector<std::string> heldOut;
  std::filesystem::path prebuilt;        ///< a .gevo file that was made from it, for machines without a CUDA toolkit; empty: none
  std::vector<std::string> kernels = {}; ///< that evolve; empty: all
  HostRunSettings hostRun = {};
  std::vector<std::string> gpuTests = {}; ///< instead of the others, on a real GPU
  std::vector<std::string> gpuHeldOut = {};
  std::vector<std::string> parameters = {}; ///< as --parameter gives them
  std::vector<std::string> requirements = {};
  std::vector<std::string> fuzz = {};
  bool declaresParameters = false;           ///< there are no others, and maybe none
  std::vector<std::string> synthesised = {}; ///< functions that programs are evolved for
};

Result<std::vector<Sample>> listSamples();
/// An error lists the samples there are.
Result<Sample> findSample(const std::string& name);

} // namespace gevo
