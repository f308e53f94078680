#include "core/kernel/simulator/execute/operations/tile_operations.h"

#include "core/kernel/simulator/execute/operations/whole_warp.h"

#include <array>

namespace gevo::sim {

namespace {

constexpr unsigned tileRows = 8;
constexpr unsigned lanesPerRow = laneCount / tileRows;
constexpr unsigned wordBytes = 4;
constexpr unsigned rowBytes = lanesPerRow * wordBytes;

/// Generic, or an offset in the window.
bool mayBeShared(std::uint64_t address) { return address < windowBytes || address - sharedWindow < windowBytes; }

} // namespace

bool TileOperations::findAddresses(const Warp& warp, const Op& op, Mask mask, std::uint32_t location) {
  if (!checkWholeWarp(reporter_, warp, mask, location)) return false;
  const auto* rows = laneCells<std::uint64_t>(warp, op.a) + op.extra * tileRows;
  auto* addresses = laneCells<std::uint64_t>(warp, op.result);
  for (unsigned row = 0; row < tileRows; ++row) {
    const Mask giver = 1U << (op.extra * tileRows + row);
    if (rows[row] % rowBytes != 0)
      return reporter_.fault(FaultKind::Misaligned, location, warp, giver,
                             fmt::format("a matrix's row at {:#x} is not aligned to {} bytes", rows[row], rowBytes));
    if (!mayBeShared(rows[row]))
      return reporter_.fault(FaultKind::OutOfBounds, location, warp, giver,
                             fmt::format("a matrix's row at {:#x} is not in shared memory", rows[row]));
    for (unsigned i = 0; i < lanesPerRow; ++i) *addresses++ = rows[row] + i * wordBytes;
  }
  return true;
}

/// A row becomes a column: of each pair, a lane takes a half from each of two rows.
void TileOperations::transpose(const Warp& warp, const Op& op) {
  std::array<std::array<std::uint32_t, tileRows>, tileRows> values;
  const auto* from = laneCells<std::uint32_t>(warp, op.a);
  for (unsigned lane = 0; lane < laneCount; ++lane) {
    auto* const pair = &values[lane / lanesPerRow][lane % lanesPerRow * 2];
    pair[0] = from[lane] & 0xffff;
    pair[1] = from[lane] >> 16;
  }
  auto* to = laneCells<std::uint32_t>(warp, op.result);
  for (unsigned lane = 0; lane < laneCount; ++lane) {
    const unsigned row = lane % lanesPerRow * 2;
    const unsigned column = lane / lanesPerRow;
    to[lane] = values[row][column] | values[row + 1][column] << 16;
  }
}

} // namespace gevo::sim
