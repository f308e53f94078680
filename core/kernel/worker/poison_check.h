#pragma once

/// Detects variants whose results depend on undefined behaviour. Their code is replayed as the edits left it, before any optimisation, and
/// every poison flag and precondition is checked: nsw, nuw, exact, inbounds and the like, shifts, divisions, conversions.

#include "core/kernel/ir/base_module.h"
#include "core/kernel/trace/replay.h"

namespace gevo::worker {

class PoisonCheck {
public:
  /// Always on the simulated GPU. An error says why it can't run the code.
  static Result<PoisonCheck> open(const ir::BaseModule& base, const EditList& edits, const EvaluationSettings& settings,
                                  std::vector<OutputInfo> outputs);

  /// Valid if the variant violates no poison flag or precondition that the original keeps on the same line.
  Result<program::ReplayReport> run(const TestCase& test);

private:
  PoisonCheck(sim::Simulator original, sim::Simulator variant) : original_(std::move(original)), variant_(std::move(variant)) {}

  sim::Simulator original_;
  sim::Simulator variant_;
  sim::Model model_;
  EvaluationSettings settings_;
  std::vector<OutputInfo> outputs_;
};

} // namespace gevo::worker
