#include "core/format/error_figure.h"
#include "core/format/number.h"
#include "core/format/quantity.h"
#include "core/report/html.h"
#include "core/report/report.h"

#include <algorithm>

namespace gevo::report {

namespace {

std::string tile(std::string_view label, std::string_view value, std::string_view className, std::string_view small) {
  return fmt::format("<div class=\"label\">{}</div><div class=\"value {}\">{}</div><div class=\"small\">{}</div>", escaped(label),
                     className, escaped(value), escaped(small));
}

bool isExact(const ReportContent& content) { return content.error() == 0; }

std::string headline(const ReportContent& content) {
  const std::string name = escaped(content.subject.project->name);
  if (content.subject.isOriginal()) return fmt::format("{}: the original", name);
  if (!content.subject.variant.result.valid())
    return fmt::format("{}: variant {} was rejected", name, variantName(content.subject.variant.id));
  if (!content.valid()) return fmt::format("{}: variant {} fails its tests", name, variantName(content.subject.variant.id));
  const double speedup = fastestOriginal(content.subject) / content.runtime();
  const std::string figure = formatSpeedup(fastestOriginal(content.subject) / content.runtime());
  const std::string error =
      isExact(content) ? "with the same results" : "at an error of " + escaped(formatError(content.error(), content.evaluation().metric));
  if (speedup > 1) return fmt::format("{} runs {} as fast {}", name, figure, error);
  return fmt::format("{}: {} of the original's speed, {}", name, figure, error);
}

std::string lead(const ReportContent& content) {
  const EvaluationResult& outcome = content.subject.variant.result;
  if (!outcome.valid()) return fmt::format("{}: {}", reasonName(outcome.reason), escaped(outcome.message));
  if (const TestReport* failed = content.failedTest())
    return fmt::format("It passed its tests in the run. When re-run for this report, it fails the {} <code>{}</code>: {}, {}",
                       roleName(failed->role), escaped(failed->arguments), reasonName(failed->result.reason),
                       escaped(failed->result.message));
  std::string kernels;
  for (const KernelInfo& kernel : content.subject.project->kernels)
    if (content.replaced.contains(kernel.name))
      kernels += fmt::format("{}<code>{}</code>", kernels.empty() ? "" : ", ", escaped(kernel.shownName));
  std::string text = content.subject.isOriginal()
                         ? fmt::format("Its kernels take {} in a run of the tests, {} on the {}.", formatRuntime(content.runtime()),
                                       isSimulated(content.evaluation()) ? "simulated" : "measured", escaped(content.subject.run.device))
                         : fmt::format("Its kernels take {} instead of {} in a run of the tests, {}.", formatRuntime(content.runtime()),
                                       formatRuntime(content.originalRuntime()),
                                       isSimulated(content.evaluation()) ? "by the model of the " + escaped(content.subject.run.device)
                                                                         : "measured on the " + escaped(content.subject.run.device));
  if (const RunInfo& run = content.subject.run; run.report.nvcc.runs())
    text += fmt::format(" Compiled by nvcc, the original takes {}; the speedup is relative to the faster of the two.",
                        formatRuntime(run.nvccRuntime()));
  if (const Fitness& own = content.subject.variant.result.fitness; own.hasEnergy()) {
    const Fitness& original = content.subject.original.result.fitness;
    text += content.subject.isOriginal() || !original.hasEnergy()
                ? fmt::format(" The GPU uses {} for that.", formatEnergy(own.energy))
                : fmt::format(" The GPU uses {} instead of {} for that, {}.", formatEnergy(own.energy), formatEnergy(original.energy),
                              formatPercent(own.energy / original.energy));
  }
  if (!kernels.empty()) text += fmt::format(" Evolution changed {}; the host program stays as it is.", kernels);
  return text;
}

std::string testsTile(const ReportContent& content) {
  const auto passed = std::ranges::count_if(content.tests, [](const TestReport& test) { return test.result.valid(); });
  if (content.tests.empty()) return tile("Tests", "not run", "", "see below");
  const bool all = static_cast<std::size_t>(passed) == content.tests.size();
  return tile("Tests, run for this report", fmt::format("{} of {} passed", passed, content.tests.size()), all ? "good" : "bad",
              all ? "with checks of bounds and races" : "see below");
}

std::string heldOutTile(const ReportContent& content) {
  if (content.heldOut.empty()) return tile("Held-out tests", "not run", "", "inputs that the search never used");
  const bool failed = std::ranges::any_of(content.heldOut, [](const HeldOutResult& result) { return !result.validation.passed; });
  return tile("Held-out tests", failed ? "failed" : "passed", failed ? "bad" : "good", "inputs that the search never used");
}

std::string tiles(const ReportContent& content) {
  const bool valid = content.valid();
  const bool simulated = isSimulated(content.evaluation());
  HtmlTable table("facts", {"", "", "", ""});
  table.add({tile("Speed", valid ? formatSpeedup(fastestOriginal(content.subject) / content.runtime()) : unknownFigure,
                  valid && content.runtime() < fastestOriginal(content.subject) ? "good" : "",
                  simulated ? "simulated, not measured" : "measured"),
             tile("Largest error", valid ? formatError(content.error(), content.evaluation().metric) : unknownFigure,
                  valid && isExact(content) ? "good" : "", fmt::format("{} over all outputs", metricName(content.evaluation().metric))),
             testsTile(content), heldOutTile(content)});
  return table.html();
}

} // namespace

std::string headSection(const ReportContent& content) {
  std::string text = element("p", "over", fmt::format("Report on {}", escaped(titleOf(content.subject))));
  text += element("h1", {}, headline(content));
  const std::string device = fmt::format("<span class=\"chip\">{}</span>", escaped(content.subject.run.device));
  text += element("p", {}, isSimulated(content.evaluation()) ? device : "<span class=\"chip good\">measured</span>" + device);
  text += element("p", "lead", lead(content));
  text += tiles(content);
  return text + element("p", "note", "What was not validated is listed <a href=\"#not-validated\">below the tests</a>.");
}

} // namespace gevo::report
