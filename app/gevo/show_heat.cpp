#include "app/gevo/show_heat.h"

#include "core/format/heat_text.h"
#include "core/format/number.h"
#include "core/format/source_code.h"
#include "core/inspection/pool_variant_worker.h"

#include <algorithm>
#include <cmath>

namespace gevo {

namespace {

constexpr std::size_t mostLines = 20; ///< of the table for people

/// "-41.0 %"; of what the original has nothing of, "new".
std::string changeText(double original, double variant) {
  if (original <= 0) return variant > 0 ? "new" : unknownFigure;
  const double change = variant / original - 1;
  return (change > 0 ? "+" : "") + formatPercent(change);
}

std::string placeIn(const Project& project, const CodeLine& at) {
  // A file alone needs no name.
  return project.sources.size() == 1 && !at.file.empty() ? fmt::format("{}", at.line) : heatPlace(at);
}

Table linesTable(const Project& project, const std::vector<HeatLine>& lines, HeatMetric metric) {
  const double all = heatOf(sumOf(lines, &HeatLine::original), metric);
  Table table({"line", ">original", ">share", ">variant", ">change", "code"});
  for (std::size_t i = 0; i < std::min(mostLines, lines.size()); ++i) {
    const HeatLine& line = lines[i];
    const double original = heatOf(line.original, metric);
    table.add({placeIn(project, line.at), heatNumber(line.original, metric), all > 0 ? formatPercent(original / all) : unknownFigure,
               heatNumber(line.variant, metric), changeText(original, heatOf(line.variant, metric)), codeAt(project, line.at)});
  }
  return table;
}

/// "4", or "4 → 2".
std::string launchesText(const KernelHeat& kernel) {
  const std::string original = formatCount(kernel.original.launches);
  return kernel.original.launches == kernel.variant.launches ? original
                                                             : fmt::format("{} → {}", original, formatCount(kernel.variant.launches));
}

Table kernelsTable(const Project& project, const Heat& heat) {
  Table table({"kernel", ">launches", ">cycles", ">variant", ">change", "bound by", "variant bound by"});
  for (const KernelHeat& kernel : heat.kernels)
    table.add({shownName(project, kernel.kernel), launchesText(kernel), formatCycles(kernel.original.cycles),
               formatCycles(kernel.variant.cycles), changeText(kernel.original.cycles, kernel.variant.cycles), boundText(kernel.original),
               boundText(kernel.variant)});
  return table;
}

Table boundsTable(const Project& project, const Heat& heat) {
  Table table({"kernel", "part", ">original", ">variant", ">change"});
  for (const KernelHeat& kernel : heat.kernels) {
    const auto original = boundsOf(kernel.original.bounds);
    const auto variant = boundsOf(kernel.variant.bounds);
    for (std::size_t i = 0; i < kernelBoundCount; ++i)
      if (original[i] > 0 || variant[i] > 0)
        table.add({shownName(project, kernel.kernel), boundNames()[i], formatCycles(original[i]), formatCycles(variant[i]),
                   changeText(original[i], variant[i])});
  }
  return table;
}

std::uint64_t sumOf(const std::array<std::uint64_t, instructionKinds>& mix) {
  std::uint64_t sum = 0;
  for (const std::uint64_t count : mix) sum += count;
  return sum;
}

std::string mixShare(const KernelProfile& profile, std::size_t kind) {
  const std::uint64_t all = sumOf(profile.mix);
  return all == 0 ? unknownFigure : formatPercent(static_cast<double>(profile.mix[kind]) / static_cast<double>(all));
}

Table mixTable(const Project& project, const Heat& heat) {
  Table table({"kernel", "instructions", ">original", ">share", ">variant", ">share"});
  for (const KernelHeat& kernel : heat.kernels)
    for (std::size_t i = 0; i < instructionKinds; ++i)
      if (kernel.original.mix[i] > 0 || kernel.variant.mix[i] > 0)
        table.add({shownName(project, kernel.kernel), instructionKindNames()[i], formatCount(kernel.original.mix[i]),
                   mixShare(kernel.original, i), formatCount(kernel.variant.mix[i]), mixShare(kernel.variant, i)});
  return table;
}

/// Every metric of every line.
Table csvTable(const std::vector<HeatLine>& lines) {
  std::vector<std::string> headers{"file", "line"};
  for (const char* side : {"original", "variant"})
    for (const char* what :
         {"cycles", "executions", "load_sectors", "store_sectors", "conflicts", "barriers", "barrier_cycles", "warp_cycles", "divergence"})
      headers.push_back(fmt::format("{}_{}", side, what));
  Table table(headers);
  for (const HeatLine& line : lines) {
    std::vector<std::string> cells{line.at.file, line.at.file.empty() ? "" : std::to_string(line.at.line)};
    for (const HeatCounts& counts : {line.original, line.variant}) {
      cells.push_back(fmt::format("{:.1f}", counts.cycles));
      for (const std::uint64_t count : {counts.executions, counts.loadSectors, counts.storeSectors, counts.conflicts, counts.barriers})
        cells.push_back(std::to_string(count));
      for (const double cycles : {counts.barrierCycles, counts.warpCycles}) cells.push_back(fmt::format("{:.1f}", cycles));
      cells.push_back(std::to_string(counts.divergentBranches));
    }
    table.add(cells);
  }
  return table;
}

nlohmann::json countsJson(const HeatCounts& counts) {
  return {{"cycles", counts.cycles},
          {"executions", counts.executions},
          {"load_sectors", counts.loadSectors},
          {"store_sectors", counts.storeSectors},
          {"conflicts", counts.conflicts},
          {"barriers", counts.barriers},
          {"barrier_cycles", counts.barrierCycles},
          {"warp_cycles", counts.warpCycles},
          {"divergence", counts.divergentBranches}};
}

nlohmann::json profileJson(const KernelProfile& profile) {
  nlohmann::json bounds;
  const auto cycles = boundsOf(profile.bounds);
  for (std::size_t i = 0; i < kernelBoundCount; ++i) bounds[boundNames()[i]] = cycles[i];
  nlohmann::json mix;
  for (std::size_t i = 0; i < instructionKinds; ++i) mix[instructionKindNames()[i]] = profile.mix[i];
  nlohmann::json counts = countsJson(profile.counts);
  counts.erase("cycles");
  return {{"launches", profile.launches},
          {"cycles", profile.cycles},
          {"simulated_us", profile.microseconds},
          {"counts", counts},
          {"bound_by", profile.launches == 0 ? nlohmann::json() : nlohmann::json(boundNames()[largestBound(profile.bounds)])},
          {"bounds", bounds},
          {"instructions", mix}};
}

nlohmann::json linesJson(const std::vector<HeatLine>& lines) {
  nlohmann::json rows = nlohmann::json::array();
  for (const HeatLine& line : lines)
    rows.push_back({{"file", line.at.file},
                    {"line", line.at.file.empty() ? nlohmann::json() : nlohmann::json(line.at.line)},
                    {"original", countsJson(line.original)},
                    {"variant", countsJson(line.variant)}});
  return rows;
}

void printJson(const Project& project, const ChosenVariant& chosen, const Heat& heat, HeatMetric metric) {
  nlohmann::json kernels = nlohmann::json::array();
  for (const KernelHeat& kernel : heat.kernels)
    kernels.push_back({{"kernel", kernel.kernel},
                       {"shown", shownName(project, kernel.kernel)},
                       {"original", profileJson(kernel.original)},
                       {"variant", profileJson(kernel.variant)},
                       {"lines", linesJson(kernel.lines)}});
  fmt::print("{}\n", jsonText({{"id", chosen.variant.id},
                               {"device", heat.device},
                               {"tests", heat.tests},
                               {"summary", (chosen.variant.edits.empty() ? hottestText(heat, metric) : heatSummary(heat)).text},
                               {"sorted_by", heatMetricName(metric)},
                               {"lines", linesJson(hottestLines(heat, metric))},
                               {"kernels", kernels}}));
}

void printText(const Project& project, const ChosenVariant& chosen, const Heat& heat, HeatMetric metric) {
  std::vector<HeatLine> lines = hottestLines(heat, metric);
  std::erase_if(lines, [&](const HeatLine& line) { return heatOf(line.original, metric) <= 0 && heatOf(line.variant, metric) <= 0; });
  if (chosen.variant.edits.empty())
    fmt::print("the original: {}\n", hottestText(heat, metric).text);
  else
    fmt::print("variant {} {}\n", variantName(chosen.variant.id), heatSummary(heat).text);
  fmt::print("{}, {}; {} by line\n\n", heat.device, formatCounted(heat.tests.size(), "test"), heatMetricTitle(metric));
  fmt::print("{}", lines.empty() ? fmt::format("neither the original nor the variant has {}\n", heatMetricTitle(metric))
                                 : linesTable(project, lines, metric).text());
  if (lines.size() > mostLines) fmt::print("and {} more; --csv lists all\n", formatCounted(lines.size() - mostLines, "line"));
  fmt::print("\n{}", kernelsTable(project, heat).text());
  fmt::print("\ncycles that each part would take alone:\n{}", boundsTable(project, heat).text());
  fmt::print("\ninstructions of warps:\n{}", mixTable(project, heat).text());
}

} // namespace

Result<void> showHeat(const ChosenVariant& chosen, const ShowOptions& options) {
  const HeatMetric metric = heatMetricNamed(options.sort).value_or(HeatMetric::Cycles);
  GEVO_TRY_ASSIGN(const Project project, chosen.store->project());
  GEVO_TRY_ASSIGN(const Heat heat, makeViewWorker(*chosen.store, chosen.run.settings.evaluation)->heat(chosen.variant.edits));
  if (options.json)
    printJson(project, chosen, heat, metric);
  else if (options.csv)
    fmt::print("{}", csvTable(hottestLines(heat, metric)).csv());
  else
    printText(project, chosen, heat, metric);
  return {};
}

} // namespace gevo
