#pragma once

/// What `gevo new` tells of the original's behaviour, a sentence each.

#include "core/kernel/simulator/simulator.h"
#include "core/kernel/trace/host_decisions.h"
#include "core/kernel/trace/replay.h"

#include <cstdint>
#include <string>
#include <vector>

namespace gevo::program {

/// Races and undefined values and loads that variants are excused for.
std::vector<std::string> findingsOf(const ReplayReport& original);

/// What another value of undefined bytes changes in a test of the original, whose trace tolerates loads of them.
std::vector<std::string> dependenceOf(const Trace& trace, const std::string& arguments, sim::Simulator& simulator, const sim::Model& model,
                                      const std::vector<OutputInfo>& outputs);

/// `marked`: copies to the host that the program decides by, of all `copies`.
std::string decisionNote(const HostDecisions& found, std::size_t marked, std::size_t copies, const std::vector<OutputInfo>& outputs);

} // namespace gevo::program
