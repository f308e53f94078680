#include "app/gevo/commands.h"
#include "app/gevo/progress_bar.h"
#include "app/gevo/show_variant.h"
#include "core/format/number.h"
#include "core/reduction/interaction_analysis.h"

#include <CLI/CLI.hpp>

namespace gevo {

namespace {

struct AnalyzeOptions {
  std::string file;
  std::string variant = "best";
  std::int64_t run = 0;
  bool json = false;
  std::string svg;
  InteractionSettings interactions;
};

Result<void> analyze(const AnalyzeOptions& options) {
  Result<ChosenVariant> chosen = chooseVariant(options.file, options.run, options.variant, Store::Access::Read);
  GEVO_TRY(chosen);
  const std::string name = variantName(chosen->variant.id);
  const std::size_t before = chosen->variant.edits.size();
  ProgressBar bar;
  JobOptions settings;
  settings.progress = [&](const std::string& doing) { bar.show(-1, doing); };
  Result<InteractionAnalysis> found = analyseInteractions(*chosen->store, chosen->run, chosen->variant, options.interactions, settings);
  bar.clear();
  GEVO_TRY(found);
  // A file that can't be written is analysed too.
  if (const Result<void> saved = keepAnalysis(options.file, chosen->run, *found); !saved)
    fmt::print(stderr, "gevo: the result could not be saved in the file: {}\n", saved.error().message);
  chosen->variant = std::move(found->analysis.variant);
  if (!options.json)
    fmt::print("{} of the {} of variant {} {}\n", chosen->variant.edits.size(), formatCounted(before, "edit"), name,
               chosen->variant.edits.size() == 1 ? "matters" : "matter");
  return showVariant(*chosen, options.json, found->analysis.shares, &found->interactions, options.svg);
}

} // namespace

void addAnalyze(CLI::App& app, int& exitCode) {
  CLI::App* command =
      app.add_subcommand("analyze", "Find the edits of a variant that matter, what each is worth, and which need each other");
  auto options = std::make_shared<AnalyzeOptions>();
  command->add_option("file", options->file, "The .gevo file; the result is saved in it as a derived variant")->required();
  command->add_option("--variant", options->variant, "Id, or best: the fastest exact variant not known to fail validation")
      ->capture_default_str();
  command->add_option("--run", options->run, "Number of the run (default: the latest)");
  command->add_flag("--json", options->json, "Machine-readable");
  InteractionSettings& interactions = options->interactions;
  command
      ->add_option("--tolerance", interactions.tolerance,
                   "Effects of edits that differ by no more are the same, as a share of the runtime (default: 0.01, at most a tenth "
                   "of the gain)")
      ->check(CLI::Range(0.0, 1.0));
  command
      ->add_option("--least-gain", interactions.leastGain, "An edit that changes the runtime by no more does nothing (default: as above)")
      ->check(CLI::Range(0.0, 1.0));
  command->add_option("--max-evaluations", interactions.maxEvaluations, "Subsets of the edits to evaluate for their interactions")
      ->capture_default_str()
      ->check(CLI::Range(1, 1'000'000));
  command->add_option("--workers", interactions.workers, "Evaluations at once (default: one per core)")->check(CLI::Range(1, 1024));
  command->add_option("--svg", options->svg, "Write the graph of the edits that need each other as an SVG file");
  command->callback([options, &exitCode] {
    if (Result<void> done = analyze(*options); !done) exitCode = reportError(done.error());
  });
}

} // namespace gevo
