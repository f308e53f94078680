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

bool isExact(const Facts& facts) { return facts.error() == 0; }

std::string headline(const Facts& facts) {
  const std::string name = escaped(facts.subject.project->name);
  if (facts.subject.isOriginal()) return fmt::format("{}: the original", name);
  if (!facts.subject.variant.result.valid()) return fmt::format("{}: variant {} was rejected", name, variantName(facts.subject.variant.id));
  if (!facts.valid()) return fmt::format("{}: variant {} fails its tests", name, variantName(facts.subject.variant.id));
  const double speedup = fastestOriginal(facts.subject) / facts.runtime();
  const std::string figure = formatSpeedup(fastestOriginal(facts.subject) / facts.runtime());
  const std::string error =
      isExact(facts) ? "with the same results" : "at an error of " + escaped(formatError(facts.error(), facts.evaluation().metric));
  if (speedup > 1) return fmt::format("{} runs {} as fast {}", name, figure, error);
  return fmt::format("{}: {} of the original's speed, {}", name, figure, error);
}

std::string lead(const Facts& facts) {
  const EvaluationResult& outcome = facts.subject.variant.result;
  if (!outcome.valid()) return fmt::format("{}: {}", reasonName(outcome.reason), escaped(outcome.detail));
  if (const TestReport* failed = facts.failedTest())
    return fmt::format("It passed them in its run. Tried anew for this report it fails the {} <code>{}</code>: {}, {}",
                       roleName(failed->role), escaped(failed->arguments), reasonName(failed->result.reason),
                       escaped(failed->result.detail));
  std::string kernels;
  for (const KernelInfo& kernel : facts.subject.project->kernels)
    if (facts.replaced.contains(kernel.name))
      kernels += fmt::format("{}<code>{}</code>", kernels.empty() ? "" : ", ", escaped(kernel.shownName));
  std::string text = facts.subject.isOriginal()
                         ? fmt::format("Its kernels take {} for a run of the tests, {} on the {}.", formatRuntime(facts.runtime()),
                                       isSimulated(facts.evaluation()) ? "simulated" : "measured", escaped(facts.subject.run.device))
                         : fmt::format("Its kernels take {} instead of {} for a run of the tests, {}.", formatRuntime(facts.runtime()),
                                       formatRuntime(facts.originalRuntime()),
                                       isSimulated(facts.evaluation()) ? "by the model of the " + escaped(facts.subject.run.device)
                                                                       : "measured on the " + escaped(facts.subject.run.device));
  if (const RunInfo& run = facts.subject.run; run.report.nvcc.runs())
    text += fmt::format(" As nvcc compiles it the original takes {}; the speed is against the faster of the two.",
                        formatRuntime(run.nvccRuntime()));
  if (const Fitness& own = facts.subject.variant.result.fitness; own.hasEnergy()) {
    const Fitness& original = facts.subject.original.result.fitness;
    text += facts.subject.isOriginal() || !original.hasEnergy()
                ? fmt::format(" The card needs {} for that.", formatEnergy(own.energy))
                : fmt::format(" The card needs {} instead of {} for that, {}.", formatEnergy(own.energy), formatEnergy(original.energy),
                              formatPercent(own.energy / original.energy));
  }
  if (!kernels.empty()) text += fmt::format(" Evolution changed {}; the host program stays as it is.", kernels);
  return text;
}

std::string testsTile(const Facts& facts) {
  const auto passed = std::ranges::count_if(facts.tests, [](const TestReport& test) { return test.result.valid(); });
  if (facts.tests.empty()) return tile("Tests", "not run", "", "see below");
  const bool all = static_cast<std::size_t>(passed) == facts.tests.size();
  return tile("Tests, run for this report", fmt::format("{} of {} passed", passed, facts.tests.size()), all ? "good" : "bad",
              all ? "with checks of bounds and races" : "see below");
}

std::string heldOutTile(const Facts& facts) {
  if (facts.heldOut.empty()) return tile("Held-out tests", "not judged", "", "none of the run's inputs");
  const bool failed = std::ranges::any_of(facts.heldOut, [](const HeldOutResult& result) { return !result.verdict.passed; });
  return tile("Held-out tests", failed ? "failed" : "passed", failed ? "bad" : "good", "inputs that the search never saw");
}

std::string tiles(const Facts& facts) {
  const bool valid = facts.valid();
  const bool simulated = isSimulated(facts.evaluation());
  HtmlTable table("facts", {"", "", "", ""});
  table.add(
      {tile("Speed", valid ? formatSpeedup(fastestOriginal(facts.subject) / facts.runtime()) : unknownFigure,
            valid && facts.runtime() < fastestOriginal(facts.subject) ? "good" : "", simulated ? "simulated, not measured" : "measured"),
       tile("Largest error", valid ? formatError(facts.error(), facts.evaluation().metric) : unknownFigure,
            valid && isExact(facts) ? "good" : "", fmt::format("{} over all outputs", metricName(facts.evaluation().metric))),
       testsTile(facts), heldOutTile(facts)});
  return table.html();
}

} // namespace

std::string headSection(const Facts& facts) {
  std::string text = element("p", "over", fmt::format("Report on {}", escaped(titleOf(facts.subject))));
  text += element("h1", {}, headline(facts));
  const std::string device = fmt::format("<span class=\"chip\">{}</span>", escaped(facts.subject.run.device));
  text += element("p", {}, isSimulated(facts.evaluation()) ? device : "<span class=\"chip good\">measured</span>" + device);
  text += element("p", "lead", lead(facts));
  text += tiles(facts);
  return text + element("p", "note", "What could not be verified stands <a href=\"#unverified\">below the tests</a>.");
}

} // namespace gevo::report
