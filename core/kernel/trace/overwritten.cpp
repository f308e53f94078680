#include "core/kernel/trace/overwritten.h"

#include "core/kernel/trace/device_state.h"

#include <map>

namespace gevo::program {
namespace {

using Ranges = std::vector<sim::MemoryRange>;

/// A launch is repeated on copies of all memory.
constexpr std::uint64_t mostBytes = 64ULL << 20;
/// So much around a byte whose old value shows counts as read too: the rest of its number, of its structure.
constexpr std::uint64_t reach[] = {4, 8, 64, 4096};
constexpr std::size_t firstLaunches = 2;
constexpr std::size_t lastLaunches = 2;

/// Odd bytes make every float that they are part of not a number; the others differ from their neighbours'.
std::uint8_t poisonAt(std::uint64_t address) {
  constexpr std::uint8_t top = 0xff;
  constexpr std::uint8_t low = 0xf1;
  constexpr std::uint64_t values = 13;
  return address % 2 != 0 ? top : static_cast<std::uint8_t>(low + address / 2 % values);
}

std::uint64_t bytesOf(const sim::GlobalMemory& memory) {
  std::uint64_t bytes = 0;
  for (const sim::GlobalMemory::Allocation& allocation : memory.allocations()) bytes += allocation.size;
  return bytes;
}

/// To multiples of `unit`, a power of two.
Ranges widened(const Ranges& ranges, std::uint64_t unit) {
  Ranges wider;
  for (const sim::MemoryRange& range : ranges) {
    const std::uint64_t begin = range.address & ~(unit - 1);
    const std::uint64_t end = (range.address + range.size + unit - 1) & ~(unit - 1);
    if (!wider.empty() && begin <= wider.back().address + wider.back().size)
      wider.back().size = end - wider.back().address;
    else
      wider.push_back({begin, end - begin});
  }
  return wider;
}

/// One launch, repeated from the same memory.
class LaunchTrial {
public:
  LaunchTrial(DeviceState& state, const Event& launch) : state_(state), launch_(launch), before_(state.memory()) {}
  ~LaunchTrial() { before_.restore(state_.memory()); }
  LaunchTrial(const LaunchTrial&) = delete;
  LaunchTrial& operator=(const LaunchTrial&) = delete;

  Ranges overwritten() {
    Ranges ranges = written();
    if (ranges.empty()) return {};
    const sim::MemoryImage after(state_.memory());
    for (const std::uint64_t unit : reach) {
      const std::optional<Ranges> dependent = differencesWith(ranges, after);
      if (!dependent) return {};
      if (dependent->empty()) return ranges;
      // A byte whose old value shows in its new one, as in a sum, is read before it is written.
      ranges = sim::without(ranges, widened(*dependent, unit));
      if (ranges.empty()) return {};
    }
    const std::optional<Ranges> dependent = differencesWith(ranges, after);
    return dependent && dependent->empty() ? ranges : Ranges();
  }

private:
  Ranges written() {
    state_.memory().markOld();
    const sim::LaunchReport report = state_.launch(launch_, limits_);
    if (report.fault) return {};
    // With other values it may run for longer, or for ever.
    constexpr std::uint64_t slack = 4096;
    limits_.warpInstructions = 2 * report.statistics.warpInstructions + slack;
    Ranges ranges;
    state_.memory().forEachNew([&](std::uint64_t address) { addByte(ranges, address); });
    return ranges;
  }

  /// Nothing where the launch fails with the ranges poisoned.
  std::optional<Ranges> differencesWith(const Ranges& poisoned, const sim::MemoryImage& after) {
    before_.restore(state_.memory());
    poison(state_.memory(), poisoned);
    if (state_.launch(launch_, limits_).fault) return std::nullopt;
    return after.differences(state_.memory());
  }

  DeviceState& state_;
  const Event& launch_;
  const sim::MemoryImage before_;
  sim::Limits limits_{.checkRaces = false};
};

/// Chooses the launches that are looked at.
class Choice {
public:
  explicit Choice(const Trace& trace) {
    for (const Event& event : trace.events)
      if (event.kind == EventKind::Launch) ++kernels_[event.name].launches;
  }
  bool next(const Event& launch) {
    Kernel& kernel = kernels_[launch.name];
    const std::size_t index = kernel.seen++;
    return index < firstLaunches || index + lastLaunches >= kernel.launches;
  }

private:
  struct Kernel {
    std::size_t launches = 0;
    std::size_t seen = 0;
  };
  std::map<std::string, Kernel> kernels_;
};

} // namespace

Overwritten findOverwritten(const Trace& trace, sim::Simulator& simulator) {
  Overwritten found;
  Choice choice(trace);
  DeviceState state(simulator);
  if (!state.placeSymbols()) return {};
  for (const Event& event : trace.events) {
    if (event.kind != EventKind::Launch) {
      if (!state.apply(event)) return {};
      continue;
    }
    found.emplace_back();
    if (choice.next(event) && bytesOf(state.memory()) <= mostBytes) found.back() = LaunchTrial(state, event).overwritten();
    if (state.launch(event, {.checkRaces = false}).fault) return {};
  }
  return found;
}

void poison(sim::GlobalMemory& memory, const std::vector<sim::MemoryRange>& ranges) {
  Bytes bytes;
  for (const sim::MemoryRange& range : ranges) {
    bytes.resize(range.size);
    for (std::uint64_t i = 0; i < range.size; ++i) bytes[i] = poisonAt(range.address + i);
    memory.overwrite(range.address, bytes);
  }
}

std::optional<std::size_t> findPoison(std::uint64_t address, ByteView got, ByteView expected) {
  // A single byte may be a result.
  constexpr std::size_t wordBytes = 4;
  std::size_t run = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    run = got[i] == poisonAt(address + i) && got[i] != expected[i] ? run + 1 : 0;
    if (run == wordBytes) return i + 1 - wordBytes;
  }
  return std::nullopt;
}

} // namespace gevo::program
