#include "core/kernel/simulator/execute/warp.h"

#include <algorithm>

namespace gevo::sim {

void Warp::startThreadBlock() {
  live = existing;
  state = WarpState::Running;
  barrier = nullptr;
  polls = changes = false;
  resumeAt = 0;
  gridArrival = gridOpening = 0;
  waitsAtGrid = false;
  stack.start({0, noBlock, existing});
  local.startThreadBlock(calls.front().function->localBytes);
  pending.clear();
}

void fillCell(const Warp& warp, Slot slot, CellKind cell, std::uint64_t value) {
  if (cell == CellKind::Mask)
    maskCell(warp, slot) = static_cast<Mask>(value);
  else if (cell == CellKind::Word)
    std::fill_n(laneCells<std::uint32_t>(warp, slot), laneCount, static_cast<std::uint32_t>(value));
  else
    std::fill_n(laneCells<std::uint64_t>(warp, slot), laneCount, value);
}

} // namespace gevo::sim
