#include "core/report/report.h"

#include "core/format/error_figure.h"
#include "core/report/html.h"

#include <algorithm>

namespace gevo::report {

namespace {

Result<void> readInto(RunHistory& history, const Store& store, std::int64_t run) {
  GEVO_TRY_ASSIGN(std::vector<VariantRow> variants, store.variants(run));
  history.variants = std::move(variants);
  GEVO_TRY_ASSIGN(std::vector<VariantRow> front, store.frontVariants(run));
  history.front = std::move(front);
  GEVO_TRY_ASSIGN(std::vector<GenerationRow> generations, store.generations(run));
  history.generations = std::move(generations);
  GEVO_TRY_ASSIGN(std::vector<ConfigurationResult> configurations, store.configurationResults(run));
  history.configurations = std::move(configurations);
  return {};
}

/// How far the seed reproduces the variant: not what depends on a clock or on the user.
std::string seedText(const ReportContent& content) {
  const SearchSettings& search = content.subject.run.settings.search;
  if (!isSimulated(content.evaluation()))
    return fmt::format("{}; measured times vary, so another run may find other variants", search.seed);
  return fmt::format("{}: with the same file and settings it reproduces this search{}{}", search.seed,
                     search.seconds > 0 ? " over the same number of generations" : "",
                     isDerived(content.subject.variant.id) ? ", except for changes by hand" : "");
}

} // namespace

Result<RunHistory> readRunHistory(const Subject& subject) {
  GEVO_TRY_ASSIGN(const std::unique_ptr<Store> store, Store::open(subject.file, Store::Access::Read));
  RunHistory history;
  const Result<void> read = store->readTogether([&] { return readInto(history, *store, subject.run.id); });
  GEVO_TRY(read);
  return history;
}

std::string notValidatedSection(const ReportContent& content) {
  std::string items;
  for (const std::string& statement : notValidated(content)) items += element("li", {}, escaped(statement));
  return "<div class=\"caution\" id=\"not-validated\">\n<h3>What was not validated</h3>\n<ul>\n" + items + "</ul>\n</div>\n";
}

std::string settingsSection(const ReportContent& content) {
  const Project& project = *content.subject.project;
  const RunSettings& settings = content.subject.run.settings;
  HtmlTable table("list", {"Setting", "Value"});
  const auto add = [&](std::string_view name, std::string_view value) { table.add({escaped(name), escaped(value)}); };
  std::string files;
  for (const std::string& file : project.build.files) files += (files.empty() ? "" : ", ") + file;
  std::string defines;
  for (const std::string& define : project.build.defines) defines += " -D" + define;
  add("Program", files + defines);
  add("Compiler", fmt::format("{}, for {}", project.compiler, project.build.architecture));
  add("Machine", fmt::format("{} ({})", content.subject.run.device, isSimulated(content.evaluation()) ? "a model, not a GPU" : "measured"));
  add("Search",
      fmt::format("{} mode, {}, error at most {}, data races: {}", modeName(settings.evaluation.mode),
                  metricName(settings.evaluation.metric),
                  settings.evaluation.mode == Mode::Exact ? "0" : formatError(settings.evaluation.tolerance, settings.evaluation.metric),
                  racePolicyName(settings.evaluation.races)));
  add("Seed", seedText(content));
  const SearchSettings& search = settings.search;
  const std::string islands = search.islands > 1 ? fmt::format(" on each of {} islands, which hand their best on every {} generations",
                                                               search.islands, search.migration)
                                                 : "";
  for (std::size_t number = 0; number < search.islandSettings.size(); ++number)
    if (const std::string own = printIslandSettings(search.islandSettings[number]); !own.empty())
      add(fmt::format("Island {}", number + 1), own);
  add("Population",
      fmt::format("{}{}, crossover rate {:g}, mutation rate {:g}", search.population, islands, search.crossoverRate, search.mutationRate));
  add("Variant", fmt::format("{} of run {}, generation {}, {}", variantName(content.subject.variant.id), content.subject.run.id,
                             content.subject.variant.generation, originName(content.subject.variant.origin)));
  add("Code", toHex(content.subject.variant.result.code));
  add("Made by", "GEVO Explorer " + content.toolVersion);
  return "<h2>Machine and settings</h2>\n" + table.html();
}

std::string useSection(const ReportContent& content) {
  const std::string id = variantName(content.subject.variant.id);
  std::string text = "<h2>How to use it</h2>\n";
  text += element("p", {},
                  "The variant replaces GPU code; the host code of the program does not change. Export two files from the "
                  ".gevo file to use it:");
  text += fmt::format("<pre>gevo export FILE.gevo --variant {} --ptx variant.ptx --loader loader.cpp --manifest variant.json</pre>\n", id);
  text += "<ul>\n";
  text += element(
      "li", {},
      fmt::format("<code>variant.ptx</code> is PTX for {}. The CUDA driver compiles it for your GPU.", escaped(content.architecture)));
  text += element("li", {},
                  "<code>loader.cpp</code> contains the same PTX and runs it where the program launches the original with "
                  "<code>&lt;&lt;&lt;&gt;&gt;&gt;</code>. Its first lines explain how to build it.");
  text += "</ul>\n";
  text +=
      element("pre", {},
              "nvcc -cudart shared -o app app.cu loader.cpp\n./app                    # with the variant\nGEVO_VARIANT=off ./app    # the "
              "original, for comparison");
  if (!content.assembler.empty()) text += element("p", "note", "ptxas: " + escaped(content.assembler) + ".");
  return text;
}

std::string reportHtml(const ReportContent& content, const RunHistory& history, Medium medium) {
  std::string body = headSection(content) + storySection(content) + changesSection(content) + editsSection(content) + timeSection(content) +
                     interactionsSection(content) + testsSection(content) + notValidatedSection(content) + searchSection(content, history) +
                     spaceSection(content, history) + useSection(content) + settingsSection(content);
  const std::string title = escaped(titleOf(content.subject));
  std::string html = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     // Whatever text comes from the file, a browser loads and runs nothing.
                     "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  html += element("title", {}, title) + styleSheet(medium) + "</head>\n<body>\n<main>\n" + body;
  html += element(
      "div", "footer",
      fmt::format("Made by GEVO Explorer {} from the .gevo file. {}", escaped(content.toolVersion),
                  isSimulated(content.evaluation()) ? "All times are simulated." : "Times were measured on the device named above."));
  return colored(html + "</main>\n</body>\n</html>\n", medium);
}

} // namespace gevo::report
