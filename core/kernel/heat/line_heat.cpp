#include "core/kernel/heat/line_heat.h"

#include <set>

namespace gevo::program {

static_assert(instructionKinds == sim::instructionClasses);

namespace {

HeatCounts countsOf(const sim::PlaceCounts& counts) {
  return {counts.cycles,   counts.instructions,  counts.loadSectors, counts.storeSectors,     counts.sharedConflicts,
          counts.barriers, counts.barrierCycles, counts.warpCycles,  counts.divergentBranches};
}

void addLines(std::map<CodeLine, HeatLine>& lines, const sim::KernelCounts& counts, const SourceLinesOf& known,
              HeatCounts HeatLine::*side) {
  for (const auto& [location, place] : counts.places) {
    const CodeLine at = known.of(location);
    HeatLine& line = lines[at];
    line.at = at;
    (line.*side).add(countsOf(place));
  }
}

KernelProfile profileOf(const sim::KernelCounts& counts, const sim::Model& model) {
  KernelProfile profile;
  const sim::LaunchBounds& bounds = counts.bounds;
  profile.launches = counts.launches;
  profile.cycles = counts.statistics.cycles;
  profile.microseconds = model.microseconds(counts.statistics.cycles);
  for (const auto& [location, place] : counts.places) profile.counts.add(countsOf(place));
  profile.counts.cycles = 0;
  profile.bounds = {bounds.latency, bounds.issue,    bounds.shared,  bounds.levelOne, bounds.levelTwo,
                    bounds.memory,  bounds.textures, bounds.atomics, bounds.dispatch, bounds.launch};
  profile.mix = counts.mix;
  return profile;
}

const sim::KernelCounts& find(const sim::Counters& counters, const std::string& kernel) {
  static const sim::KernelCounts none;
  const auto found = counters.find(kernel);
  return found == counters.end() ? none : found->second;
}

} // namespace

std::vector<KernelHeat> kernelHeat(const CountedSide& original, const CountedSide& variant, const sim::Model& model) {
  std::set<std::string> names;
  for (const sim::Counters* kernels : {&original.kernels, &variant.kernels})
    for (const auto& [name, counts] : *kernels) names.insert(name);
  std::vector<KernelHeat> result;
  for (const std::string& name : names) {
    KernelHeat& kernel = result.emplace_back();
    kernel.kernel = name;
    const sim::KernelCounts& before = find(original.kernels, name);
    const sim::KernelCounts& after = find(variant.kernels, name);
    kernel.original = profileOf(before, model);
    kernel.variant = profileOf(after, model);
    std::map<CodeLine, HeatLine> lines;
    addLines(lines, before, original.lines, &HeatLine::original);
    addLines(lines, after, variant.lines, &HeatLine::variant);
    for (auto& [at, line] : lines) kernel.lines.push_back(std::move(line));
  }
  return result;
}

} // namespace gevo::program
