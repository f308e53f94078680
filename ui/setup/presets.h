#pragma once

/// Settings of published runs, and of open-ended and short ones.

#include "core/values/settings.h"

#include <QString>

#include <vector>

namespace gevo::ui {

struct Preset {
  QString name;
  QString tip; ///< where the figures come from
  RunSettings settings;
};

/// The defaults first.
std::vector<Preset> presets();

/// Preset whose search, mode and stop conditions are those of `settings`, whatever the seed, device, workers and use of parameters; -1:
/// none.
int presetOf(const RunSettings& settings);

} // namespace gevo::ui
