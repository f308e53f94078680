#pragma once

/// How tests make windows.

#include "ui/window/main_window.h"

namespace gevo::ui {

/// Nothing is remembered for other windows. Without a worker there are no texts of variants.
inline WindowOptions testOptions(std::string worker = "/nowhere/gevo-worker") {
  return {.workerProgram = std::move(worker), .remember = false};
}

/// In the settings of the test's application.
inline WindowOptions rememberingOptions() { return {.workerProgram = "/nowhere/gevo-worker"}; }

} // namespace gevo::ui
