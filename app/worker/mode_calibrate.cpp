/// gevo-worker calibrate: measures a GPU. It reads nothing of a project and has no sandbox, which the driver could not work in.

#include "app/worker/modes.h"
#include "app/worker/report.h"
#include "app/worker/request_table.h"
#include "app/worker/restrictions.h"
#include "core/kernel/cuda/calibrate/calibrate.h"
#include "core/protocol/machine.h"

#include <CLI/CLI.hpp>

namespace gevo {

namespace {

int calibrateGpus(int replies) {
  stopCommandsOnTerminate();
  return serve({on<CalibrationSettings>([](const CalibrationSettings& request) { return cuda::calibrate(request, printStep); })}, replies);
}

} // namespace

void addCalibrate(CLI::App& app, Task& task) {
  CLI::App* mode = app.add_subcommand("calibrate", "Measure a GPU and make a model of it for the simulated one");
  mode->callback([&task] { task = calibrateGpus; });
}

} // namespace gevo
