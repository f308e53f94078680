#pragma once

/// The command line of `gevo run`.

#include "core/store/rows.h"
#include "core/values/settings.h"

namespace CLI {
class App;
}

namespace gevo {

struct RunOptions {
  std::string file;
  RunSettings settings;
  std::string from; ///< "RUN", "FILE.gevo" or "FILE.gevo:RUN": start from its front
  RunLabel label;   ///< of the runs that are begun
  bool resume = false;
  bool profile = false;
  bool quiet = false;
  bool json = false;
  bool trust = false;

  /// As written; `readRunOptions` puts them into the settings.
  std::string time;
  std::string mode = "trade-off";
  std::string metric = "max-rel";
  std::string races = "reject";
  std::string across = "mean";
  std::string targets = "executed";
  std::string operators = "all";
  std::vector<std::string> islandSettings;
  std::string parameters = "evolve";
  std::string elites = "0.25";
  std::string target;
  std::string ideas; ///< file of an archive, or "true": the user's own; empty: none
  std::string objectives = "time,error,edits";
  bool keepInactive = false;
  bool uniformOperators = false;
  bool noCounterexamples = false;
  double timingError = 1; ///< percent
  bool noScreen = false;
};

void addRunOptions(CLI::App& command, RunOptions& options);

/// An error names the option. With --resume the settings become those of the file's latest run: its own stop conditions apply where
/// none is given, and it is an error to change a setting that a run can't change.
Result<void> readRunOptions(const CLI::App& command, RunOptions& options);

/// Seconds, of "60s", "10m", "2h" or plain seconds.
Result<double> parseDuration(std::string_view text);

bool hasStopCondition(const SearchSettings& search);

/// What --from names: a file and the number of a run in it, 0 for the latest.
struct FrontLocation {
  std::string file;
  std::int64_t run = 0;
};
FrontLocation parseFrontLocation(const std::string& from, const std::string& ownFile);

} // namespace gevo
