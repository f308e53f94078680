#pragma once

/// Measures what inputs run of the original, on the simulated GPU.

#include "core/kernel/coverage/coverable_code.h"
#include "core/kernel/ir/base_module.h"
#include "core/kernel/simulator/simulator.h"
#include "core/kernel/trace/trace.h"
#include "core/protocol/cover.h"

#include <memory>

namespace gevo::program {

struct MeasuredInput {
  Coverage reached;
  std::uint64_t work = 0; ///< instructions of all warps, of code that is not optimised
};

class CoverageMeter {
public:
  /// Of the project's base, as it is before a variant's code is optimised: its instructions are those that lines are known of.
  static Result<CoverageMeter> open(const Project& project);

  const CoverableCode& code() const { return module_.code(); }
  /// Replays it without any check of its results. An error where a launch does not end.
  Result<MeasuredInput> measure(const Trace& trace);

private:
  CoverageMeter(std::unique_ptr<ir::BaseModule> base, CoverableModule module, sim::Simulator simulator)
      : base_(std::move(base)), module_(std::move(module)), simulator_(std::move(simulator)) {}

  std::unique_ptr<ir::BaseModule> base_;
  CoverableModule module_;
  sim::Simulator simulator_;
};

/// Coverage of workloads is not measured, since only samples of their blocks run.
Result<CoverReply> cover(const CoverRequest& request);

} // namespace gevo::program
