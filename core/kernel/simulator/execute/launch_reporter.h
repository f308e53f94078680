#pragma once

/// Builds the report of a launch: the fault that ended it, its counts, what it printed, its uses of undefined values.

#include "core/kernel/simulator/execute/launch_context.h"
#include "core/kernel/simulator/execute/thread_block.h"

namespace gevo::sim {

class LaunchReporter {
public:
  LaunchReporter(const LaunchContext& context, const ThreadBlock& block) : context_(context), block_(block) {}

  /// Ends the launch at a code location (an index into Program::locations), by the lowest of the lanes. Always false, so that callers can
  /// return the call.
  bool fault(FaultKind kind, std::uint32_t location, const Warp& warp, Mask lanes, std::string message);
  /// Reports that the launch can't begin (FaultKind::BadLaunch).
  void reject(std::string reason);
  /// Reports the use of an undefined value, once for each line and kind of use.
  void reportUndefined(UndefinedUse use, std::uint32_t location);
  void print(const std::string& text);

  LaunchStatistics& statistics() { return report_.statistics; }
  LaunchReport& report() { return report_; }

private:
  const LaunchContext& context_;
  const ThreadBlock& block_;
  LaunchReport report_;
};

} // namespace gevo::sim
