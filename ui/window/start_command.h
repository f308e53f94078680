#pragma once

/// What the one command does now that starts a run, pauses it and goes on with it, for its button and its menu entry alike.

#include "ui/service/run_controller.h"

namespace gevo::ui {

struct StartCommand {
  QString text;
  bool enabled = false;
  bool pauses = false;
};

StartCommand startCommand(const RunModel& model, const RunController& controller);
/// Another process runs the file.
bool runsElsewhere(const RunModel& model, const RunController& controller);

} // namespace gevo::ui
