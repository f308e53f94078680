#include "app/gevo/commands.h"
#include "app/gevo/progress_bar.h"
#include "app/gevo/variant.h"
#include "core/inspection/pool_variant_worker.h"
#include "core/patch/stored_patch.h"
#include "core/report/exporter.h"

#include <CLI/CLI.hpp>
#include <map>

namespace gevo {

namespace {

struct ExportOptions {
  std::string file;
  std::string variant = "best";
  std::int64_t run = 0;
  std::string target;
  std::map<report::ExportKind, std::string> paths;
};

/// Takes up to a minute.
SourcePatch makePatch(const ChosenVariant& chosen) {
  ProgressBar bar;
  JobOptions settings;
  settings.progress = [&](const std::string& doing) { bar.show(-1, doing); };
  Result<SourcePatch> patch = storedPatch(*chosen.store, chosen.run, chosen.variant, settings);
  bar.clear();
  // What can't be tried here, without a compiler say, is an illustration that says so.
  return patch ? *std::move(patch) : SourcePatch{PatchState::Illustration, patch.error().message};
}

Result<void> exportAll(const ExportOptions& options) {
  std::string names;
  for (const report::ExportFormat& format : report::exportFormats()) names += fmt::format("{}--{}", names.empty() ? "" : ", ", format.name);
  if (options.paths.empty()) return fail("nothing to export; name a file with one of {}", names);
  Result<ChosenVariant> chosen = chooseVariant(options.file, options.run, options.variant, Store::Access::Read);
  GEVO_TRY(chosen);
  const EvaluationResult& result = chosen->variant.result;
  if (!result.valid())
    fmt::print(stderr, "gevo: variant {} did not pass its tests ({})\n", variantName(chosen->variant.id), reasonName(result.reason));
  GEVO_TRY_ASSIGN(Project project, chosen->store->project());
  std::optional<SourcePatch> patch;
  if (options.paths.contains(report::ExportKind::Patch) && result.valid() && chosen->variant.id != 0) patch = makePatch(*chosen);
  GEVO_TRY_ASSIGN(report::Subject subject, report::readSubject(*chosen->store, std::make_shared<const Project>(std::move(project)),
                                                               chosen->run, chosen->variant.id));

  subject.patch = std::move(patch);
  const auto worker = makeViewWorker(*chosen->store, chosen->run.settings.evaluation);
  report::Exporter exporter(std::move(subject), *worker, {options.target, {}});
  for (const auto& [kind, path] : options.paths) {
    GEVO_TRY_ASSIGN(const report::Exported made, exporter.make(kind));
    GEVO_TRY(report::writeExport(path, made.contents, options.file));
    fmt::print("{}{}{}\n", path, made.note.empty() ? "" : ": ", made.note);
  }
  return {};
}

} // namespace

void addExport(CLI::App& app, int& exitCode) {
  CLI::App* command = app.add_subcommand("export", "Write a variant as code to use, and as text and pages to read");
  auto options = std::make_shared<ExportOptions>();
  command->add_option("file", options->file, "The .gevo file")->required();
  command->add_option("--variant", options->variant, "Id, original, or best: the fastest exact variant not known to fail validation")
      ->capture_default_str();
  command->add_option("--run", options->run, "Number of the run (default: the latest)");
  command->add_option("--target", options->target, "Architecture of PTX and cubin, such as sm_80 (default: the project's)");
  for (const report::ExportFormat& format : report::exportFormats())
    command->add_option_function<std::string>(
        fmt::format("--{}", format.name), [options, kind = format.kind](const std::string& path) { options->paths[kind] = path; },
        format.description);
  command->callback([options, &exitCode] {
    if (Result<void> done = exportAll(*options); !done) exitCode = reportError(done.error());
  });
}

} // namespace gevo
