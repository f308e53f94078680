#pragma once

/// Builds the report of a launch: the fault that ended it, its counts, what it printed, its uses of undefined values.

#include "core/kernel/simulator/execute/launch_context.h"
#include "core/kernel/simulator/execute/thread_block.h"

#include <map>

namespace gevo::sim {

class LaunchReporter {
public:
  LaunchReporter(const LaunchContext& context, const ThreadBlock& block) : context_(context), block_(block) {}

  /// Ends the launch at a code location (an index into Program::locations), by the lowest of the lanes. Always false, so that callers can
  /// return the call.
  bool fault(FaultKind kind, std::uint32_t location, const Warp& warp, Mask lanes, std::string message);
  /// Of a load of undefined bytes: false, a fault, unless it is tolerated.
  bool undefinedRead(UndefinedSource source, std::uint32_t location, const Warp& warp, Mask lanes, const std::string& message,
                     const OutsideBytes& outside = {});
  const Limits& limits() const { return context_.limits; }
  /// What undefined bytes are where loads of them are tolerated.
  std::uint8_t undefinedByte() const { return context_.limits.undefinedByte.value_or(0); }
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
  std::map<std::pair<std::uint32_t, UndefinedSource>, std::size_t> undefinedReads_; ///< where in the report
};

} // namespace gevo::sim
