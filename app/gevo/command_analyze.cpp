#include "app/gevo/commands.h"
#include "app/gevo/progress_bar.h"
#include "app/gevo/show_variant.h"
#include "core/format/number.h"
#include "core/reduction/minimise_variant.h"

#include <CLI/CLI.hpp>

namespace gevo {

namespace {

struct AnalyzeOptions {
  std::string file;
  std::string variant = "best";
  std::int64_t run = 0;
  bool json = false;
};

/// Saves the smaller variant. A file that can't be written is analysed too.
void save(const AnalyzeOptions& options, std::int64_t run, Individual& smaller) {
  Result<std::unique_ptr<Store>> store = Store::open(options.file, Store::Access::Annotate);
  Result<std::int64_t> id = store ? (*store)->addDerived(run, smaller) : std::unexpected(store.error());
  if (id) {
    smaller.id = *id;
    return;
  }
  fmt::print(stderr, "gevo: the result could not be saved in the file: {}\n", id.error().message);
  smaller.id = smaller.parent;
}

Result<void> analyze(const AnalyzeOptions& options) {
  Result<ChosenVariant> chosen = chooseVariant(options.file, options.run, options.variant, Store::Access::Read);
  GEVO_TRY(chosen);
  const std::string name = variantName(chosen->variant.id);
  const std::size_t before = chosen->variant.edits.size();
  if (!chosen->variant.result.valid()) return fail("variant {} did not pass its tests; give one that did", name);
  if (activeEditCount(chosen->variant) == 0) return fail("variant {} has no edit that does anything; give another one", name);
  ProgressBar bar;
  JobOptions settings;
  settings.progress = [&](const std::string& doing) { bar.show(-1, doing); };
  Result<Analysis> analysis = analyse(*chosen->store, chosen->run, chosen->variant, settings);
  bar.clear();
  GEVO_TRY(analysis);
  chosen->variant = std::move(analysis->variant);
  if (analysis->smaller) save(options, chosen->run.id, chosen->variant);
  if (!options.json)
    fmt::print("{} of the {} of variant {} {}\n", chosen->variant.edits.size(), formatCounted(before, "edit"), name,
               chosen->variant.edits.size() == 1 ? "matters" : "matter");
  return showVariant(*chosen, options.json, analysis->shares);
}

} // namespace

void addAnalyze(CLI::App& app, int& exitCode) {
  CLI::App* command = app.add_subcommand("analyze", "Find the edits of a variant that matter, and what each is worth");
  auto options = std::make_shared<AnalyzeOptions>();
  command->add_option("file", options->file, "The .gevo file; the result is saved in it as a derived variant")->required();
  command->add_option("--variant", options->variant, "Id, or best: the fastest exact variant not known to fail validation")
      ->capture_default_str();
  command->add_option("--run", options->run, "Number of the run (default: the latest)");
  command->add_flag("--json", options->json, "Machine-readable");
  command->callback([options, &exitCode] {
    if (Result<void> done = analyze(*options); !done) exitCode = reportError(done.error());
  });
}

} // namespace gevo
