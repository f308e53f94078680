#include "core/kernel/simulator/execute/place_counters.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gevo::sim {

namespace {

/// The sectors of others are loads'.
bool writes(const CodeFunction& function, const Op& op) {
  switch (op.kind) {
  case OpKind::Store:
  case OpKind::Atomic:
  case OpKind::CompareExchange:
    return true;
  case OpKind::Surface:
    return function.accesses[function.surfaces[op.extra].access].kind.writes();
  default:
    return false;
  }
}

Demand difference(const Demand& after, const Demand& before) {
  Demand result = before.times(-1);
  result.add(after);
  return result;
}

/// Cycles of a launch, by `what` of each place. If no place has any of that, they are all of `otherwise`.
template <class Places, class What> void shareOut(Places& places, double cycles, What what, std::uint32_t otherwise) {
  double sum = 0;
  for (const auto& place : places) sum += what(place);
  if (sum <= 0)
    places[otherwise].counts.cycles += cycles;
  else
    for (auto& place : places) place.counts.cycles += cycles * what(place) / sum;
}

} // namespace

PlaceCounters::PlaceCounters(const LaunchContext& context, Counters* total, const LaunchStatistics& statistics, const Demand& demand,
                             const AccessTiming& accesses)
    : context_(context), total_(total), statistics_(statistics), demand_(demand), accesses_(accesses) {
  if (!total_) return;
  places_.resize(context.program.locations.size());
  for (const CodeFunction& function : context.kernel.functions) executed_.emplace_back(function.blocks.size());
}

void PlaceCounters::beginOperation(double length) {
  statisticsBefore_ = statistics_;
  demandBefore_ = demand_;
  memoryBefore_ = accesses_.distinctBytes();
  lengthBefore_ = length;
}

void PlaceCounters::endOperation(const CodeFunction& function, const Op& op, std::uint32_t location, double length) {
  Place& place = places_[location];
  const std::uint64_t copied = statistics_.warpInstructions - statisticsBefore_.warpInstructions;
  copies_ += copied;
  place.counts.instructions += copied;
  std::uint64_t& sectors = writes(function, op) ? place.counts.storeSectors : place.counts.loadSectors;
  sectors += statistics_.globalSectors - statisticsBefore_.globalSectors;
  place.counts.sharedConflicts += statistics_.sharedConflicts - statisticsBefore_.sharedConflicts;
  place.demand.add(difference(demand_, demandBefore_));
  place.memory += accesses_.distinctBytes() - memoryBefore_;
  if (length > lengthBefore_) delays_.push_back({location, length - lengthBefore_});
}

void PlaceCounters::endBlock(const CodeFunction& function, const Block& block, unsigned warps, double cycles, double length) {
  Executed& executed = executed_[numberOf(function)][static_cast<std::size_t>(&block - function.blocks.data())];
  executed.warps += warps;
  // Rounds of a loop that run as one wait for their loads together.
  const double share = length > cycles && length > 0 ? cycles / length : 1;
  double rest = cycles;
  for (const Delay& delay : delays_) {
    places_[delay.location].counts.warpCycles += delay.cycles * share;
    rest -= delay.cycles * share;
  }
  executed.cycles += std::max(0.0, rest);
  delays_.clear();
}

void PlaceCounters::beginTerminator(double clocks) {
  statisticsBefore_ = statistics_;
  clocksBefore_ = clocks;
}

void PlaceCounters::endTerminator(std::uint32_t location, double clocks) {
  Place& place = places_[location];
  place.counts.divergentBranches += statistics_.divergentBranches - statisticsBefore_.divergentBranches;
  place.counts.warpCycles += clocks - clocksBefore_;
}

void PlaceCounters::wait(std::uint32_t location, double cycles) {
  places_[location].counts.barrierCycles += cycles;
  places_[location].counts.warpCycles += cycles;
}

void PlaceCounters::Place::add(const Place& other) {
  counts.add(other.counts);
  demand.add(other.demand);
  memory += other.memory;
}

