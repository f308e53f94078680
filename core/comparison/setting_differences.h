#pragma once

/// In what the settings of runs differ.

#include "core/values/settings.h"

#include <string>
#include <vector>

namespace gevo {

struct SettingDifference {
  std::string setting;             ///< as in JSON output: "search.population"
  std::vector<std::string> values; ///< of each run; empty where it has no such setting
};

/// Without the seed, which is there to differ, the number of a run in its series, and the text of a device's model.
std::vector<SettingDifference> settingDifferences(const std::vector<RunSettings>& runs);

} // namespace gevo
