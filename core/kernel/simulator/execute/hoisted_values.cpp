#include "core/kernel/simulator/execute/hoisted_values.h"

#include <cstring>
#include <utility>

namespace gevo::sim {

void HoistedValues::startLaunch(const Warp& warp) const {
  for (const Op& op : kernel_.steady) warp.frame.run(op);
}

void HoistedValues::startBlock() {
  if (computePerBlock()) computeSeldom();
}

/// By the first warp, for all. Returns whether one of those that seldom change did.
bool HoistedValues::computePerBlock() {
  specials_.fillBlockIndex(block_.warps.front(), kernel_);
  const WarpFrame first = block_.warps.front().frame;
  for (const Op& op : kernel_.perBlock) first.run(op);
  const bool isFirst = results_.empty();
  results_.resize(kernel_.perBlockResults.size());
  bool changes = isFirst;
  for (std::size_t i = 0; i < results_.size(); ++i) {
    const BlockResult& result = kernel_.perBlockResults[i];
    std::uint64_t value = 0; // a lane speaks for all
    std::memcpy(&value, first.cell(result.slot, result.cell), result.cell == CellKind::Double ? 8 : 4);
    if (std::exchange(results_[i], value) == value && !isFirst) continue;
    changes |= result.seldomChanges;
    for (const Warp& warp : block_.warps.subspan(1)) copyCell(vectors_, warp.frame, result.slot, first, result.slot, result.cell, ~0U);
  }
  return changes;
}

void HoistedValues::computeSeldom() {
  for (WarpGroup& group : block_.groups)
    for (const Op& op : kernel_.seldom) {
      if (op.kind == OpKind::InvalidateAddress)
        group.addresses.invalidate(op.extra);
      else
        op.function(group.frames, group.all(), op);
    }
}

} // namespace gevo::sim
