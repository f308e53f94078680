#include "app/gevo/commands.h"
#include "app/gevo/progress_bar.h"
#include "core/base/file.h"
#include "core/devices/calibrate.h"
#include "core/format/number.h"
#include "core/values/calibration.h"
#include "core/values/device_name.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace gevo {

namespace {

struct CalibrateOptions {
  std::string device = "cuda";
  std::string output;
  CalibrationSettings request;
  bool json = false;
};

void printText(const CalibratedModel& reply, const std::string& output) {
  Table table({"figure", ">measured", ">" + reply.bundled, ">spread", "how"});
  for (const CalibratedFigure& figure : reply.figures)
    table.add({fmt::format("{}.{}", figure.section, figure.key), figure.measured ? fmt::format("{}", figure.value) : unknownFigure,
               fmt::format("{:.6g}", figure.bundled), figure.measured ? fmt::format("{:.2g} %", figure.spread * 100) : "", figure.note});
  fmt::print("{}\n\n{}\n", reply.gpu, table.text());
  for (const std::string& note : reply.notes) fmt::print("{}\n", note);
  fmt::print("the model is in {}; use it with --device sim:{}\n", output, output);
}

void printJson(const CalibratedModel& reply, const std::string& output) {
  nlohmann::json figures = nlohmann::json::array();
  for (const CalibratedFigure& figure : reply.figures)
    figures.push_back({{"section", figure.section},
                       {"key", figure.key},
                       {"measured", figure.measured},
                       {"value", figure.value},
                       {"bundled", figure.bundled},
                       {"spread", figure.spread},
                       {"note", figure.note}});
  const nlohmann::json whole{
      {"gpu", reply.gpu}, {"bundled", reply.bundled}, {"model", output}, {"figures", figures}, {"notes", reply.notes}};
  fmt::print("{}\n", whole.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

Result<void> execute(const CalibrateOptions& options) {
  const std::optional<int> gpu = gpuNumber(options.device);
  if (!gpu) return fail("{} is not a GPU that can be measured; give cuda or cuda:N", options.device);
  // Before minutes of measuring.
  if (!options.output.ends_with(".toml")) return fail("{} is not a file name for a model; it must end in .toml", options.output);
  ProgressBar bar;
  CalibrationJob settings;
  settings.request = options.request;
  settings.request.gpu = *gpu;
  settings.progress = [&](const std::string& doing) { bar.show(-1, doing); };
  const Result<CalibratedModel> reply = calibrate(settings);
  bar.clear();
  GEVO_TRY(reply);
  GEVO_TRY(writeFile(options.output, reply->model));
  options.json ? printJson(*reply, options.output) : printText(*reply, options.output);
  return {};
}

} // namespace

void addCalibrate(CLI::App& app, int& exitCode) {
  CLI::App* command = app.add_subcommand("calibrate", "Measure a GPU and write a model of it for the simulated GPU");
  auto options = std::make_shared<CalibrateOptions>();
  command->add_option("--device", options->device, "cuda, or cuda:N for GPU number N")->capture_default_str();
  command->add_option("-o,--output", options->output, "The model to write, FILE.toml; for gevo run --device sim:FILE.toml")->required();
  command->add_option("--repeats", options->request.repeats, "Repeats of each probe; the median is used")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000));
  command->add_flag("--json", options->json, "Machine-readable");
  command->callback([options, &exitCode] {
    if (Result<void> done = execute(*options); !done) exitCode = reportError(done.error());
  });
}

} // namespace gevo
