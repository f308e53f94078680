#include "core/format/heat_text.h"

#include "core/format/number.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace gevo {

namespace {

/// A count of a line that may say why its time has changed, and the words around its figures.
struct Cause {
  const char* before;
  const char* after;
  double original = 0;
  double variant = 0;

  /// How many times as much, or as little.
  double factor() const { return std::max(original, variant) / std::max(1.0, std::min(original, variant)); }
  /// A small change of a count is no reason for what is said about the cycles.
  bool isChanged() const { return factor() >= 1.05; }
};

/// Empty where counts have changed, but none as the cycles have.
std::string causeText(const HeatLine& line) {
  const HeatCounts& original = line.original;
  const HeatCounts& variant = line.variant;
  const auto number = [](std::uint64_t count) { return static_cast<double>(count); };
  const Cause causes[] = {
      {"stores ", " sectors", number(original.storeSectors), number(variant.storeSectors)},
      {"loads ", " sectors", number(original.loadSectors), number(variant.loadSectors)},
      {"bank conflicts ", "", number(original.conflicts), number(variant.conflicts)},
      {"cycles of warps that wait there ", "", original.barrierCycles, variant.barrierCycles},
      {"divergent branches ", "", number(original.divergentBranches), number(variant.divergentBranches)},
      {"instructions of warps ", "", number(original.executions), number(variant.executions)},
  };
  const bool isLess = variant.cycles < original.cycles;
  const Cause* best = nullptr;
  for (const Cause& cause : causes) {
    const bool agrees = isLess ? cause.variant < cause.original : cause.variant > cause.original;
    if (agrees && cause.isChanged() && (!best || cause.factor() > best->factor())) best = &cause;
  }
  if (best) return fmt::format(": {}{} → {}{}", best->before, formatCycles(best->original), formatCycles(best->variant), best->after);
  // What is left is latency, which may overlap with more or less than before.
  const Cause waits{"", "", original.warpCycles, variant.warpCycles};
  const bool agrees = isLess ? waits.variant < waits.original : waits.variant > waits.original;
  if (variant.executions > 0 && agrees && waits.isChanged() && std::ranges::none_of(causes, &Cause::isChanged))
    return isLess ? ": the same instructions wait less" : ": the same instructions wait longer";
  return {};
}

/// Below this share of the original's cycles, nothing is worth naming.
constexpr double leastChange = 0.005;

std::string lineText(const HeatLine& line, double all) {
  const std::string place = line.at.file.empty() ? "code of no source line" : heatPlace(line.at);
  const double change = line.variant.cycles - line.original.cycles;
  const std::string share = formatPercent(std::abs(change) / all);
  if (line.variant.cycles <= 0)
    return fmt::format("no longer spends any simulated cycles in {}, which took {} of the original's", place, share);
  if (line.original.cycles <= 0)
    return fmt::format("spends simulated cycles in {} that the original does not, {} of the original's", place, share);
  const double relative = std::abs(change) / line.original.cycles;
  if (change > 0 && relative >= 1)
    return fmt::format("spends {:.1f} times the simulated cycles in {}", line.variant.cycles / line.original.cycles, place);
  return fmt::format("spends {} {} simulated cycles in {}", formatPercent(relative), change < 0 ? "fewer" : "more", place);
}

std::optional<CodeLine> placeOf(const HeatLine& line) { return line.at.file.empty() ? std::nullopt : std::optional(line.at); }

std::string launchText(const LaunchCost& original, const LaunchCost& variant) {
  const double relative = std::abs(variant.cycles - original.cycles) / original.cycles;
  return fmt::format("spends {} {} simulated cycles on launches: {} → {} of them", formatPercent(relative),
                     variant.cycles < original.cycles ? "fewer" : "more", formatCount(original.launches), formatCount(variant.launches));
}

} // namespace

const char* heatMetricTitle(HeatMetric metric) {
  switch (metric) {
  case HeatMetric::Cycles:
    return "simulated cycles";
  case HeatMetric::Executions:
    return "instructions of warps";
  case HeatMetric::Sectors:
    return "sectors of global memory";
  case HeatMetric::Conflicts:
    return "shared bank conflicts";
  case HeatMetric::Barriers:
    return "cycles of warps that wait at barriers";
  case HeatMetric::Divergence:
    break;
  }
  return "divergent branches";
}

std::string formatCycles(double cycles) { return formatCount(static_cast<std::uint64_t>(std::llround(std::max(cycles, 0.0)))); }

std::string heatNumber(const HeatCounts& counts, HeatMetric metric) { return formatCycles(heatOf(counts, metric)); }

std::string heatFigure(const HeatCounts& counts, HeatMetric metric) {
  switch (metric) {
  case HeatMetric::Cycles:
    return formatCycles(counts.cycles) + " cycles";
  case HeatMetric::Executions:
    return formatCounted(counts.executions, "instruction");
  case HeatMetric::Sectors:
    return fmt::format("{} loaded and {} stored sectors", formatCount(counts.loadSectors), formatCount(counts.storeSectors));
  case HeatMetric::Conflicts:
    return formatCounted(counts.conflicts, "bank conflict");
  case HeatMetric::Barriers:
    return fmt::format("{}, {} cycles of warps", formatCounted(counts.barriers, "barrier"), formatCycles(counts.barrierCycles));
  case HeatMetric::Divergence:
    break;
  }
  return formatCounted(counts.divergentBranches, "divergent branch", "divergent branches");
}

std::string heatPlace(const CodeLine& at) { return at.file.empty() ? "no source line" : fmt::format("{}:{}", at.file, at.line); }

std::string boundText(const KernelProfile& profile) {
  if (profile.launches == 0) return unknownFigure;
  const std::size_t largest = largestBound(profile.bounds);
  return fmt::format("{}, {} of {} cycles", boundNames()[largest], formatCycles(boundsOf(profile.bounds)[largest]),
                     formatCycles(profile.cycles));
}

HeatSentence heatSummary(const Heat& heat) {
  const std::vector<HeatLine> lines = linesOf(heat);
  const double all = sumOf(lines, &HeatLine::original).cycles;
  const auto change = [](const HeatLine& line) { return std::abs(line.variant.cycles - line.original.cycles); };
  const auto most = std::ranges::max_element(lines, {}, change);
  const LaunchCost before = launchCost(heat, &KernelHeat::original);
  const LaunchCost after = launchCost(heat, &KernelHeat::variant);
  const double ofLaunches = std::abs(after.cycles - before.cycles);
  if (before.cycles > 0 && before.launches != after.launches && (most == lines.end() || ofLaunches > change(*most)))
    return {launchText(before, after), std::nullopt};
  if (most == lines.end() || all <= 0 || change(*most) < leastChange * all)
    return {"spends its simulated cycles in the same lines as the original", std::nullopt};
  return {lineText(*most, all) + causeText(*most), placeOf(*most)};
}

HeatSentence hottestText(const Heat& heat, HeatMetric metric) {
  std::vector<HeatLine> lines = linesOf(heat);
  const double all = heatOf(sumOf(lines, &HeatLine::original), metric);
  if (all <= 0) return {fmt::format("it has no {}", heatMetricTitle(metric)), std::nullopt};
  const auto own = [&](const HeatLine& line) { return heatOf(line.original, metric); };
  const auto hottest = std::ranges::max_element(lines, {}, own);
  return {fmt::format("{} of its {} are spent in {}", formatPercent(own(*hottest) / all), heatMetricTitle(metric), heatPlace(hottest->at)),
          placeOf(*hottest)};
}

} // namespace gevo
