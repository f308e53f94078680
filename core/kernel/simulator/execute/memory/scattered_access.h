#pragma once

/// Loads and stores of one warp, whatever its lanes reach: region by region, with every check.

#include "core/kernel/simulator/execute/memory/access_checker.h"
#include "core/kernel/simulator/execute/memory/race_recorder.h"
#include "core/kernel/simulator/execute/timing/access_timing.h"

namespace gevo::sim {

class ScatteredAccess {
public:
  ScatteredAccess(AccessChecker checker, RaceChecker& races, AccessTiming& timing) : checker_(checker), races_(races), timing_(timing) {}

  /// False: a fault. `addresses`: of all lanes. `keepInactive`: lanes outside of the mask keep their values.
  bool load(Warp& warp, const Access& access, const std::uint64_t* addresses, bool keepInactive, Mask mask, std::uint32_t location);
  bool store(Warp& warp, const Access& access, const std::uint64_t* addresses, Mask mask, std::uint32_t location);

private:
  void readUndefined(const Warp& warp, const Access& access, const RegionAccess& part) const;
  /// `all`: lanes outside the part may read where its first lane does.
  void read(const Warp& warp, const Access& access, const RegionAccess& part, bool all) const;
  void write(const Warp& warp, const Access& access, const RegionAccess& part) const;
  void writeInOrder(const Warp& warp, const Access& access, const RegionAccess& part, Mask suspects, std::uint32_t location);
  void synchronise(const Warp& warp, const Access& access, const RegionAccess& part);
  void markWritten(const RegionAccess& part, std::uint32_t bytes) const;

  const MemoryFunctions& vectors_ = memoryFunctions();
  AccessChecker checker_;
  RaceRecorder races_;
  AccessTiming& timing_;
};

} // namespace gevo::sim
