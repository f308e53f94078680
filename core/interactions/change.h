#pragma once

/// How two subsets' runtimes compare, and how two such changes do.
///
/// Two effects that don't interact may add up in either of two ways: as times, when each edit removes work of its own, or as factors. Both
/// are null models of epistasis. Effects interact where they fit neither.

#include "core/interactions/subset_outcome.h"

namespace gevo {

/// What adding edits does to the runtime; both subsets pass the tests.
struct Change {
  double saved = 0;     ///< microseconds by the scale
  double gain = 0;      ///< (f(before) - f(after)) / f(before), as Liou et al. 2022, Algorithm 2, has it
  double savedHalf = 0; ///< half the width of its 95 % interval
  double gainHalf = 0;

  /// `scale`: microseconds that `saved` is relative to.
  static Change between(const SubsetOutcome& before, const SubsetOutcome& after, double scale);
  /// Faster by more than `least`, and outside the interval.
  bool isGain(double least) const { return gain > least && gain > gainHalf; }
  /// Neither faster nor slower by more.
  bool isNothing(double least) const { return (gain <= least && gain >= -least) || (gain <= gainHalf && gain >= -gainHalf); }
};

/// They differ by no more than the tolerance or their intervals, as times or as factors.
bool agree(const Change& a, const Change& b, double tolerance);

} // namespace gevo
