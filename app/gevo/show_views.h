#pragma once

/// What `gevo show` prints of runs, each view as text, CSV or JSON.

#include "app/gevo/output.h"
#include "core/store/store.h"

#include <nlohmann/json.hpp>

namespace gevo {

struct ShowOptions {
  std::string file;
  std::int64_t run = 0;
  std::string variant;
  bool front = false;
  bool runs = false;
  bool compare = false;
  bool generations = false;
  bool evaluations = false;
  bool configurations = false;
  bool counterexamples = false;
  bool coverage = false;
  bool nearMisses = false;
  bool heat = false;
  bool counters = false;
  std::string device;          ///< of counters; empty: the run's, if it is a real GPU, else the first
  std::string sort = "cycles"; ///< of heat
  bool json = false;
  bool csv = false;
  bool timings = false;
  bool readOnly = false;
};

Result<void> showFront(const Store& store, const RunInfo& run, const ShowOptions& options);
Result<void> showRuns(const Store& store, const ShowOptions& options);
/// The runs on the same device side by side: how far each came, and what their best have in common. As CSV, the generations.
Result<void> showComparison(const Store& store, const RunInfo& run, const ShowOptions& options);
Result<void> showGenerations(const Store& store, const RunInfo& run, const ShowOptions& options);
/// What the run found in each configuration of the program's parameters, the fastest first; as CSV in the order of the run.
Result<void> showConfigurations(const Store& store, const RunInfo& run, const ShowOptions& options);
/// Inputs on which a variant that led failed, in the order in which they were found.
Result<void> showCounterexamples(const Store& store, const RunInfo& run, const ShowOptions& options);
/// Rejected edits that would make the best variant faster, by reason and line. Evaluates.
Result<void> showNearMisses(const Store& store, const RunInfo& run, const ShowOptions& options);
/// Lines that no test runs, and which share of lines and branches the file's inputs do. Of the file, not of a run.
Result<void> showCoverage(const Store& store, const ShowOptions& options);
/// How many evaluations of complete generations ended for each reason.
Result<void> showReasons(const Store& store, const RunInfo& run);
Result<nlohmann::json> reasonsJson(const Store& store, const RunInfo& run);
/// Every evaluation in full, for comparing runs; clock times only with --timings.
Result<void> showEvaluations(const Store& store, const RunInfo& run, const ShowOptions& options);

/// Text that is not UTF-8 is kept readable instead of throwing.
std::string jsonText(const nlohmann::json& json);
/// The same rows as text, CSV or JSON.
void printTable(const ShowOptions& options, const Table& table, const nlohmann::json& json);

} // namespace gevo
