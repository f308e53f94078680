#include "core/kernel/simulator/execute/executor.h"

#include <algorithm>
#include <bit>

namespace gevo::sim {

// As row_access.cpp, for the warps of a gang at once: all of them reach words in rows, in the same region.

/// CoalescedWords of global memory lie far apart: what misses the processor's cache is asked for at once. The next block's are often beside
/// them.
void Executor::prefetchRows(const Region& region, const CoalescedWords* rows, Warps warps) {
  if (region.kind != RegionKind::Global) return;
  constexpr std::int64_t line = 64;
  for (Warps left = warps; left != 0; left &= left - 1)
    for (const std::int64_t start : rows[std::countr_zero(left)].start) {
      __builtin_prefetch(region.bytes + start);
      __builtin_prefetch(region.bytes + start + line);
      __builtin_prefetch(region.bytes + start + 2 * line);
      __builtin_prefetch(region.sectors + (start >> sectorShift));
      __builtin_prefetch(region.sectors + ((start + 2 * line) >> sectorShift));
    }
}

/// Of which warps the lanes are in rows (`good`), in the region of the first lane. Null: of none.
Region* Executor::findRows(const Gang& gang, const Access& access, const Op& op, const Masks& masks, Warps active, Warps& good) {
  const auto leader = static_cast<unsigned>(std::countr_zero(active));
  const auto* const addresses = cellsAt<std::uint64_t>(gang.frames, op.a);
  const std::uint64_t given = addresses[leader * laneCount + firstLane(masks[leader])];
  const std::uint64_t address = reached(given, access.space);
  Region* region = memory_.find(address, access.space);
  if (!region || region->size < 4 || (region->kind != RegionKind::Shared && region->kind != RegionKind::Global)) return nullptr;
  const AddressBounds bounds{region->base - (address - given), region->size - 4};
  good = vectors_.findCoalescedByWarp(addresses, active, masks.data(), bounds, found_.data());
  prefetchRows(*region, found_.data(), good);
  return region;
}

/// Of which no access can be part of a race, and is held back.
Warps Executor::holdRowsInStep(Gang& gang, Region& region, const CoalescedWords* rows, const Masks& masks, Warps warps, bool isWrite,
                               std::uint32_t place) {
  if (!region.shadow) return warps;
  Warps held = warps;
  for (Warps rest = warps; rest != 0; rest &= rest - 1) {
    const auto i = static_cast<unsigned>(std::countr_zero(rest));
    if (!holdRows(warps_[gang.first + i], region, rows[i], masks[i], isWrite, place)) held &= ~(rest & -rest);
  }
  return held;
}

namespace {
/// The operator of arrays calls memcmp().
bool areSame(const Masks& a, const Masks& b) {
  Mask differences = 0;
  for (unsigned i = 0; i < gangSize; ++i) differences |= a[i] ^ b[i];
  return differences == 0;
}
} // namespace

/// What is known of the lanes of the masks; null where that is not all of them.
inline KnownRows* Executor::knownRows(Gang& gang, const Access& access, const Masks& masks) {
  if (access.watch < 0) return nullptr;
  KnownRows& known = gang.known[static_cast<std::size_t>(access.watch)];
  if (!known.region) return nullptr;
  Mask others = 0;
  for (unsigned i = 0; i < gangSize; ++i) others |= masks[i] & ~known.masks[i];
  return others == 0 ? &known : nullptr;
}

KnownRows* Executor::keepRows(Gang& gang, std::int32_t watch, Region& region, const Masks& masks) {
  KnownRows& known = gang.known[static_cast<std::size_t>(watch)];
  known.region = &region;
  known.masks = masks;
  known.meets = false;
  known.written = false;
  for (unsigned i = 0; i < gang.count; ++i) {
    if (masks[i] == 0) continue;
    known.rows[i] = found_[i];
    known.meets |= meetInBanks(found_[i], masks[i]);
  }
  return &known;
}

/// Where memory is another.
void Executor::forgetRows() {
  for (Gang& gang : gangs_)
    for (KnownRows& known : gang.known) known.region = nullptr;
}

Warps Executor::loadRowsInStep(Gang& gang, const Access& access, const Op& op, const Masks& masks, Warps active, std::uint32_t place) {
  auto* const cells = cellsAt<std::uint32_t>(gang.frames, access.parts.front().slot);
  KnownRows* known = knownRows(gang, access, masks);
  Warps good = active;
  Region* const region = known ? known->region : findRows(gang, access, op, masks, active, good);
  if (!region) return active;
  const CoalescedWords* const rows = known ? known->rows.data() : found_.data();
  good = vectors_.loadCoalescedByWarp(region->bytes, known && known->written ? nullptr : region->written, rows, good, masks.data(), cells);
  if (!known && access.watch >= 0 && good == active) known = keepRows(gang, access.watch, *region, masks);
  if (known && !known->written) known->written = good == active && areSame(masks, known->masks);
  if (region->shadow && good != active) return active; // noted in the order of warps, whatever this machine takes for rows
  good = holdRowsInStep(gang, *region, rows, masks, good, false, place);
  if (access.polls || !access.undefined.empty())
    for (Warps rest = good; rest != 0; rest &= rest - 1) {
      const auto i = static_cast<unsigned>(std::countr_zero(rest));
      warps_[gang.first + i].polls |= access.polls;
      for (const Slot unwritten : access.undefined) maskCell(warps_[gang.first + i], unwritten) &= ~masks[i];
    }
  countRowsInStep(gang, *region, rows, masks, good, &access.timing, known && !known->meets);
  return active & ~good;
}

Warps Executor::storeRowsInStep(Gang& gang, const Access& access, const Op& op, const Masks& masks, Warps active, std::uint32_t place) {
  KnownRows* known = knownRows(gang, access, masks);
  Warps good = active;
  Region* const region = known ? known->region : findRows(gang, access, op, masks, active, good);
  if (!region || good != active) return active; // stored in the order of warps, whatever this machine takes for rows
  const CoalescedWords* const rows = known ? known->rows.data() : found_.data();
  if (!known && access.watch >= 0) known = keepRows(gang, access.watch, *region, masks);
  good = holdRowsInStep(gang, *region, rows, masks, active, true, place);
  vectors_.storeCoalescedByWarp(region->bytes, known && known->written ? nullptr : region->written, rows, good, masks.data(),
                                cellsAt<std::uint32_t>(gang.frames, access.parts.front().slot));
  if (known && !known->written) known->written = good == active && areSame(masks, known->masks);
  gang.changed |= good;
  countRowsInStep(gang, *region, rows, masks, good, nullptr, known && !known->meets);
  return active & ~good;
}

/// As countRows, and of loads (those that have a timing) what waits for them. `apart`: in no warp do two words meet in a bank.
void Executor::countRowsInStep(Gang& gang, Region& region, const CoalescedWords* rows, const Masks& masks, Warps warps,
                               const LoadTiming* timing, bool apart) {
  EachWarp<double> latency{};
  if (region.kind == RegionKind::Shared) {
    latency.fill(model_.sharedLatency);
    Warps free = warps; // of conflicts
    if (!apart)
      forEach(warps, [&](unsigned i) {
        if (!meetInBanks(rows[i], masks[i])) return;
        free &= ~(1U << i);
        latency[i] = countShared(lanesOf(region, rows[i], masks[i]), 4);
      });
    phase_.shared += countOf(free);
    const bool isEarly = timing && timing->tracked < 0 && model_.sharedLatency <= static_cast<double>(timing->assumed);
    if (isEarly && free == warps) return;
  } else {
    Touched all;
    for (Warps rest = warps; rest != 0; rest &= rest - 1) {
      const auto i = static_cast<unsigned>(std::countr_zero(rest));
      const Touched touched = touchRows(region, rows[i], masks[i]);
      all.add(touched);
      latency[i] = latencyOf(touched);
    }
    chargeSectors(all, timing != nullptr);
  }
  if (timing) delayInStep(gang.times, *timing, latency, warps);
}

/// As delayLoad.
void Executor::delayInStep(Times& times, const LoadTiming& timing, const EachWarp<double>& latency, Warps warps) {
  EachWarp<float> late;
  for (unsigned i = 0; i < gangSize; ++i) late[i] = std::max(0.0F, static_cast<float>(latency[i]) - timing.assumed);
  EachWarp<float>& delay = times.delay[timing.level];
  forEach(warps, [&](unsigned i) { delay[i] = std::max(delay[i], late[i] - timing.slack); });
  if (timing.tracked < 0) return;
  EachWarp<double> earlier{};
  for (unsigned level = 0; level < timing.level; ++level)
    for (unsigned i = 0; i < gangSize; ++i) earlier[i] += times.delay[level][i];
  EachWarp<double>& ready = times.ready[static_cast<std::size_t>(timing.tracked)];
  forEach(warps, [&](unsigned i) { ready[i] = times.start[i] + timing.ready + earlier[i] + late[i]; });
}

} // namespace gevo::sim
