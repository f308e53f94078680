#include "core/format/heat_text.h"
#include "core/format/number.h"
#include "core/format/quantity.h"
#include "core/format/source_code.h"
#include "core/format/source_location.h"
#include "core/report/html.h"
#include "core/report/report.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gevo::report {

namespace {

constexpr std::size_t mostEdits = 3; ///< in words

std::string paragraph(std::string_view title, std::string_view html) {
  return html.empty() ? std::string() : element("h3", {}, title) + element("p", {}, html);
}

std::string slowPart(const ReportContent& content) {
  if (!content.heat) return {};
  const Heat& heat = *content.heat;
  const HeatSentence hottest = hottestText(heat, HeatMetric::Cycles);
  if (!hottest.at) return {};
  double cycles = 0;
  for (const KernelHeat& kernel : heat.kernels) cycles += kernel.original.cycles;
  double most = 0;
  for (const HeatLine& line : linesOf(heat)) most = std::max(most, line.original.cycles);
  const LaunchCost launches = launchCost(heat, &KernelHeat::original);
  std::string html;
  if (launches.cycles > most)
    html = escaped(fmt::format("In the original {} of the simulated cycles are the cost of {}, whatever kernels do. Of the rest, ",
                               formatPercent(launches.cycles / cycles), formatCounted(launches.launches, "launch", "launches")));
  else
    html = "In the original ";
  html += escaped(hottest.text);
  if (const std::string code = codeAt(*content.subject.project, *hottest.at); !code.empty())
    html += fmt::format(": <code>{}</code>", escaped(code));
  const auto longest = std::ranges::max_element(heat.kernels, {}, [](const KernelHeat& kernel) { return kernel.original.cycles; });
  return html + fmt::format(". The kernel that takes longest, <code>{}</code>, is bound by {}.",
                            escaped(shownName(*content.subject.project, longest->kernel)), escaped(boundText(longest->original)));
}

/// Active edits, those without which the variant fails first, then by share.
std::vector<std::size_t> editsByShare(const ReportContent& content) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < content.texts.edits.size(); ++i)
    if (content.texts.edits[i].active) places.push_back(i);
  const auto share = [&](std::size_t place) {
    const double known = place < content.shares.size() ? content.shares[place] : unknown;
    return std::isnan(known) ? -std::numeric_limits<double>::infinity() : known;
  };
  std::ranges::stable_sort(places, std::ranges::greater(), share);
  return places;
}

std::string changedPart(const ReportContent& content) {
  const std::vector<std::size_t> places = editsByShare(content);
  if (places.empty()) return {};
  std::string items;
  for (std::size_t i = 0; i < std::min(places.size(), mostEdits); ++i) {
    const EditDescription& edit = content.texts.edits[places[i]];
    const std::string where = formatLocation(edit.target);
    items += element("li", {}, withCodeTags(edit.text) + (where.empty() ? "" : escaped(fmt::format(" ({})", where))));
  }
  if (places.size() > mostEdits)
    items += element("li", {}, fmt::format("and {} more, which are <a href=\"#edits\">below</a>", places.size() - mostEdits));
  std::string html = element("h3", {}, "What changed") + "<ul>\n" + items + "</ul>\n";
  if (content.heat) html += element("p", {}, escaped("It " + heatSummary(*content.heat).text + "."));
  return html;
}

std::string rightPart(const ReportContent& content) {
  const auto passed = std::ranges::count_if(content.tests, [](const TestReport& test) { return test.result.valid(); });
  if (passed == 0 || !content.valid()) return {};
  const bool exact = content.error() == 0;
  std::string text = fmt::format("{} of {}, run again for this report with checks of bounds, uninitialised memory and data races, {} {}.",
                                 passed, formatCounted(content.tests.size(), "test"), passed == 1 ? "gives" : "give",
                                 exact ? "the original's results" : "results within the error above");
  std::size_t heldOut = 0;
  for (const HeldOutResult& result : content.heldOut)
    if (result.validation.passed) heldOut += std::max<std::size_t>(result.validation.arguments.size(), 1);
  if (heldOut > 0) text += fmt::format(" The same holds for {} that the search never used.", formatCounted(heldOut, "input"));
  if (isProven(content.subject)) text += " The CUDA source below was compiled, and passes the same tests.";
  if (!content.promises.empty()) text += " What it relies on beyond that is tested before each launch by the loader.";
  return escaped(text);
}

std::string surePart(const ReportContent& content) {
  std::string text =
      isSimulated(content.evaluation())
          ? fmt::format("Times are those of a model, the {}, and rank variants; on a GPU the gain may differ. ", content.subject.run.device)
          : std::string("Times were measured on the GPU, original and variant in turn. ");
  std::size_t others = 0;
  for (const HeldOutResult& result : content.heldOut) others = std::max(others, result.otherCandidates);
  if (!content.heldOut.empty())
    text += others == 0
                ? std::string("No other variant of the file was tried on its held-out inputs. ")
                : fmt::format("{} of the file {} tried on its held-out inputs too: the more are tried, the likelier one passes by luck. ",
                              formatCounted(others, "other variant"), others == 1 ? "was" : "were");
  return escaped(text) + "See <a href=\"#not-validated\">what was not validated</a>.";
}

} // namespace

std::string storySection(const ReportContent& content) {
  if (content.subject.isOriginal() || !content.valid()) return {};
  return "<h2>In short</h2>\n" + paragraph("What was slow", slowPart(content)) + changedPart(content) +
         paragraph("Why it is right", rightPart(content)) + paragraph("How sure we are", surePart(content));
}

} // namespace gevo::report
