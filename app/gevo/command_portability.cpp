#include "app/gevo/commands.h"
#include "app/gevo/progress_bar.h"
#include "app/gevo/variant.h"
#include "core/base/file.h"
#include "core/devices/examine.h"
#include "core/format/number.h"
#include "core/format/quantity.h"
#include "core/portability/portability_text.h"
#include "core/report/portability_plot.h"
#include "core/values/device_name.h"

#include <CLI/CLI.hpp>

namespace gevo {

namespace {

struct PortabilityOptions {
  std::string file;
  std::vector<std::string> variants;
  std::vector<std::string> devices;
  std::int64_t run = 0;
  std::string plot;
  bool trust = false;
  bool json = false;
};

void printText(const Portability& found) {
  std::vector<std::string> head{"variant"};
  for (const std::string& device : found.devices) head.push_back(">" + device);
  Table table(head);
  std::vector<std::string> reasons;
  for (const PortabilityRow& row : found.rows) {
    std::vector<std::string> cells{variantName(row.variant)};
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const PortabilityCell& cell = row.cells[i];
      cells.push_back(cell.runs() ? formatSpeedup(cell.speedup()) : reasonName(cell.reason));
      if (!cell.runs()) reasons.push_back(fmt::format("{} on {}: {}", variantName(row.variant), found.devices[i], cell.message));
    }
    table.add(std::move(cells));
  }
  fmt::print("{}", table.text());
  for (const std::string& reason : reasons) fmt::print("\n{}\n", reason);
}

/// The built-in ones; a worker knows them.
Result<std::vector<std::string>> simulatedDevices() {
  GEVO_TRY_ASSIGN(const MachineReport machine, examineMachine());
  std::vector<std::string> ids;
  for (const DeviceChoice& device : machine.devices)
    if (!isGpu(device.id)) ids.push_back(device.id);
  return ids;
}

Result<void> execute(const PortabilityOptions& options) {
  if (!options.plot.empty() && !options.plot.ends_with(".svg"))
    return fail("{} is not a file name for a plot; it must end in .svg", options.plot);
  if (options.trust) GEVO_TRY(trustFileHere(options.file));
  std::vector<Individual> variants;
  RunInfo run;
  std::unique_ptr<Store> store;
  for (const std::string& name : options.variants) {
    GEVO_TRY_ASSIGN(ChosenVariant chosen, chooseVariant(options.file, options.run, name, Store::Access::Read));
    variants.push_back(std::move(chosen.variant));
    run = std::move(chosen.run);
    store = std::move(chosen.store);
  }
  std::vector<std::string> devices = options.devices;
  if (devices.empty()) {
    GEVO_TRY_ASSIGN(devices, simulatedDevices());
  }
  ProgressBar bar;
  JobOptions job;
  job.progress = [&](const std::string& doing) { bar.show(-1, doing); };
  const Result<Portability> found = measurePortability(*store, run.settings.evaluation, variants, devices, job);
  bar.clear();
  GEVO_TRY(found);
  options.json ? fmt::print("{}\n", portabilityJson(*found)) : printText(*found);
  return options.plot.empty() ? Result<void>() : writeFile(options.plot, report::portabilitySvg(*found));
}

} // namespace

void addPortability(CLI::App& app, int& exitCode) {
  CLI::App* command = app.add_subcommand("portability", "What variants gain on other devices");
  auto options = std::make_shared<PortabilityOptions>();
  command->add_option("file", options->file, "The .gevo file")->required();
  command->add_option("--variant", options->variants, "Ids, best or original; may be given several times (default: best)");
  command->add_option("--device", options->devices, "sim:h200,sim:a100,sim:v100,cuda:0 ... (default: the built-in simulated ones)")
      ->delimiter(',');
  command->add_option("--run", options->run, "Number of the run (default: the latest)");
  command->add_flag("--trust", options->trust, "Allow the program of a file from elsewhere to run here, as for gevo run");
  command->add_option("--plot", options->plot, "A picture to write, FILE.svg: a bar for each variant on each device");
  command->add_flag("--json", options->json, "Print JSON");
  command->callback([options, &exitCode] {
    if (options->variants.empty()) options->variants = {"best"};
    if (Result<void> done = execute(*options); !done) exitCode = reportError(done.error());
  });
}

} // namespace gevo
