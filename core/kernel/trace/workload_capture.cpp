#include "core/kernel/trace/workload_capture.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>

namespace gevo::program {

namespace {

/// Of memory beside what is reached: a variant may reach a little further.
constexpr std::uint64_t margin = 64;
/// Launches of the same kind and size whose times differ by less do the same work.
constexpr double similar = 0.05;
/// What takes less of the run's time is told by other launches of its kind.
constexpr double negligible = 0.005;

/// Of the warps of a launch's sampled blocks, where fewer of them can do: a millisecond or two.
constexpr std::uint64_t mostInstructions = 50'000;
constexpr std::uint64_t mostOfLowDensity = 500'000;
/// With which they wait for blocks that don't run.
constexpr std::uint64_t endless = 50'000'000;

bool isOfProgram(std::uint64_t address) { return address < sim::gridWorkspace; }

using Pieces = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

/// With margins, and without small gaps.
Pieces widened(const Pieces& touched, const sim::GlobalMemory& memory) {
  Pieces pieces;
  auto allocation = memory.allocations().begin();
  for (const auto& [address, size] : touched) {
    while (allocation != memory.allocations().end() && address >= allocation->address + allocation->size) ++allocation;
    if (allocation == memory.allocations().end()) break; // of a kernel's own, and gone
    const std::uint64_t begin = std::max(allocation->address, address - margin);
    const std::uint64_t end = std::min(allocation->address + allocation->size, address + size + margin);
    const bool joins = !pieces.empty() && pieces.back().first >= allocation->address && begin <= pieces.back().first + pieces.back().second;
    if (joins)
      pieces.back().second = std::max(pieces.back().second, end - pieces.back().first);
    else
      pieces.emplace_back(begin, end - begin);
  }
  return pieces;
}

/// For blocks that run before the launch does.
Result<void> copyInto(sim::GlobalMemory& copy, const sim::GlobalMemory& memory) {
  for (const sim::GlobalMemory::Allocation& one : memory.allocations()) {
    GEVO_TRY(copy.allocateAt(one.address, one.size));
    GEVO_TRY(copy.write(one.address, {one.bytes.data(), one.size}));
  }
  return {};
}

Event allocationEvent(EventKind kind, std::uint64_t address, std::uint64_t size) {
  Event event;
  event.kind = kind;
  event.address = address;
  event.size = size;
  return event;
}

} // namespace

std::size_t WorkloadCapture::kindOf(const sim::Launch& launch) {
  const std::string name =
      fmt::format("{} {} {} {} {}", launch.kernel, launch.block[0], launch.block[1], launch.block[2], launch.dynamicShared);
  const auto known = std::ranges::find(kinds_, name);
  if (known != kinds_.end()) return static_cast<std::size_t>(known - kinds_.begin());
  kinds_.push_back(name);
  kernels_.push_back(launch.kernel);
  return kinds_.size() - 1;
}

/// The first, second, fourth, eighth ... of its kind with about as many blocks: most programs repeat the same launches.
bool WorkloadCapture::isWorthKeeping(const Launched& launched) {
  const auto magnitude = static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(launched.blocks)));
  return std::has_single_bit(++seen_[{launched.kind, magnitude}]);
}

sim::LaunchReport WorkloadCapture::launch(sim::Simulator& simulator, const sim::Launch& launch, sim::GlobalMemory& memory,
                                          const sim::Limits& limits) {
  Launched launched{kindOf(launch), static_cast<double>(launch.grid[0]) * launch.grid[1] * launch.grid[2], 0};
  const std::size_t before = kept_.size();
  sim::LaunchReport report;
  if (!launch.isCooperative && launched.blocks > 0 && isWorthKeeping(launched)) report = keep(simulator, launch, memory, limits, launched);
  const bool isKept = kept_.size() > before;
  if (runsAll_) report = simulator.launch(launch, memory, limits);
  if (report.fault) {
    kept_.resize(before);
    return report;
  }
  if (runsAll_ || isKept) launched.microseconds = model_.microseconds(report.statistics.cycles);
  launches_.push_back(launched);
  if (!isKept) return report;
  LaunchSample& sample = kept_.back().sample;
  sample.microseconds = launched.microseconds;
  if (runsAll_ && sample.blocks.touched > 0) sample.blocks.touched = std::max(1.0, report.statistics.touchedBytes / sample.blocks.touched);
  return report;
}

