#include "app/gevo/commands.h"
#include "app/gevo/variant.h"
#include "core/protocol/request.h"
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

/// Starts the worker at the first question: an edit list needs none.
class ViewWorker {
public:
  explicit ViewWorker(const ChosenVariant& chosen) : chosen_(chosen) {}

  Result<Bytes> ask(RequestKind kind, Bytes request) {
    if (!pool_) {
      Result<std::unique_ptr<WorkerPool>> started = startViewWorker(*chosen_.store, chosen_.run.settings.evaluation);
      if (!started) return std::unexpected(started.error());
      pool_ = std::move(*started);
    }
    std::optional<JobResult> result;
    pool_->submit(kind, std::move(request), [&](JobResult ended) { result = std::move(ended); });
    while (!result) pool_->wait(std::chrono::seconds(1));
    if (result->failure != JobFailure::None) return std::unexpected(Error{result->message, result->details});
    return std::move(result->reply);
  }

private:
  const ChosenVariant& chosen_;
  std::unique_ptr<WorkerPool> pool_;
};

Result<void> exportAll(const ExportOptions& options) {
  std::string names;
  for (const report::ExportFormat& format : report::exportFormats()) names += fmt::format("{}--{}", names.empty() ? "" : ", ", format.name);
  if (options.paths.empty()) return fail("nothing to export; name a file with one of {}", names);
  Result<ChosenVariant> chosen = chooseVariant(options.file, options.run, options.variant, Store::Access::Read);
  if (!chosen) return std::unexpected(chosen.error());
  const EvaluationResult& outcome = chosen->variant.result;
  if (!outcome.valid())
    fmt::print(stderr, "gevo: variant {} did not pass its tests ({})\n", variantName(chosen->variant.id), reasonName(outcome.reason));
  Result<Project> project = chosen->store->project();
  if (!project) return std::unexpected(project.error());
  Result<report::Subject> subject =
      report::readSubject(*chosen->store, std::make_shared<const Project>(std::move(*project)), chosen->run, chosen->variant.id);
  if (!subject) return std::unexpected(subject.error());

  ViewWorker worker(*chosen);
  report::Exporter exporter(std::move(*subject), [&](RequestKind kind, Bytes request) { return worker.ask(kind, std::move(request)); },
                            {options.target, {}});
  for (const auto& [kind, path] : options.paths) {
    const Result<report::Exported> made = exporter.make(kind);
    if (!made) return std::unexpected(made.error());
    if (Result<void> written = report::writeExport(path, made->contents, options.file); !written) return written;
    fmt::print("{}{}{}\n", path, made->note.empty() ? "" : ": ", made->note);
  }
  return {};
}

} // namespace

void addExport(CLI::App& app, int& exitCode) {
  CLI::App* command = app.add_subcommand("export", "Write a variant as code to use, and as text and pages to read");
  auto options = std::make_shared<ExportOptions>();
  command->add_option("file", options->file, "The .gevo file")->required();
  command->add_option("--variant", options->variant, "Id, original, or best: the fastest exact variant of the front")
      ->capture_default_str();
  command->add_option("--run", options->run, "Number of the run (default: the latest)");
  command->add_option("--target", options->target, "Architecture of PTX and cubin, as sm_80 (default: the project's)");
  for (const report::ExportFormat& format : report::exportFormats())
    command->add_option_function<std::string>(
        fmt::format("--{}", format.name), [options, kind = format.kind](const std::string& path) { options->paths[kind] = path; },
        format.words);
  command->callback([options, &exitCode] {
    if (Result<void> done = exportAll(*options); !done) exitCode = reportError(done.error());
  });
}

} // namespace gevo
