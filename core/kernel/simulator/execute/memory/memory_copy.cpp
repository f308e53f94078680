#include "core/kernel/simulator/execute/memory/memory_copy.h"

#include <cstring>

namespace gevo::sim {

bool MemoryCopy::run(Warp& warp, const Access& access, const Op& op, Mask mask, std::uint32_t location) {
  warp.changes = true;
  for (Mask rest = mask; rest; rest &= rest - 1) {
    const unsigned lane = firstLane(rest);
    const std::uint64_t bytes =
        op.cell == CellKind::Double ? laneCells<std::uint64_t>(warp, op.c)[lane] : laneCells<std::uint32_t>(warp, op.c)[lane];
    if (bytes == 0) continue;
    Range to;
    const std::uint64_t address = genericAddress(laneCells<std::uint64_t>(warp, op.a)[lane], access.space);
    if (!checker_.locate(warp, address, bytes, lane, "store", location, to)) return false;
    if (!checker_.checkWritable(warp, *to.region, 1U << lane, location, "a store to")) return false;
    if (!spend(warp, lane, bytes, location)) return false;
    if (op.kind == OpKind::SetMemory) {
      std::memset(to.data(), static_cast<int>(laneCells<std::uint32_t>(warp, op.b)[lane] & 255), bytes);
    } else {
      bool isLocal = false;
      if (!copy(warp, lane, to, laneCells<std::uint64_t>(warp, op.b)[lane], bytes, location, isLocal)) return false;
      if (isLocal) continue;
    }
    races_.recordRange(warp, *to.region, lane, to.offset, bytes, {AccessMode::Write}, location);
    if (to.region->written) std::memset(to.region->written + to.offset, 1, bytes);
    timing_.chargeCopy(bytes);
  }
  return true;
}

bool MemoryCopy::spend(const Warp& warp, unsigned lane, std::uint64_t bytes, std::uint32_t location) {
  std::uint64_t& instructions = reporter_.statistics().warpInstructions;
  instructions += bytes / 64;
  return instructions <= warpInstructions_ ||
         reporter_.fault(FaultKind::Budget, location, warp, 1U << lane, "copying memory takes more than the launch's budget");
}

/// `isLocal`: from the thread's own memory to its own, where what was not written stays so.
bool MemoryCopy::copy(const Warp& warp, unsigned lane, const Range& to, std::uint64_t address, std::uint64_t bytes, std::uint32_t location,
                      bool& isLocal) {
  Range from;
  if (!checker_.locate(warp, address, bytes, lane, "load", location, from)) return false;
  const bool fromLocal = from.region->kind == RegionKind::Local;
  isLocal = fromLocal && to.region->kind == RegionKind::Local;
  const std::uint8_t* written = from.region->written ? from.region->written + from.offset : nullptr;
  if (isLocal) std::memmove(to.region->written + to.offset, written, bytes);
  Bytes defined; ///< as long as some bytes are not
  if (written && !fromLocal && std::memchr(written, 0, bytes)) {
    const UndefinedSource source = from.region->isShared() ? UndefinedSource::UnwrittenShared : UndefinedSource::UnwrittenGlobal;
    const std::string message = fmt::format("{}-byte copy of memory that nobody has written", bytes);
    if (!reporter_.undefinedRead(source, location, warp, 1U << lane, message)) return false;
    defined.assign(written, written + bytes);
  }
  races_.recordRange(warp, *from.region, lane, from.offset, bytes, {AccessMode::Read}, location);
  std::memmove(to.data(), from.data(), bytes);
  for (std::size_t i = 0; i < defined.size(); ++i)
    if (defined[i] == 0) to.data()[i] = reporter_.undefinedByte();
  return true;
}

} // namespace gevo::sim