void PlaceCounters::add(const PlaceCounters& other) {
  for (std::size_t i = 0; i < places_.size(); ++i) places_[i].add(other.places_[i]);
  for (std::size_t i = 0; i < executed_.size(); ++i)
    for (std::size_t block = 0; block < executed_[i].size(); ++block) {
      executed_[i][block].warps += other.executed_[i][block].warps;
      executed_[i][block].cycles += other.executed_[i][block].cycles;
    }
  copies_ += other.copies_;
}

/// What was counted by block goes to the places of its instructions.
void PlaceCounters::shareOutBlocks(std::array<std::uint64_t, instructionClasses>& mix) {
  for (std::size_t i = 0; i < executed_.size(); ++i) {
    const CodeFunction& function = context_.kernel.functions[i];
    std::vector<double> latency(function.blocks.size());
    for (const BlockShare& share : function.shares) latency[share.block] += share.latency;
    for (const BlockShare& share : function.shares) {
      const Executed& executed = executed_[i][share.block];
      Place& place = places_[share.location];
      const std::uint64_t instructions = executed.warps * share.instructions;
      place.counts.instructions += instructions;
      mix[static_cast<std::size_t>(share.kind)] += instructions;
      place.demand.issue += static_cast<double>(executed.warps) * share.issue;
      if (latency[share.block] > 0) place.counts.warpCycles += executed.cycles * share.latency / latency[share.block];
    }
    // Of a block whose instructions take no time, what it waits for is its terminator's.
    for (std::size_t block = 0; block < latency.size(); ++block)
      if (latency[block] <= 0) places_[function.blocks[block].location].counts.warpCycles += executed_[i][block].cycles;
  }
  mix[static_cast<std::size_t>(InstructionClass::Memory)] += copies_;
}

/// The launch's cycles are sqrt(a * a + b * b - c * c) or the like, of latency, throughput, and what the latency has of that already: each
/// part accounts for its square's share.
void PlaceCounters::shareOutLaunch(const LaunchBounds& bounds, double cycles) {
  const double power = context_.model.overlap;
  const double latency = std::pow(bounds.latency, power);
  const double throughput = std::max(0.0, std::pow(bounds.throughput(), power) - std::pow(bounds.own, power));
  const double whole = latency + throughput;
  if (whole <= 0) return;
  using Unit = double (*)(const Place&);
  const std::pair<double, Unit> units[] = {
      {bounds.issue, [](const Place& place) { return place.demand.issue; }},
      {bounds.shared, [](const Place& place) { return place.demand.shared; }},
      {bounds.levelOne, [](const Place& place) { return place.demand.cacheSectors; }},
      {bounds.levelTwo, [](const Place& place) { return place.demand.levelTwoSectors; }},
      {bounds.textures, [](const Place& place) { return place.demand.textures; }},
      {bounds.atomics, [](const Place& place) { return place.demand.atomics; }},
      {bounds.memory, [](const Place& place) { return place.memory; }},
  };
  const Unit ofWarps = [](const Place& place) { return place.counts.warpCycles; };
  const auto& busiest = *std::ranges::max_element(units, {}, [](const auto& unit) { return unit.first; });
  // Blocks are handed out for all places alike.
  const Unit ofUnit = busiest.first >= bounds.dispatch && busiest.first > 0 ? busiest.second : ofWarps;
  const std::uint32_t entry = context_.entry().blocks.front().location;
  shareOut(places_, cycles * latency / whole, ofWarps, entry);
  shareOut(places_, cycles * throughput / whole, ofUnit, entry);
}

void PlaceCounters::finish(const LaunchReport& report, const LaunchBounds& bounds) {
  if (!total_ || report.fault) return;
  KernelCounts& kernel = (*total_)[context_.kernel.name];
  ++kernel.launches;
  kernel.statistics.add(report.statistics);
  kernel.bounds.add(bounds);
  shareOutBlocks(kernel.mix);
  shareOutLaunch(bounds, report.statistics.cycles - bounds.launch);
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const PlaceCounts& counts = places_[i].counts;
    if (counts.instructions > 0 || counts.cycles > 0 || counts.barriers > 0) kernel.places[context_.program.locations[i]].add(counts);
  }
}

} // namespace gevo::sim