/// Runs some blocks. Nothing is kept of a launch whose blocks can't run alone: they may wait for each other.
sim::LaunchReport WorkloadCapture::keep(sim::Simulator& simulator, const sim::Launch& launch, const sim::GlobalMemory& memory,
                                        const sim::Limits& limits, const Launched& launched) {
  Kept kept;
  kept.kind = launched.kind;
  kept.blocks = launched.blocks;
  sim::Launch sampled = launch;
  sampled.sample = &kept.sample.blocks;
  sim::Limits tolerant = limits;
  tolerant.undefinedByte = 0;
  tolerant.warpInstructions = std::min(limits.warpInstructions, endless);
  sim::LaunchReport report;
  for (const Density density : {Density::High, Density::Medium, Density::Low, Density::Lowest}) {
    sim::GlobalMemory copy;
    if (const Result<void> copied = copyInto(copy, memory); !copied) return {};
    kept.sample.blocks = chooseBlocks(launch.grid, density);
    if (!runsAll_) kept.sample.blocks.touched = launched.blocks / static_cast<double>(kept.sample.blocks.blocks.size());
    report = simulator.launch(sampled, copy, tolerant);
    const bool isTooMuch = report.fault && report.fault->kind == sim::FaultKind::Budget && density != Density::Lowest;
    if (isTooMuch) continue;
    if (report.fault) return report;
    if (report.statistics.warpInstructions <= (density == Density::Low ? mostOfLowDensity : mostInstructions)) break;
  }
  // How much more all of them touch is known once they have run.
  if (runsAll_) kept.sample.blocks.touched = report.statistics.touchedBytes;
  kept.sample.instructions = report.statistics.warpInstructions;
  kept.launch.kind = EventKind::Launch;
  kept.launch.name = launch.kernel;
  kept.launch.grid = launch.grid;
  kept.launch.block = launch.block;
  kept.launch.dynamicShared = launch.dynamicShared;
  kept.launch.data.assign(launch.parameters.begin(), launch.parameters.end());
  for (const sim::GlobalMemory::Allocation& one : memory.allocations())
    if (isOfProgram(one.address)) kept.allocations.emplace_back(one.address, one.size);
  for (const auto& [address, size] : widened(simulator.touched(), memory)) {
    Event piece = allocationEvent(EventKind::CopyToDevice, address, 0);
    const std::uint8_t* const bytes = memory.view(address, size);
    if (bytes != nullptr) piece.data.assign(bytes, bytes + size);
    kept.memory.push_back(std::move(piece));
  }
  if (launch.textures != nullptr)
    for (const auto& [object, texture] : *launch.textures) {
      Event made = allocationEvent(EventKind::CreateTexture, object, 0);
      made.data = sim::encodeTexture(texture);
      kept.memory.push_back(std::move(made));
    }
  kept_.push_back(std::move(kept));
  return report;
}

/// How different the work is; infinite for other kernels.
double WorkloadCapture::distance(const Kept& kept, const Launched& launched) const {
  if (kept.kind != launched.kind) return std::numeric_limits<double>::infinity();
  const double blocks = std::abs(std::log(kept.blocks / launched.blocks));
  if (!(launched.microseconds > 0) || !(kept.sample.microseconds > 0)) return blocks;
  return std::max(blocks, std::abs(std::log(kept.sample.microseconds / launched.microseconds)));
}

/// Where its time is not known, a launch that fills the machine takes as long as it has blocks.
double WorkloadCapture::copiesOf(const Kept& kept, const Launched& launched) const {
  if (launched.microseconds > 0) return kept.sample.microseconds > 0 ? launched.microseconds / kept.sample.microseconds : 0;
  const double machine = model_.multiprocessors;
  return std::max(launched.blocks, machine) / std::max(kept.blocks, machine);
}

/// Their grids are of about the same size, and explain how their times differ.
bool WorkloadCapture::doesTheSame(const Kept& a, const Kept& b) const {
  const auto magnitude = [](double blocks) { return std::bit_width(static_cast<std::uint64_t>(blocks)); };
  if (a.kind != b.kind || magnitude(a.blocks) != magnitude(b.blocks)) return false;
  const double time = std::abs(std::log(a.sample.microseconds / b.sample.microseconds));
  return time < std::abs(std::log(a.blocks / b.blocks)) + similar;
}

/// The fewest that tell the others' times, each with what it stands for.
std::vector<WorkloadCapture::Kept> WorkloadCapture::chosen() const {
  std::vector<Kept> chosen;
  const auto nearest = [&](const Launched& launched) {
    return std::ranges::min_element(chosen, {}, [&](const Kept& kept) { return distance(kept, launched); });
  };
  for (const Kept& kept : kept_) {
    const bool isKnown = std::ranges::any_of(chosen, [&](const Kept& other) { return doesTheSame(other, kept); });
    if (!isKnown) chosen.push_back(kept);
  }
  const auto standFor = [&] {
    for (Kept& kept : chosen) kept.sample.copies = kept.sample.launches = 0;
    double total = 0;
    for (const Launched& launched : launches_) {
      const auto kept = nearest(launched);
      if (kept == chosen.end() || kept->kind != launched.kind) continue;
      const double copies = copiesOf(*kept, launched);
      kept->sample.copies += copies;
      ++kept->sample.launches;
      total += copies * kept->sample.microseconds;
    }
    return total;
  };
  const double total = standFor();
  const auto isNegligible = [&](const Kept& kept) {
    const auto ofKind = std::ranges::count(chosen, kept.kind, &Kept::kind);
    return ofKind > 1 && kept.sample.copies * kept.sample.microseconds < negligible * total;
  };
  for (auto kept = chosen.begin(); kept != chosen.end();) kept = isNegligible(*kept) ? chosen.erase(kept) : std::next(kept);
  standFor();
  return chosen;
}

std::string WorkloadCapture::unsampled() const {
  for (const Launched& launched : launches_)
    if (launched.blocks > 0 && std::ranges::find(kept_, launched.kind, &Kept::kind) == kept_.end()) return kernels_[launched.kind];
  return {};
}

Trace WorkloadCapture::trace() const {
  Trace trace;
  Event tolerant;
  tolerant.kind = EventKind::TolerateUndefined;
  trace.events.push_back(tolerant);
  Pieces known;
  for (Kept& kept : chosen()) {
    for (const auto& [address, size] : known)
      if (std::ranges::find(kept.allocations, std::pair(address, size)) == kept.allocations.end())
        trace.events.push_back(allocationEvent(EventKind::Free, address, 0));
    for (const auto& [address, size] : kept.allocations)
      if (std::ranges::find(known, std::pair(address, size)) == known.end())
        trace.events.push_back(allocationEvent(EventKind::Allocate, address, size));
    known = kept.allocations;
    std::ranges::move(kept.memory, std::back_inserter(trace.events));
    trace.events.push_back(sampleEvent(kept.sample));
    trace.events.push_back(std::move(kept.launch));
  }
  return trace;
}

} // namespace gevo::program
