#include "app/gevo/commands.h"
#include "app/gevo/progress_bar.h"
#include "core/base/file.h"
#include "core/devices/model_file.h"
#include "core/format/number.h"
#include "core/report/fidelity_page.h"
#include "core/values/device_name.h"

#include <CLI/CLI.hpp>
#include <ctime>

namespace gevo {

namespace {

struct FidelityOptions {
  std::vector<std::string> files;
  FidelitySettings settings;
  std::string model = "sim";
  std::string output;
  std::string measured;
  bool json = false;
};

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm date{};
  gmtime_r(&now, &date);
  return fmt::format("{:04}-{:02}-{:02}", date.tm_year + 1900, date.tm_mon + 1, date.tm_mday);
}

Result<void> readModel(FidelityOptions& options) {
  EvaluationSettings settings;
  settings.device = options.model;
  GEVO_TRY(readModelFile(settings));
  options.settings.model = settings.model.empty() ? options.model : settings.model;
  return {};
}

Result<void> readMeasured(FidelityOptions& options) {
  if (options.measured.empty()) return {};
  GEVO_TRY_ASSIGN(const std::string text, readFile(options.measured));
  Result<std::vector<ProjectFidelity>> projects = report::parseFidelityJson(text);
  if (!projects) return std::unexpected(Error{options.measured + ": " + projects.error().message, projects.error().details});
  options.settings.measured = std::make_shared<const std::vector<ProjectFidelity>>(std::move(*projects));
  return {};
}

void printText(const report::FidelityReport& facts) {
  Table table({"project", ">variants", ">cubins", ">failed", ">span", ">pairs", ">Spearman", ">Kendall", ">error"});
  for (const ProjectFidelity& project : facts.projects) {
    const FidelityFigures& figures = project.figures;
    table.add({project.name, fmt::format("{}", project.fromRuns + project.fromSearch), fmt::format("{}", figures.points),
               fmt::format("{}", project.failures.size()), formatPercent(figures.span), fmt::format("{}", figures.pairs),
               report::correlationText(figures.spearman), report::correlationText(figures.kendall),
               figures.points > 0 ? formatPercent(figures.percentageError) : unknownFigure});
  }
  const auto addMedians = [&](const std::string& name, const report::FidelityMedians& medians) {
    table.add({name, "", "", "", "", "", report::correlationText(medians.spearman), report::correlationText(medians.kendall),
               medians.percentageError ? formatPercent(*medians.percentageError) : unknownFigure});
  };
  const report::FidelityMedians telling = report::tellingMediansOf(facts.projects);
  addMedians(report::tellingMedianName(telling), telling);
  addMedians("median of all", report::mediansOf(facts.projects));
  fmt::print("{} against {}\n\n{}", facts.model, facts.projects.front().gpu, table.text());
  for (const ProjectFidelity& project : facts.projects)
    if (!project.failures.empty()) fmt::print("\n{}: {}\n", project.name, project.failures.front());
}

Result<void> writeFiles(const std::string& page, const report::FidelityReport& facts) {
  if (page.empty()) return {};
  GEVO_TRY(writeFile(page, report::fidelityHtml(facts)));
  return writeFile(std::filesystem::path(page).replace_extension(".json"), report::fidelityJson(facts));
}

/// A file that can't be compared is reported and skipped; it is an error if no file is left.
Result<void> execute(FidelityOptions& options) {
  if (!gpuNumber(options.settings.device))
    return fail("{} is not a GPU that can be measured; give cuda or cuda:N", options.settings.device);
  if (!options.output.empty() && !options.output.ends_with(".html"))
    return fail("{} is not a file name for a page; it must end in .html", options.output);
  GEVO_TRY(readModel(options));
  GEVO_TRY(readMeasured(options));
  ProgressBar bar;
  options.settings.progress = [&](double share, const std::string& doing) { bar.show(share, doing); };
  report::FidelityReport facts{options.model, today(), {}};
  std::optional<Error> problem;
  for (const std::string& file : options.files) {
    Result<ProjectFidelity> compared = compareWithGpu(file, options.settings);
    bar.clear();
    if (!compared) {
      problem = compared.error();
      reportError({file + ": " + problem->message, problem->details});
      continue;
    }
    facts.projects.push_back(std::move(*compared));
    // Written after each file, so that an error in a later one loses nothing.
    GEVO_TRY(writeFiles(options.output, facts));
  }
  if (facts.projects.empty()) return fail("no file could be compared");
  options.json ? fmt::print("{}", report::fidelityJson(facts)) : printText(facts);
  if (problem)
    return fail("{} of {} could not be compared", options.files.size() - facts.projects.size(),
                formatCounted(options.files.size(), "file"));
  return {};
}

} // namespace

void addFidelity(CLI::App& app, int& exitCode) {
  CLI::App* command = app.add_subcommand("fidelity", "Compare the simulated GPU's times of variants with a real one's");
  auto options = std::make_shared<FidelityOptions>();
  FidelitySettings& settings = options->settings;
  command->add_option("files", options->files, "The .gevo files")->required();
  command->add_option("--device", settings.device, "cuda, or cuda:N for GPU number N")->capture_default_str();
  command->add_option("--model", options->model, "sim, sim:MODEL, or sim:FILE.toml")->capture_default_str();
  command->add_option("--variants", settings.variants, "Compare at most this many variants of each file")
      ->capture_default_str()
      ->check(CLI::Range(2, 100000));
  command->add_option("--search", settings.searchSeconds, "Seconds to search for more variants where a file's runs have too few; 0: none")
      ->capture_default_str()
      ->check(CLI::NonNegativeNumber);
  command->add_option("--timing-error", settings.relativeError, "Standard error of a measured ratio to reach, as a share of it")
      ->capture_default_str()
      ->check(CLI::Range(0.0001, 1.0));
  command->add_option("--seed", settings.seed, "Random seed of that search")->capture_default_str();
  command->add_option("--workers", settings.workers, "Worker processes (default: one per core)");
  command->add_option("-o,--output", options->output, "A page to write, FILE.html; FILE.json with every point goes beside it");
  command->add_option(
      "--measured", options->measured,
      "The JSON of an earlier comparison: its variants are simulated again, with another model or version, and no GPU is needed");
  command->add_flag("--json", options->json, "Machine-readable, with every point");
  command->callback([options, &exitCode] {
    if (Result<void> done = execute(*options); !done) exitCode = reportError(done.error());
  });
}

} // namespace gevo
