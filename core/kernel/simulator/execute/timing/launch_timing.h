#pragma once

/// Cycles of a launch, from those of its blocks of threads: see resources/docs/internals/simulator.md.

#include "core/kernel/simulator/code/code.h"
#include "core/kernel/simulator/execute/timing/demand.h"

namespace gevo::sim {

class LaunchTiming {
public:
  LaunchTiming(const Model& model, const KernelCode& kernel, const Launch& launch);
  /// One block after the other, in block order; it stands for `weight` blocks.
  void addBlock(double latency, const Demand& demand, double weight = 1);
  /// Blocks that another has timed.
  void add(const LaunchTiming& other);
  /// Cycles of the launch; `distinctBytes`: global memory that it touched.
  double cycles(double distinctBytes) const;
  /// What these are made of.
  LaunchBounds bounds(double distinctBytes) const;

private:
  const Model& model_;
  double blocks_ = 0;
  unsigned resident_ = 1; ///< blocks that a multiprocessor holds at once
  double latencySum_ = 0;
  double longest_ = 0;
  Demand demand_;
};

} // namespace gevo::sim
