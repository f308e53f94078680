#include "core/format/heat_text.h"
#include "core/format/number.h"
#include "core/format/quantity.h"
#include "core/format/source_code.h"
#include "core/report/bounds_picture.h"
#include "core/report/html.h"
#include "core/report/report.h"

#include <algorithm>

namespace gevo::report {

namespace {

constexpr std::size_t mostLines = 8;
constexpr std::size_t mostKernels = 4;
constexpr double leastShare = 0.005; ///< of the cycles of the original

std::string linesTable(const ReportContent& content) {
  const std::vector<HeatLine> lines = hottestLines(*content.heat, HeatMetric::Cycles);
  const double all = sumOf(lines, &HeatLine::original).cycles;
  HtmlTable table("list", {"Line", "Code", ">Original", ">Share", ">Variant"});
  for (std::size_t i = 0; i < std::min(lines.size(), mostLines); ++i) {
    const HeatLine& line = lines[i];
    if (all > 0 && std::max(line.original.cycles, line.variant.cycles) < leastShare * all) break;
    const std::string code = codeAt(*content.subject.project, line.at);
    table.add({escaped(heatPlace(line.at)), code.empty() ? std::string() : "<code>" + escaped(code) + "</code>",
               formatCycles(line.original.cycles), all > 0 ? formatPercent(line.original.cycles / all) : unknownFigure,
               formatCycles(line.variant.cycles)});
  }
  return table.html();
}

std::string kernelFigure(const ReportContent& content, const KernelHeat& kernel) {
  const std::string name = shownName(*content.subject.project, kernel.kernel);
  const std::string caption =
      fmt::format("{}: bound by {} before, by {} after.", name, boundText(kernel.original), boundText(kernel.variant));
  const std::string picture = boundsPicture(kernel, caption);
  return picture.empty() ? std::string() : "<figure>\n" + picture + element("div", "caption", escaped(caption)) + "</figure>\n";
}

/// Those that take longest, by either.
std::vector<const KernelHeat*> longestKernels(const Heat& heat) {
  std::vector<const KernelHeat*> kernels;
  for (const KernelHeat& kernel : heat.kernels) kernels.push_back(&kernel);
  const auto cycles = [](const KernelHeat* kernel) { return std::max(kernel->original.cycles, kernel->variant.cycles); };
  std::ranges::stable_sort(kernels, std::ranges::greater(), cycles);
  if (kernels.size() > mostKernels) kernels.resize(mostKernels);
  return kernels;
}

} // namespace

std::string timeSection(const ReportContent& content) {
  if (!content.heat || content.subject.isOriginal()) return {};
  std::string html = "<h2>Where the time goes</h2>\n";
  html += element("p", "note",
                  fmt::format("Cycles of the {}, over all tests. A kernel takes as long as the part of the machine that it keeps busy "
                              "longest; grey is the original, blue the variant.",
                              escaped(content.heat->device)));
  html += linesTable(content);
  for (const KernelHeat* kernel : longestKernels(*content.heat)) html += kernelFigure(content, *kernel);
  return html;
}

} // namespace gevo::report
