#pragma once

/// What `gevo new` tells of the original's behaviour, a sentence each.

#include "core/kernel/simulator/simulator.h"
#include "core/kernel/trace/replay.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace gevo::program {

/// Races and undefined values and loads that variants are excused for.
std::vector<std::string> findingsOf(const ReplayReport& original);

/// What another value of undefined bytes changes in a test of the original, whose trace tolerates loads of them.
std::vector<std::string> dependenceOf(const Trace& trace, const std::string& arguments, sim::Simulator& simulator, const sim::Model& model,
                                      const std::vector<OutputInfo>& outputs);

/// Copies to the host that the program decides by.
struct FoundDecisions {
  std::set<std::uint32_t> outputs;
  bool repeats = true;    ///< the program does the same twice
  bool triedAll = true;   ///< there was time for it
  std::size_t marked = 0; ///< copies
  std::size_t copies = 0; ///< of all outputs
};
std::string decisionNote(const FoundDecisions& found, const std::vector<OutputInfo>& outputs);

} // namespace gevo::program
