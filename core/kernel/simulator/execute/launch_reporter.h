#pragma once

/// What a launch's report says: what ended it, what it counted, what it printed.

#include "core/kernel/simulator/execute/launch_context.h"
#include "core/kernel/simulator/execute/thread_block.h"

namespace gevo::sim {

class LaunchReporter {
public:
  LaunchReporter(const LaunchContext& context, const ThreadBlock& block) : context_(context), block_(block) {}

  /// Ends the launch at a code location (an index into Program::locations), by the lowest of the lanes. Always false, for who returns it.
  bool fault(FaultKind kind, std::uint32_t location, const Warp& warp, Mask lanes, std::string message);
  /// The launch can't begin.
  void reject(std::string reason);
  /// An undefined value is used; once for each line and kind of use.
  void noteUndefined(UndefinedUse use, std::uint32_t location);
  void print(const std::string& text);

  LaunchStatistics& statistics() { return report_.statistics; }
  LaunchReport& report() { return report_; }

private:
  const LaunchContext& context_;
  const ThreadBlock& block_;
  LaunchReport report_;
};

} // namespace gevo::sim
