#include "core/kernel/trace/overwritten.h"

#include "core/kernel/outputs/rejection_rules.h"
#include "core/kernel/trace/device_state.h"

#include <algorithm>
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
/// In a launch's own instructions: when its repetitions have taken so much, no further check of some ranges begins.
constexpr std::uint64_t repetitions = 16;
/// A repetition with other values may run for longer than the launch, or for ever.
constexpr std::uint64_t longestRepetition = 2;

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

/// The poison, or every bit of it the other way round: what one bit decides, as a `bool` does, is the same as before with one of them.
enum class Filling : std::uint8_t { Poison, Opposite };

constexpr Filling fillings[] = {Filling::Poison, Filling::Opposite};

/// Of a launch, in its own instructions: it runs as it is, then comes what `repetitions` allows, with the check that begins last, and the
/// check of the result.
constexpr std::uint64_t mostRepetitions = 1 + repetitions + 2 * std::size(fillings) * longestRepetition;

void fill(sim::GlobalMemory& memory, const Ranges& ranges, Filling filling) {
  Bytes bytes;
  for (const sim::MemoryRange& range : ranges) {
    bytes.resize(range.size);
    for (std::uint64_t i = 0; i < range.size; ++i) {
      const std::uint8_t byte = poisonAt(range.address + i);
      bytes[i] = filling == Filling::Poison ? byte : static_cast<std::uint8_t>(~byte);
    }
    memory.overwrite(range.address, bytes);
  }
}

/// To multiples of `unit`, a power of two. `ranges` begin in order.
Ranges widened(const Ranges& ranges, std::uint64_t unit) {
  Ranges wider;
  for (const sim::MemoryRange& range : ranges) {
    const std::uint64_t begin = range.address & ~(unit - 1);
    const std::uint64_t end = (range.address + range.size + unit - 1) & ~(unit - 1);
    if (!wider.empty() && begin <= wider.back().address + wider.back().size)
      wider.back().size = std::max(wider.back().size, end - wider.back().address);
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
    const Ranges ranges = written();
    if (ranges.empty()) return {};
    const sim::MemoryImage after(state_.memory());
    const std::vector<Ranges> arrays = byAllocation(ranges);
    if (arrays.size() == 1) return independent(ranges, after);
    if (isIndependent(ranges, after)) return ranges;
    // What decides whether an array is written may be another one that is written too.
    Ranges ofEach;
    for (const Ranges& array : arrays) {
      const Ranges some = independent(array, after);
      ofEach.insert(ofEach.end(), some.begin(), some.end());
    }
    return isIndependent(ofEach, after) ? ofEach : Ranges();
  }

private:
  bool isIndependent(const Ranges& ranges, const sim::MemoryImage& after) {
    const std::optional<Ranges> dependent = differencesWith(ranges, after);
    return dependent && dependent->empty();
  }

  /// What of the ranges may hold anything before the launch.
  Ranges independent(Ranges ranges, const sim::MemoryImage& after) {
    for (const std::uint64_t unit : reach) {
      if (ranges.empty() || spent_ >= repetitions * own_) return {};
      const std::optional<Ranges> dependent = differencesWith(ranges, after);
      if (!dependent) return {};
      if (dependent->empty()) return ranges;
      // A byte whose old value shows in its new one, as in a sum, is read before it is written.
      ranges = sim::without(ranges, widened(*dependent, unit));
    }
    return spent_ < repetitions * own_ && isIndependent(ranges, after) ? ranges : Ranges();
  }

  std::vector<Ranges> byAllocation(const Ranges& ranges) const {
    std::vector<Ranges> each;
    for (const sim::GlobalMemory::Allocation& allocation : state_.memory().allocations()) {
      Ranges some;
      std::ranges::copy_if(ranges, std::back_inserter(some), [&](const sim::MemoryRange& range) {
        return range.address >= allocation.address && range.address < allocation.address + allocation.size;
      });
      if (!some.empty()) each.push_back(std::move(some));
    }
    return each;
  }

  Ranges written() {
    state_.memory().markOld();
    const sim::LaunchReport report = state_.launch(launch_, limits_);
    if (report.fault) return {};
    undefined_ = report.undefined;
    own_ = report.statistics.warpInstructions;
    constexpr std::uint64_t slack = 4096; // for launches that take no time
    limits_.warpInstructions = longestRepetition * own_ + slack;
    Ranges ranges;
    state_.memory().forEachNew([&](std::uint64_t address) { addByte(ranges, address); });
    return ranges;
  }

  /// Nothing where the launch fails with the ranges filled, or where it uses what is no value of its type with the same results: it reads
  /// some of them, and no difference tells which.
  std::optional<Ranges> differencesWith(const Ranges& filled, const sim::MemoryImage& after) {
    Ranges all;
    bool usesUndefined = false;
    for (const Filling filling : fillings) {
      before_.restore(state_.memory());
      fill(state_.memory(), filled, filling);
      const sim::LaunchReport report = state_.launch(launch_, limits_);
      spent_ += report.statistics.warpInstructions;
      if (report.fault) return std::nullopt;
      usesUndefined = usesUndefined || rejectedUndefined(report.undefined, undefined_) != nullptr;
      const std::optional<Ranges> differences = after.differences(state_.memory());
      if (!differences) return std::nullopt;
      all.insert(all.end(), differences->begin(), differences->end());
    }
    if (all.empty() && usesUndefined) return std::nullopt;
    std::ranges::sort(all, {}, &sim::MemoryRange::address);
    return all;
  }

  DeviceState& state_;
  const Event& launch_;
  const sim::MemoryImage before_;
  sim::Limits limits_{.checkRaces = false};
  std::uint64_t own_ = 0;                      ///< warp instructions of the launch as it is
  std::uint64_t spent_ = 0;                    ///< of its repetitions
  std::vector<sim::UndefinedValue> undefined_; ///< of the launch as it is
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

double mostReplays(const Trace& trace, std::span<const std::uint64_t> launchWarpInstructions) {
  Choice choice(trace);
  std::uint64_t all = 0;
  std::uint64_t repeated = 0;
  auto instructions = launchWarpInstructions.begin();
  for (const Event& event : trace.events) {
    if (event.kind != EventKind::Launch || instructions == launchWarpInstructions.end()) continue;
    all += *instructions;
    if (choice.next(event)) repeated += *instructions;
    ++instructions;
  }
  return 1 + (all > 0 ? static_cast<double>(mostRepetitions * repeated) / static_cast<double>(all) : 0);
}

void poison(sim::GlobalMemory& memory, const std::vector<sim::MemoryRange>& ranges) { fill(memory, ranges, Filling::Poison); }

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
