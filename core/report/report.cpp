#include "core/report/report.h"

#include "core/format/error_figure.h"
#include "core/report/html.h"

#include <algorithm>

namespace gevo::report {

namespace {

Result<void> readInto(RunPicture& picture, const Store& store, std::int64_t run) {
  GEVO_TRY_ASSIGN(std::vector<VariantRow> variants, store.variants(run));
  picture.variants = std::move(variants);
  GEVO_TRY_ASSIGN(std::vector<VariantRow> front, store.frontVariants(run));
  picture.front = std::move(front);
  GEVO_TRY_ASSIGN(std::vector<GenerationRow> generations, store.generations(run));
  picture.generations = std::move(generations);
  return {};
}

/// What finds the variant again: nothing that a clock decided, and nothing that the user did.
std::string seedWords(const Facts& facts) {
  const SearchSettings& search = facts.subject.run.settings.search;
  if (!isSimulated(facts.evaluation())) return fmt::format("{}; measured times vary, so another run may find others", search.seed);
  return fmt::format("{}: with it, the same file and settings find the same again{}{}", search.seed,
                     search.seconds > 0 ? " in as many generations" : "",
                     isDerived(facts.subject.variant.id) ? ", but for what was changed by hand" : "");
}

} // namespace

Result<RunPicture> readRunPicture(const Subject& subject) {
  GEVO_TRY_ASSIGN(const std::unique_ptr<Store> store, Store::open(subject.file, Store::Access::Read));
  RunPicture picture;
  const Result<void> read = store->readTogether([&] { return readInto(picture, *store, subject.run.id); });
  GEVO_TRY(read);
  return picture;
}

std::string unverifiedSection(const Facts& facts) {
  std::string items;
  for (const std::string& sentence : unverified(facts)) items += element("li", {}, escaped(sentence));
  return "<div class=\"caution\" id=\"unverified\">\n<h3>What could not be verified</h3>\n<ul>\n" + items + "</ul>\n</div>\n";
}

std::string settingsSection(const Facts& facts) {
  const Project& project = *facts.subject.project;
  const RunSettings& settings = facts.subject.run.settings;
  HtmlTable table("list", {"What", "Was"});
  const auto add = [&](std::string_view what, std::string_view was) { table.add({escaped(what), escaped(was)}); };
  std::string files;
  for (const std::string& file : project.build.files) files += (files.empty() ? "" : ", ") + file;
  std::string defines;
  for (const std::string& define : project.build.defines) defines += " -D" + define;
  add("Program", files + defines);
  add("Compiler", fmt::format("{}, for {}", project.compiler, project.build.architecture));
  add("Machine", fmt::format("{} ({})", facts.subject.run.device, isSimulated(facts.evaluation()) ? "a model, not a GPU" : "measured"));
  add("Search",
      fmt::format("{} mode, {}, error at most {}, data races: {}", modeName(settings.evaluation.mode),
                  metricName(settings.evaluation.metric),
                  settings.evaluation.mode == Mode::Exact ? "0" : formatError(settings.evaluation.tolerance, settings.evaluation.metric),
                  racePolicyName(settings.evaluation.races)));
  add("Seed", seedWords(facts));
  add("Population", fmt::format("{}, crossover rate {:g}, mutation rate {:g}", settings.search.population, settings.search.crossoverRate,
                                settings.search.mutationRate));
  add("Variant", fmt::format("{} of run {}, generation {}, {}", variantName(facts.subject.variant.id), facts.subject.run.id,
                             facts.subject.variant.generation, originName(facts.subject.variant.origin)));
  add("Code", toHex(facts.subject.variant.result.code));
  add("Made by", "GEVO Explorer " + facts.toolVersion);
  return "<h2>Machine and settings</h2>\n" + table.html();
}

std::string useSection(const Facts& facts) {
  const std::string id = variantName(facts.subject.variant.id);
  std::string text = "<h2>How to use it</h2>\n";
  text += element(
      "p", {},
      "The variant is code for the GPU; the host code of the program stays as it is. Two files put it to use, both exported from the "
      ".gevo file:");
  text += fmt::format("<pre>gevo export FILE.gevo --variant {} --ptx variant.ptx --loader loader.cpp --manifest variant.json</pre>\n", id);
  text += "<ul>\n";
  text += element(
      "li", {},
      fmt::format("<code>variant.ptx</code> is PTX for {}. The CUDA driver compiles it for the GPU at hand.", escaped(facts.architecture)));
  text += element(
      "li", {},
      "<code>loader.cpp</code> holds the same PTX and puts it under the program's own <code>&lt;&lt;&lt;&gt;&gt;&gt;</code> launches. Its "
      "first lines say how to build it.");
  text += "</ul>\n";
  text +=
      element("pre", {},
              "nvcc -cudart shared -o app app.cu loader.cpp\n./app                    # with the variant\nGEVO_VARIANT=off ./app    # the "
              "original, for comparison");
  if (!facts.assembler.empty()) text += element("p", "note", "ptxas: " + escaped(facts.assembler) + ".");
  return text;
}

std::string reportHtml(const Facts& facts, const RunPicture& picture, Medium medium) {
  std::string body = headSection(facts) + changesSection(facts) + editsSection(facts) + testsSection(facts) + unverifiedSection(facts) +
                     searchSection(facts, picture) + useSection(facts) + settingsSection(facts);
  const std::string title = escaped(titleOf(facts.subject));
  std::string html = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     // Whatever a file smuggles in, a browser loads and runs nothing.
                     "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  html += element("title", {}, title) + styleSheet(medium) + "</head>\n<body>\n<main>\n" + body;
  html +=
      element("div", "footer",
              fmt::format("Made by GEVO Explorer {} from what is in the .gevo file. {}", escaped(facts.toolVersion),
                          isSimulated(facts.evaluation()) ? "All times are simulated." : "Times were measured on the device named above."));
  return colored(html + "</main>\n</body>\n</html>\n", medium);
}

} // namespace gevo::report
