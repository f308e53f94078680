#pragma once

/// The current action of the command that starts, pauses and resumes a run, for its button and its menu entry.

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
/// Whether a new run may be set up.
bool mayStartNew(const RunModel& model, const RunController& controller);

} // namespace gevo::ui
