#pragma once

/// A warp's accesses to the granules of a race shadow, where they are not one word each.

#include "core/kernel/simulator/execute/memory/race_checker.h"

namespace gevo::sim {

/// What RaceChecker::recordQuiet() says, for lanes that reach any bytes.
Mask recordGranules(Shadow& shadow, std::uint32_t horizon, const LaneBytes& lanes, AccessMode mode, Stamp first, std::uint32_t location,
                    const ShadowLimits& limits);

} // namespace gevo::sim
