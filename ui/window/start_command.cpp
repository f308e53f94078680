#include "ui/window/start_command.h"

#include <QCoreApplication>

namespace gevo::ui {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("gevo::ui::StartCommand", text); }

/// The latest run is resumed, whichever is shown.
QString resumeText(const RunModel& model, bool busy) {
  const std::vector<RunCurve>& runs = model.runs();
  const bool another = !busy && !runs.empty() && runs.back().info.id != model.run().id;
  return another ? tr("Resume run %1").arg(runs.back().info.id) : tr("Resume");
}

} // namespace

bool runsElsewhere(const RunModel& model, const RunController& controller) { return model.writerAlive() && !controller.busy(); }

bool mayStartNew(const RunModel& model, const RunController& controller) {
  return !controller.path().empty() && !controller.onlyFollows() && !runsElsewhere(model, controller) && !controller.busy();
}

StartCommand startCommand(const RunModel& model, const RunController& controller) {
  using State = RunController::State;
  const State state = controller.state();
  const bool busy = controller.busy();
  const bool validating = busy && model.run().status.state == RunState::Validating;
  StartCommand command;
  command.pauses = state == State::Running;
  command.text = command.pauses                             ? tr("Pause")
                 : state == State::Paused || model.hasRun() ? resumeText(model, busy)
                 : busy                                     ? tr("Start")
                                                            : tr("Start…");
  command.enabled = !controller.path().empty() && !controller.onlyFollows() && !runsElsewhere(model, controller) && !validating &&
                    state != State::Starting && state != State::Stopping;
  return command;
}

} // namespace gevo::ui
