#pragma once

/// Compares the simulated GPU's times of a file's variants with those measured on a real one: `gevo fidelity`.

#include "core/fidelity/rank_correlation.h"
#include "core/store/store.h"
#include "core/values/device_comparison.h"

#include <filesystem>
#include <functional>
#include <memory>

namespace gevo {

struct ProjectFidelity;

struct FidelitySettings {
  std::string device = "cuda";  ///< unused with `measured`
  std::string model;            ///< as EvaluationSettings has it
  std::uint32_t variants = 300; ///< to compare, at most
  double relativeError = 0.01;  ///< of a measured ratio
  double searchSeconds = 60;    ///< at most, where a file's runs have too few variants; 0: only those of its runs
  std::uint64_t seed = 1;       ///< of that search
  std::uint32_t workers = 0;    ///< 0: one per core
  /// Of an earlier comparison: its variants of stored runs are simulated again, but not measured again.
  std::shared_ptr<const std::vector<ProjectFidelity>> measured;
  std::string workerProgram; ///< path of gevo-worker; empty: beside the running program
  std::function<void(double share, const std::string& doing)> progress = [](double, const std::string&) {};
};

/// One variant of a stored run, or of a search that was made for the comparison.
struct FidelityVariant {
  std::string name; ///< "run 2, variant 813", "search, variant 90"
  EditList edits;
  Hash128 code; ///< of its IR
  double runtime = 0;
};

struct ComparedVariant {
  std::string name;
  Hash128 machineCode;
  std::vector<ComparedTest> tests;
  FidelityPoint point;
};

struct ProjectFidelity {
  std::string name;  ///< of the project
  std::string gpu;   ///< as shown
  std::string model; ///< "simulated H200"
  std::size_t fromRuns = 0;
  std::size_t fromSearch = 0;
  std::size_t sameCode = 0;          ///< had the machine code of another one
  std::size_t rejectedSimulated = 0; ///< by the chosen model's GPU
  std::vector<std::string> failures; ///< on the real GPU: "run 2, variant 813: out of bounds (...)"
  std::vector<ComparedVariant> variants;
  FidelityFigures figures;
};

/// Blocks. An error concerns the whole file; variants that fail are counted.
Result<ProjectFidelity> compareWithGpu(const std::filesystem::path& file, const FidelitySettings& settings);

/// Valid variants with different code, of all runs of a file, evenly over their runtimes where there are more than `most`.
Result<std::vector<FidelityVariant>> variantsOfRuns(const Store& store, const std::string& prefix, std::size_t most);

/// Sums over its tests, as shares of the original's. Infinite error where one is not known.
FidelityPoint pointOf(const std::vector<ComparedTest>& tests);

} // namespace gevo
