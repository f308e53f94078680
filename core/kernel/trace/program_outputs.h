#pragma once

/// Which of a program's copies to the host are outputs, what they are called and what they hold.

#include "core/kernel/device_code/device_code.h"
#include "core/kernel/simulator/simulator.h"
#include "core/kernel/trace/trace.h"
#include "core/values/project.h"

namespace gevo::program {

/// "--output NAME[:TYPE[:TOLERANCE]]"; TYPE may be empty, TOLERANCE is a share (0.05) or per cent (5%).
struct OutputRequest {
  std::string name;
  std::optional<ElementType> type;
  std::optional<double> tolerance;
};
Result<OutputRequest> parseOutputRequest(const std::string& text);

/// Offsets of a kernel's parameters in a launch's data, in order.
using ParameterOffsets = std::map<std::string, std::vector<std::uint32_t>>;
ParameterOffsets parameterOffsets(const DeviceDescription& device, const sim::Simulator& simulator);

struct DescribedOutputs {
  std::vector<OutputInfo> outputs;
  std::vector<std::string> notes;     ///< messages about assumed types
  std::vector<std::string> decisions; ///< messages about copies that count as decisions in replay
};

/// Sets Event::output and Event::decision in all traces and drops copies to the host that no launch precedes. An output is what one
/// allocation delivers; outputs of the same name in different tests are the same. Fails on a request for an unknown name.
Result<DescribedOutputs> describeOutputs(std::vector<Trace>& traces, const DeviceDescription& device, const ParameterOffsets& offsets,
                                         const std::vector<OutputRequest>& requests);

/// Sets Event::output of copies to the host as describeOutputs does, adding to `outputs` what these do not name yet.
void nameOutputs(Trace& trace, const DeviceDescription& device, const ParameterOffsets& offsets, std::vector<OutputInfo>& outputs);

/// Removes copies to the host before the first launch: they say nothing about kernels.
void dropEarlyCopies(Trace& trace);

} // namespace gevo::program
