#include "core/kernel/simulator/execute/warp_group.h"

#include <utility>

namespace gevo::sim {

bool WarpGroup::isFull(const Masks& masks) const {
  Mask missing = 0;
  for (unsigned i = 0; i < warpGroupSize; ++i) missing |= masks[i] != 0 ? masks[i] ^ existing[i] : 0;
  return missing == 0;
}

bool WarpGroup::areAllIn(const Masks& masks) const {
  for (unsigned i = 0; i < warps.size(); ++i)
    if (masks[i] != warps[i].live) return false;
  return true;
}

void WarpGroup::startThreadBlock() {
  for (unsigned i = 0; i < warps.size(); ++i) existing[i] = warps[i].existing;
  inLockstep = false;
  barrier = nullptr;
  changed = 0;
  scoreboard.startThreadBlock();
  addresses.startThreadBlock();
}

void WarpGroup::join() {
  if (warps.size() < 2) return;
  LockstepEntry all;
  const StackEntry* first = nullptr;
  for (unsigned i = 0; i < warps.size(); ++i) {
    const Warp& warp = warps[i];
    if (warp.state == WarpState::Done) continue;
    if (warp.state != WarpState::Running || warp.calls.size() != 1 || warp.stack.depth() != 1) return;
    const StackEntry& own = warp.stack.top();
    if (first && (own.block != first->block || own.reconverge != first->reconverge)) return;
    first = &own;
    all.masks[i] = own.mask;
  }
  if (!first) return;
  all.block = first->block;
  all.reconverge = first->reconverge;
  all.warps = warpsOf(all.masks);
  stack.start(all);
  inLockstep = true;
}

void WarpGroup::separate() {
  inLockstep = false;
  forEachWarp(std::exchange(changed, 0), [&](unsigned i) { warps[i].changes = true; });
  for (unsigned i = 0; i < warps.size(); ++i) {
    warps[i].stack.clear();
    for (const LockstepEntry& entry : stack.entries())
      if (entry.masks[i] != 0) warps[i].stack.push({entry.block, entry.reconverge, entry.masks[i]});
  }
}

} // namespace gevo::sim
