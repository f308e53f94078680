#pragma once

/// Detects variants whose results depend on undefined behaviour or on the order in which threads run. Their code is replayed as the edits
/// left it, before any optimisation, and every poison flag and precondition is checked: nsw, nuw, exact, inbounds and the like, shifts,
/// divisions, conversions; then once more in each of several orders of blocks, warps and lanes, unless the first run shows that they all
/// give the same; and where undefined loads of the original are tolerated, with other values of what they load.

#include "core/kernel/worker/soundness_original.h"

namespace gevo::worker {

class SoundnessCheck {
public:
  /// Always on the simulated GPU. `variant`: as its edits left it; `original` has to outlive the check. An error says why it can't run the
  /// code.
  static Result<SoundnessCheck> open(SoundnessOriginal& original, const llvm::Module& variant);

  /// Valid if the variant violates no poison flag or precondition that the original keeps at the same place, and gives the test's results
  /// in each order and with each value of undefined bytes. The error is the largest of all these runs, and what is excused is of all.
  Result<program::ReplayReport> run(const TestCase& test);

private:
  struct Ascending;
  Ascending runAscending(const program::Trace& trace, const SoundnessOriginal::Ascending& original);
  program::ReplayReport compare(const program::Trace& trace, const program::Baseline& baseline);
  SoundnessCheck(SoundnessOriginal& original, sim::Simulator variant) : original_(original), variant_(std::move(variant)) {}

  SoundnessOriginal& original_;
  sim::Simulator variant_;
};

} // namespace gevo::worker
