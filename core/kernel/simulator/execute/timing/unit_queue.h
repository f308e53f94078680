#pragma once

/// When a unit that warps share is busy, in cycles of a block. Warps on different ways of a branch are executed one after the other, so
/// that requests do not come in the order of time: each takes the first free cycles from its arrival on, perhaps between those of others.

#include <cstddef>
#include <vector>

namespace gevo::sim {

class UnitQueue {
public:
  void clear() { busy_.clear(); }
  /// Takes so many cycles of the unit; returns how long the request waits behind others.
  double wait(double arrival, double service);

private:
  struct Interval {
    double from = 0;
    double to = 0;
  };
  void forget();

  std::vector<Interval> busy_; ///< apart, in ascending order
};

} // namespace gevo::sim
