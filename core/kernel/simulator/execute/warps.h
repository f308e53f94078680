#pragma once

/// Sets of the warps of a group, and values of which each warp has one.

#include "core/kernel/simulator/code/code.h"

#include <array>

namespace gevo::sim {

/// How many warps run in lockstep at most.
inline constexpr unsigned warpGroupSize = 8;
inline constexpr Warps everyWarp = (1U << warpGroupSize) - 1;

template <class T> using EachWarp = std::array<T, warpGroupSize>;
using Masks = EachWarp<Mask>;

/// The lowest lane or warp of a set that is not empty.
inline unsigned firstLane(Mask mask) { return static_cast<unsigned>(__builtin_ctz(mask)); }
inline unsigned firstWarp(Warps warps) { return static_cast<unsigned>(__builtin_ctz(warps)); }

/// On the processor's baseline std::popcount is a call.
constexpr unsigned countOf(Warps warps) {
  static_assert(warpGroupSize <= 8);
  warps -= warps >> 1 & 0x55U;
  warps = (warps & 0x33U) + (warps >> 2 & 0x33U);
  return (warps + (warps >> 4)) & 0xfU;
}

/// The warps that have lanes in the masks.
inline Warps warpsOf(const Masks& masks) {
  Warps warps = 0;
  for (unsigned i = 0; i < warpGroupSize; ++i) warps |= static_cast<Warps>(masks[i] != 0) << i;
  return warps;
}

template <class Do> void forEachWarp(Warps warps, Do act) {
  if (warps == everyWarp) { // a loop that the compiler turns into vectors
    for (unsigned i = 0; i < warpGroupSize; ++i) act(i);
    return;
  }
  for (Warps rest = warps; rest != 0; rest &= rest - 1) act(firstWarp(rest));
}

} // namespace gevo::sim
