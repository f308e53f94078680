#include "core/kernel/simulator/execute/special_registers.h"

#include "core/kernel/simulator/machine/memory.h"

#include <algorithm>

namespace gevo::sim {

namespace {

bool isBlockIndex(SpecialRegister which) {
  return which == SpecialRegister::BlockX || which == SpecialRegister::BlockY || which == SpecialRegister::BlockZ;
}

/// Not the same in all lanes of a warp.
bool isPerLane(SpecialRegister which) {
  switch (which) {
  case SpecialRegister::ThreadX:
  case SpecialRegister::ThreadY:
  case SpecialRegister::ThreadZ:
  case SpecialRegister::Lane:
  case SpecialRegister::LaneMaskEqual:
  case SpecialRegister::LaneMaskLess:
  case SpecialRegister::LaneMaskLessEqual:
  case SpecialRegister::LaneMaskGreater:
  case SpecialRegister::LaneMaskGreaterEqual:
    return true;
  default:
    return false;
  }
}

} // namespace

void SpecialRegisters::fill(const Warp& warp, const CallFrame& frame) const {
  for (const SpecialUse& use : frame.function->specials) {
    if (use.which == SpecialRegister::LocalBase) {
      std::fill_n(laneCells<std::uint64_t>(warp, use.slot), laneCount, localWindow + frame.localBase);
    } else if (isPerLane(use.which)) {
      std::uint32_t* cells = laneCells<std::uint32_t>(warp, use.slot);
      for (unsigned lane = 0; lane < laneCount; ++lane) cells[lane] = value(use.which, warp, lane);
    } else {
      fillAll(warp, use);
    }
  }
}

void SpecialRegisters::fillBlockIndex(const Warp& warp, const CodeFunction& function) const {
  for (const SpecialUse& use : function.specials)
    if (isBlockIndex(use.which)) fillAll(warp, use);
}

void SpecialRegisters::fillAll(const Warp& warp, const SpecialUse& use) const {
  std::fill_n(laneCells<std::uint32_t>(warp, use.slot), laneCount, value(use.which, warp, 0));
}

std::uint32_t SpecialRegisters::value(SpecialRegister which, const Warp& warp, unsigned lane) const {
  const Launch& launch = context_.launch;
  const std::uint32_t thread = warp.number * laneCount + lane;
  const auto axisFrom = [&](SpecialRegister x) { return static_cast<std::size_t>(which) - static_cast<std::size_t>(x); };
  switch (which) {
  case SpecialRegister::ThreadX:
    return thread % launch.block[0];
  case SpecialRegister::ThreadY:
    return thread / launch.block[0] % launch.block[1];
  case SpecialRegister::ThreadZ:
    return thread / launch.block[0] / launch.block[1];
  case SpecialRegister::BlockX:
  case SpecialRegister::BlockY:
  case SpecialRegister::BlockZ:
    return block_.index[axisFrom(SpecialRegister::BlockX)];
  case SpecialRegister::BlockSizeX:
  case SpecialRegister::BlockSizeY:
  case SpecialRegister::BlockSizeZ:
    return launch.block[axisFrom(SpecialRegister::BlockSizeX)];
  case SpecialRegister::GridX:
  case SpecialRegister::GridY:
  case SpecialRegister::GridZ:
    return launch.grid[axisFrom(SpecialRegister::GridX)];
  case SpecialRegister::Lane:
    return lane;
  case SpecialRegister::WarpNumber:
    return warp.number;
  case SpecialRegister::WarpSize:
    return laneCount;
  case SpecialRegister::LaneMaskEqual:
    return 1U << lane;
  case SpecialRegister::LaneMaskLess:
    return (1U << lane) - 1;
  case SpecialRegister::LaneMaskLessEqual:
    return (2U << lane) - 1;
  case SpecialRegister::LaneMaskGreater:
    return ~((2U << lane) - 1);
  case SpecialRegister::LaneMaskGreaterEqual:
    return ~((1U << lane) - 1);
  case SpecialRegister::DynamicShared:
    return launch.dynamicShared;
  case SpecialRegister::TotalShared:
    return static_cast<std::uint32_t>(context_.sharedBytes());
  case SpecialRegister::GridWorkspaceHigh:
    return launch.isCooperative ? static_cast<std::uint32_t>(gridWorkspace >> 32) : 0;
  case SpecialRegister::GridWorkspaceLow:
    return launch.isCooperative ? static_cast<std::uint32_t>(gridWorkspace) : 0;
  default:
    return 0;
  }
}

} // namespace gevo::sim
