#include "app/gevo/commands.h"
#include "app/gevo/progress_bar.h"
#include "app/gevo/variant.h"
#include "core/format/number.h"
#include "core/format/quantity.h"
#include "core/portability/portability.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace gevo {

namespace {

struct PortabilityOptions {
  std::string file;
  std::vector<std::string> variants;
  std::vector<std::string> devices;
  std::int64_t run = 0;
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

void printJson(const Portability& found) {
  nlohmann::json rows = nlohmann::json::array();
  for (const PortabilityRow& row : found.rows)
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const PortabilityCell& cell = row.cells[i];
      nlohmann::json one{
          {"variant", row.variant}, {"device", found.devices[i]}, {"reason", reasonName(cell.reason)}, {"detail", cell.message}};
      if (cell.runs()) one.update({{"original_us", cell.original}, {"runtime_us", cell.runtime}, {"speedup", cell.speedup()}});
      rows.push_back(std::move(one));
    }
  fmt::print("{}\n", rows.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

Result<void> execute(const PortabilityOptions& options) {
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
  ProgressBar bar;
  JobOptions job;
  job.progress = [&](const std::string& doing) { bar.show(-1, doing); };
  const Result<Portability> found = measurePortability(*store, run.settings.evaluation, variants, options.devices, job);
  bar.clear();
  GEVO_TRY(found);
  (options.json ? printJson : printText)(*found);
  return {};
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
  command->add_flag("--json", options->json, "Print JSON");
  command->callback([options, &exitCode] {
    if (options->variants.empty()) options->variants = {"best"};
    if (options->devices.empty()) options->devices = {"sim:h200", "sim:a100", "sim:v100", "sim:rtx4060-laptop"};
    if (Result<void> done = execute(*options); !done) exitCode = reportError(done.error());
  });
}

} // namespace gevo
