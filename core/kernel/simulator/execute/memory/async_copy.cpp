#include "core/kernel/simulator/execute/memory/async_copy.h"

#include <algorithm>
#include <cstring>

namespace gevo::sim {

namespace {

/// What nextRegion() says of lanes that access aligned pieces of a region; those that are not in the mask count as at the first one's.
void describe(RegionAccess& part) {
  const std::uint64_t first = part.offset[firstLane(part.mask)];
  for (unsigned lane = 0; lane < laneCount; ++lane)
    if (!(part.mask >> lane & 1)) part.offset[lane] = first;
  part.wordAligned = true;
  part.oneSectorEach = true;
}

} // namespace

bool AsyncCopy::start(Warp& warp, const Access& access, const Op& op, Mask mask, std::uint32_t location) {
  std::uint8_t data[laneCount][16] = {};
  double latency = 0;
  return read(warp, op, mask, location, access.bytes, data, latency) &&
         markPending(warp, access, op, mask, location, data, warp.clock() + latency);
}

bool AsyncCopy::read(Warp& warp, const Op& op, Mask mask, std::uint32_t location, std::uint32_t bytes, std::uint8_t (*data)[16],
                     double& latency) {
  const auto* from = laneCells<std::uint64_t>(warp, op.b);
  const auto* sizes = laneCells<std::uint32_t>(warp, op.c);
  RegionAccess part; // lanes that read all bytes
  const auto recordRead = [&] {
    describe(part);
    races_.record(warp, part, bytes, {AccessMode::Read}, location);
    latency = std::max(latency, timing_.charge(part, bytes, true));
    part.mask = 0;
  };
  for (Mask rest = mask; rest != 0; rest &= rest - 1) {
    const unsigned lane = firstLane(rest);
    if (sizes[lane] > bytes)
      return reporter_.fault(FaultKind::Trap, location, warp, rest & -rest,
                             fmt::format("an asynchronous copy of {} bytes from {}", bytes, sizes[lane]));
    if (from[lane] % bytes != 0)
      return reporter_.fault(FaultKind::Misaligned, location, warp, rest & -rest,
                             fmt::format("{}-byte asynchronous copy from {:#x} is not aligned to {} bytes", bytes, from[lane], bytes));
    if (sizes[lane] == 0) continue;
    AccessChecker::Range range;
    if (!checker_.locate(warp, from[lane], sizes[lane], lane, "asynchronous copy", location, range)) return false;
    if (!range.region->isGlobal())
      return reporter_.fault(FaultKind::OutOfBounds, location, warp, rest & -rest, "an asynchronous copy from memory that is not global");
    RegionAccess one;
    one.region = range.region;
    one.mask = rest & -rest;
    one.offset[lane] = range.offset;
    describe(one);
    if (!checker_.checkWritten(warp, one, sizes[lane], location)) return false;
    std::memcpy(data[lane], range.data(), sizes[lane]);
    for (std::uint32_t i = 0; one.undefined != 0 && i < sizes[lane]; ++i)
      if (range.region->written[range.offset + i] == 0) data[lane][i] = checker_.undefinedByte();
    if (sizes[lane] != bytes) {
      races_.recordRange(warp, *range.region, lane, range.offset, sizes[lane], {AccessMode::Read}, location);
      latency = std::max(latency, timing_.charge(one, sizes[lane], true));
      continue;
    }
    if (part.region != range.region && part.mask != 0) recordRead();
    part.region = range.region;
    part.mask |= rest & -rest;
    part.offset[lane] = range.offset;
  }
  if (part.mask != 0) recordRead();
  return true;
}

bool AsyncCopy::markPending(Warp& warp, const Access& access, const Op& op, Mask mask, std::uint32_t location,
                            const std::uint8_t (*data)[16], double ready) {
  const auto* to = laneCells<std::uint64_t>(warp, op.a);
  for (WarpGroup& group : block_.groups) group.addresses.startThreadBlock(); // what is known to be written is so no longer
  RegionAccess part;
  for (Mask remaining = mask; remaining != 0; remaining &= ~part.mask) {
    if (!checker_.nextRegion(warp, access, to, remaining, "asynchronous copy", location, part)) return false;
    if (part.isOutside) continue;
    if (!part.region->isShared())
      return reporter_.fault(FaultKind::OutOfBounds, location, warp, part.mask, "an asynchronous copy to memory that is not shared");
    const Mask suspects = races_.record(warp, part, access.bytes, {AccessMode::Write}, location);
    for (Mask rest = part.mask; rest != 0; rest &= rest - 1) {
      const unsigned lane = firstLane(rest);
      if (suspects >> lane & 1) races_.recordStore(warp, part, lane, access.bytes, {AccessMode::Write}, false, location);
      std::memset(part.region->written + part.offset[lane], 0, access.bytes);
      PendingCopy copy{part.region, part.offset[lane], access.bytes, lane, warp.pending.groups[lane], ready, {}};
      std::memcpy(copy.data.data(), data[lane], access.bytes);
      warp.pending.copies.push_back(copy);
    }
    timing_.charge(part, access.bytes, false);
  }
  warp.changes = true;
  return true;
}

void AsyncCopy::commit(Warp& warp, Mask mask) {
  for (Mask rest = mask; rest != 0; rest &= rest - 1) ++warp.pending.groups[firstLane(rest)];
}

void AsyncCopy::finish(Warp& warp, const PendingCopy& copy, std::uint32_t location) {
  std::memcpy(copy.to->bytes + copy.offset, copy.data.data(), copy.bytes);
  std::memset(copy.to->written + copy.offset, 1, copy.bytes);
  races_.recordRange(warp, *copy.to, copy.lane, copy.offset, copy.bytes, {AccessMode::Write}, location);
  warp.changes = true;
}

template <class IsDone> void AsyncCopy::finishThose(Warp& warp, const Access& access, std::uint32_t location, IsDone isDone) {
  double ready = warp.clock();
  std::vector<PendingCopy>& copies = warp.pending.copies;
  for (const PendingCopy& copy : copies)
    if (isDone(copy)) {
      finish(warp, copy, location);
      ready = std::max(ready, copy.ready);
    }
  std::erase_if(copies, isDone);
  warp.delayLoad(access.timing, ready - warp.clock());
}

void AsyncCopy::wait(Warp& warp, const Access& access, std::uint32_t groups, Mask mask, std::uint32_t location) {
  finishThose(warp, access, location, [&](const PendingCopy& copy) {
    return (mask >> copy.lane & 1) && std::uint64_t{copy.group} + groups < warp.pending.groups[copy.lane];
  });
}

void AsyncCopy::waitForAll(Warp& warp, const Access& access, Mask mask, std::uint32_t location) {
  finishThose(warp, access, location, [&](const PendingCopy& copy) { return (mask >> copy.lane & 1) != 0; });
}

} // namespace gevo::sim
