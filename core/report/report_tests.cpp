#include "core/format/error_figure.h"
#include "core/format/number.h"
#include "core/format/quantity.h"
#include "core/report/html.h"
#include "core/report/report.h"

#include <algorithm>

namespace gevo::report {

namespace {

std::string resultCell(const EvaluationResult& outcome, Metric metric) {
  if (!outcome.valid()) return fmt::format("<span class=\"bad\">{}</span>", reasonName(outcome.reason));
  return outcome.fitness.error == 0 ? "<span class=\"good\">same results</span>"
                                    : "error " + escaped(formatError(outcome.fitness.error, metric));
}

std::string testsTable(const Facts& facts) {
  HtmlTable table("list", {"Test", "Arguments", "Result", ">Original", ">Variant", ">Speed", "Data races"});
  for (const TestReport& test : facts.tests) {
    const bool valid = test.result.valid();
    std::string races = test.races.empty() ? "none seen" : "";
    for (const std::string& race : test.races) races += (races.empty() ? "" : "<br>") + escaped(race);
    table.add({roleName(test.role), "<code>" + escaped(test.arguments) + "</code>", resultCell(test.result, facts.evaluation().metric),
               formatRuntime(test.originalRuntime), valid ? formatRuntime(test.result.fitness.runtime) : unknownFigure,
               valid ? formatSpeedup(test.originalRuntime / test.result.fitness.runtime) : unknownFigure, races});
  }
  return table.html();
}

std::string heldOutTable(const Facts& facts) {
  if (facts.heldOut.empty()) return element("p", {}, "No held-out test has judged this variant.");
  HtmlTable table("list", {"Held-out arguments", "Result", ">Original", ">Variant", ">Speed", "Others judged on them"});
  for (const HeldOutResult& result : facts.heldOut) {
    std::string arguments;
    for (const std::string& line : result.verdict.arguments)
      arguments += fmt::format("{}<code>{}</code>", arguments.empty() ? "" : "<br>", escaped(line));
    const std::string sentence = escaped(result.verdict.sentence);
    table.add({arguments, result.verdict.passed ? "<span class=\"good\">passed</span>" : "<span class=\"bad\">" + sentence + "</span>",
               formatRuntime(result.verdict.originalRuntime), formatRuntime(result.verdict.runtime),
               formatSpeedup(result.verdict.originalRuntime / result.verdict.runtime),
               result.othersJudged == 0 ? "none" : formatCounted(result.othersJudged, "variant")});
  }
  return table.html();
}

std::string sizes(const std::array<std::uint32_t, 3>& of) {
  std::string text = std::to_string(of[0]);
  if (of[1] > 1 || of[2] > 1) text += fmt::format(" × {}", of[1]);
  if (of[2] > 1) text += fmt::format(" × {}", of[2]);
  return text;
}

std::string launchesTable(const Facts& facts) {
  constexpr std::size_t most = 24;
  HtmlTable table("list", {"Kernel", "Test", ">Blocks", ">Threads a block", ">Dynamic shared bytes", ">Launches"});
  std::size_t rows = 0;
  for (const TestLaunches& test : facts.launches) {
    for (const LaunchShape& shape : test.launches) {
      if (++rows > most) continue;
      const auto kernel = std::ranges::find(facts.subject.project->kernels, shape.kernel, &KernelInfo::name);
      const std::string name = kernel == facts.subject.project->kernels.end() ? shape.kernel : kernel->shownName;
      table.add({"<code>" + escaped(name) + "</code>", fmt::format("{} <code>{}</code>", roleName(test.role), escaped(test.arguments)),
                 sizes(shape.grid), sizes(shape.block), formatCount(shape.dynamicShared), formatCount(shape.count)});
    }
  }
  if (rows == 0) return {};
  std::string html = "<h3>Launches that were validated</h3>\n" + table.html();
  if (rows > most)
    html += element("p", "note", fmt::format("and {} more; the manifest has all of them.", formatCounted(rows - most, "shape")));
  return html;
}

} // namespace

std::string testsSection(const Facts& facts) {
  std::string html = "<h2>What it was tried with</h2>\n";
  html += facts.tests.empty() ? element("p", {}, "The tests could not be run anew: " + escaped(facts.testsProblem)) : testsTable(facts);
  return html + "<h3>Held out from the search</h3>\n" + heldOutTable(facts) + launchesTable(facts);
}

} // namespace gevo::report
