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

std::string testsTable(const ReportContent& content) {
  HtmlTable table("list", {"Test", "Arguments", "Result", ">Original", ">Variant", ">Speed", "Data races"});
  for (const TestReport& test : content.tests) {
    const bool valid = test.result.valid();
    std::string races = test.races.empty() ? "none seen" : "";
    for (const std::string& race : test.races) races += (races.empty() ? "" : "<br>") + escaped(race);
    table.add({kindOf(test), "<code>" + escaped(test.arguments) + "</code>", resultCell(test.result, content.evaluation().metric),
               formatRuntime(test.originalRuntime), valid ? formatRuntime(test.result.fitness.runtime) : unknownFigure,
               valid ? formatSpeedup(test.originalRuntime / test.result.fitness.runtime) : unknownFigure, races});
  }
  return table.html();
}

std::string heldOutTable(const ReportContent& content) {
  if (content.heldOut.empty()) return element("p", {}, "This variant was not validated on held-out tests.");
  HtmlTable table("list", {"Held-out arguments", "Result", ">Original", ">Variant", ">Speed", "Other candidates"});
  for (const HeldOutResult& result : content.heldOut) {
    std::string arguments;
    for (const std::string& line : result.validation.arguments)
      arguments += fmt::format("{}<code>{}</code>", arguments.empty() ? "" : "<br>", escaped(line));
    const std::string message = escaped(result.validation.message);
    table.add({arguments, result.validation.passed ? "<span class=\"good\">passed</span>" : "<span class=\"bad\">" + message + "</span>",
               formatRuntime(result.validation.originalRuntime), formatRuntime(result.validation.runtime),
               formatSpeedup(result.validation.originalRuntime / result.validation.runtime),
               result.otherCandidates == 0 ? "none" : formatCounted(result.otherCandidates, "variant")});
  }
  return table.html();
}

std::string sizes(const std::array<std::uint32_t, 3>& of) {
  std::string text = std::to_string(of[0]);
  if (of[1] > 1 || of[2] > 1) text += fmt::format(" × {}", of[1]);
  if (of[2] > 1) text += fmt::format(" × {}", of[2]);
  return text;
}

std::string launchesTable(const ReportContent& content) {
  constexpr std::size_t most = 24;
  HtmlTable table("list", {"Kernel", "Test", ">Blocks", ">Threads per block", ">Dynamic shared bytes", ">Launches"});
  std::size_t rows = 0;
  for (const TestLaunches& test : content.launches) {
    for (const LaunchShape& shape : test.launches) {
      if (++rows > most) continue;
      const auto kernel = std::ranges::find(content.subject.project->kernels, shape.kernel, &KernelInfo::name);
      const std::string name = kernel == content.subject.project->kernels.end() ? shape.kernel : kernel->shownName;
      table.add({"<code>" + escaped(name) + "</code>", fmt::format("{} <code>{}</code>", roleName(test.role), escaped(test.arguments)),
                 sizes(shape.grid), sizes(shape.block), formatCount(shape.dynamicShared), formatCount(shape.count)});
    }
  }
  if (rows == 0) return {};
  std::string html = "<h3>Tested launches</h3>\n" + table.html();
  if (rows > most)
    html += element("p", "note", fmt::format("and {} more; the manifest has all of them.", formatCounted(rows - most, "shape")));
  return html;
}

} // namespace

std::string testsSection(const ReportContent& content) {
  std::string html = "<h2>Tests</h2>\n";
  html += content.tests.empty() ? element("p", {}, "The tests could not be re-run: " + escaped(content.testsProblem)) : testsTable(content);
  return html + "<h3>Held-out tests</h3>\n" + heldOutTable(content) + launchesTable(content);
}

} // namespace gevo::report
