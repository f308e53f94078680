#pragma once

/// Which of a program's copies to the host are outputs, what they are called and what they hold.

#include "core/kernel/device_code/device_code.h"
#include "core/kernel/simulator/simulator.h"
#include "core/kernel/trace/trace.h"
#include "core/values/project.h"

#include <set>

namespace gevo::program {

/// "--output NAME[:TYPE[:TOLERANCE[:without=ELEMENTS]]]"; TYPE and TOLERANCE may be empty, TOLERANCE is a share (0.05) or per cent (5%),
/// ELEMENTS as in ignored_elements.h.
struct OutputRequest {
  std::string name; ///< a "*" in it stands for any characters
  std::optional<ElementType> type;
  std::optional<double> tolerance;
  std::vector<IgnoredElements> ignored;
};
Result<OutputRequest> parseOutputRequest(const std::string& text);

/// Offsets of a kernel's parameters in a launch's data, in order.
using ParameterOffsets = std::map<std::string, std::vector<std::uint32_t>>;
ParameterOffsets parameterOffsets(const DeviceDescription& device, const sim::Simulator& simulator);

struct DescribedOutputs {
  std::vector<OutputInfo> outputs;
  std::vector<std::string> notes; ///< messages about assumed types
  /// Copies of these are followed by launches and nobody asked for them: the host may decide by them (host_decisions.h).
  std::set<std::uint32_t> candidates;
};

/// Sets Event::output in all traces and drops copies to the host that no launch precedes. An output is what one
/// allocation delivers, or all those of one site that kernels know by the same name and type; outputs of the same name in different tests
/// are the same. Fails on a request that no output matches.
Result<DescribedOutputs> describeOutputs(std::vector<Trace>& traces, const DeviceDescription& device, const ParameterOffsets& offsets,
                                         const std::vector<OutputRequest>& requests);

/// Sets Event::decision of copies of these outputs that launches follow; returns their number.
std::size_t markDecisions(Trace& trace, const std::set<std::uint32_t>& outputs);

/// Outputs with copies that launches follow and that are marked as decisions, or not.
std::set<std::uint32_t> followedOutputs(const Trace& trace, bool decisions);

/// Sets Event::output of copies to the host as describeOutputs does, adding to `outputs` what these do not name yet.
void nameOutputs(Trace& trace, const DeviceDescription& device, const ParameterOffsets& offsets, std::vector<OutputInfo>& outputs);

/// Removes copies to the host before the first launch: they say nothing about kernels.
void dropEarlyCopies(Trace& trace);

} // namespace gevo::program
