#include "core/values/heat.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace gevo {

const char* heatMetricName(HeatMetric metric) {
  switch (metric) {
  case HeatMetric::Cycles:
    return "cycles";
  case HeatMetric::Executions:
    return "executions";
  case HeatMetric::Sectors:
    return "sectors";
  case HeatMetric::Conflicts:
    return "conflicts";
  case HeatMetric::Barriers:
    return "barriers";
  case HeatMetric::Divergence:
    break;
  }
  return "divergence";
}

std::optional<HeatMetric> heatMetricNamed(std::string_view name) {
  const auto* const found = std::ranges::find(allHeatMetrics, name, heatMetricName);
  return found == allHeatMetrics.end() ? std::nullopt : std::optional(*found);
}

void HeatCounts::add(const HeatCounts& other) {
  cycles += other.cycles;
  executions += other.executions;
  loadSectors += other.loadSectors;
  storeSectors += other.storeSectors;
  conflicts += other.conflicts;
  barriers += other.barriers;
  barrierCycles += other.barrierCycles;
  warpCycles += other.warpCycles;
  divergentBranches += other.divergentBranches;
}

double heatOf(const HeatCounts& counts, HeatMetric metric) {
  switch (metric) {
  case HeatMetric::Cycles:
    return counts.cycles;
  case HeatMetric::Executions:
    return static_cast<double>(counts.executions);
  case HeatMetric::Sectors:
    return static_cast<double>(counts.sectors());
  case HeatMetric::Conflicts:
    return static_cast<double>(counts.conflicts);
  case HeatMetric::Barriers:
    return counts.barrierCycles;
  case HeatMetric::Divergence:
    break;
  }
  return static_cast<double>(counts.divergentBranches);
}

std::array<double, kernelBoundCount> boundsOf(const KernelBounds& bounds) {
  return {bounds.latency, bounds.issue,    bounds.shared,  bounds.levelOne, bounds.levelTwo,
          bounds.memory,  bounds.textures, bounds.atomics, bounds.dispatch, bounds.launch};
}

const std::array<const char*, kernelBoundCount>& boundNames() {
  static constexpr std::array<const char*, kernelBoundCount> names{"latency", "issue",    "shared memory", "L1",       "L2",
                                                                   "HBM",     "textures", "atomics",       "dispatch", "launch"};
  return names;
}

std::size_t largestBound(const KernelBounds& bounds) {
  const auto all = boundsOf(bounds);
  return static_cast<std::size_t>(std::ranges::max_element(all) - all.begin());
}

const std::array<const char*, instructionKinds>& instructionKindNames() {
  static constexpr std::array<const char*, instructionKinds> names{"integer", "float",  "conversion", "memory",  "atomic",
                                                                   "texture", "matrix", "cross-lane", "barrier", "control"};
  return names;
}

bool isSound(const Heat& heat) {
  const auto isFigure = [](double value) { return std::isfinite(value) && value >= 0; };
  const auto areSound = [&](const HeatCounts& counts) {
    return isFigure(counts.cycles) && isFigure(counts.barrierCycles) && isFigure(counts.warpCycles);
  };
  const auto isProfile = [&](const KernelProfile& profile) {
    return isFigure(profile.cycles) && isFigure(profile.microseconds) && areSound(profile.counts) &&
           std::ranges::all_of(boundsOf(profile.bounds), isFigure);
  };
  return std::ranges::all_of(heat.kernels, [&](const KernelHeat& kernel) {
    return isProfile(kernel.original) && isProfile(kernel.variant) &&
           std::ranges::all_of(kernel.lines, [&](const HeatLine& line) { return areSound(line.original) && areSound(line.variant); });
  });
}

std::vector<HeatLine> linesOf(const Heat& heat) {
  std::map<CodeLine, HeatLine> byPlace;
  for (const KernelHeat& kernel : heat.kernels)
    for (const HeatLine& line : kernel.lines) {
      HeatLine& sum = byPlace[line.at];
      sum.at = line.at;
      sum.original.add(line.original);
      sum.variant.add(line.variant);
    }
  std::vector<HeatLine> lines;
  for (auto& [at, line] : byPlace) lines.push_back(std::move(line));
  return lines;
}

std::vector<HeatLine> hottestLines(const Heat& heat, HeatMetric metric) {
  std::vector<HeatLine> lines = linesOf(heat);
  const auto hottest = [&](const HeatLine& line) { return std::max(heatOf(line.original, metric), heatOf(line.variant, metric)); };
  std::ranges::stable_sort(lines, std::greater(), hottest);
  return lines;
}

HeatCounts sumOf(const std::vector<HeatLine>& lines, HeatCounts HeatLine::*side) {
  HeatCounts sum;
  for (const HeatLine& line : lines) sum.add(line.*side);
  return sum;
}

LaunchCost launchCost(const Heat& heat, KernelProfile KernelHeat::*side) {
  LaunchCost sum;
  for (const KernelHeat& kernel : heat.kernels) {
    sum.cycles += (kernel.*side).bounds.launch;
    sum.launches += (kernel.*side).launches;
  }
  return sum;
}

} // namespace gevo
