#pragma once

/// Do several runs agree? Their best after each generation (Liou et al. 2022, Fig. 6), the edits that their best have in common, and
/// which clusters each of them completed.

#include "core/comparison/setting_differences.h"
#include "core/store/store.h"

#include <optional>
#include <string>
#include <vector>

namespace gevo {

struct ComparedRun {
  RunInfo info;
  std::vector<double> speedups; ///< of the best exact variant so far, after each complete generation
  std::uint64_t evaluations = 0;
  std::optional<Individual> best; ///< exact, see bestVariant; its inactive edits are left out. Nothing: none is better than the original
  /// Of `best`; 1 where there is none.
  double speedup() const { return best ? info.fastestOriginal() / best->result.fitness.runtime : 1; }
};

/// Over the runs; one that ended earlier counts with what it ended with.
struct SpreadRow {
  std::uint32_t generation = 0;
  std::size_t runs = 0; ///< that completed this generation
  double best = 1;
  double mean = 1;
  double median = 1;
  double worst = 1;
};

/// What runs have in common: edits are the same that do the same, see editSignature.
struct FoundEdit {
  std::size_t run = 0;   ///< the first that has it, by its place in the comparison
  std::size_t place = 0; ///< in the edits of that run's best
  std::vector<bool> foundBy;
  std::size_t count() const;
};

/// Edits of a run's best that act only together, as far as that was analysed (gevo analyze).
struct FoundCluster {
  std::size_t run = 0;
  EditList edits;
  double gain = 0;                  ///< of all together, as a share of the original's runtime
  std::vector<std::size_t> present; ///< of its edits, how many each run's best has
  std::size_t completeIn() const;   ///< so many runs
  std::size_t inPartIn() const;
};

struct RunComparison {
  std::vector<ComparedRun> runs; ///< in order
  std::vector<SpreadRow> spread; ///< a row for each generation that any of them completed
  std::vector<FoundEdit> edits;  ///< those that most have first; then as the first run that has one
  std::vector<FoundCluster> clusters;
  std::vector<SettingDifference> differences;
  /// Those that completed a generation, which `spread` is of.
  std::size_t begunRuns() const;
};

/// Of the runs that were made on the same device as `run`, by the same model of it: times of others can't be compared. Reads the file,
/// evaluates nothing.
Result<RunComparison> compareRuns(const Store& store, const RunInfo& run);

} // namespace gevo
