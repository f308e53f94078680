#pragma once

/// The original's side of SoundnessCheck: what variants are compared with on a test, in each order of threads and with each value of
/// undefined bytes. Found out when it is first asked for, and kept for the variants that follow.

#include "core/base/hash.h"
#include "core/kernel/ir/base_module.h"
#include "core/kernel/trace/replay.h"

#include <map>
#include <set>

namespace gevo::worker {

class SoundnessOriginal {
public:
  /// Always on the simulated GPU. An error says why it can't run the code.
  static Result<SoundnessOriginal> open(const ir::BaseModule& base, const EvaluationSettings& settings, std::vector<OutputInfo> outputs);

  struct Ascending {
    program::Baseline baseline; ///< with what the original overwrites
    bool isSameInAllSchedules = false;
  };
  /// Of one trace.
  struct Runs {
    std::optional<Ascending> ascending;
    std::vector<std::pair<sim::Schedule, std::optional<program::Baseline>>> inOtherOrders;
    std::map<std::uint8_t, std::optional<program::Baseline>> withUndefined;
  };
  /// Valid until keepOnly().
  Runs& runsOf(const TestCase& test) { return runs_[hashBytes(test.trace)]; }
  /// Forgets those of other traces.
  void keepOnly(const std::set<Hash128>& traces);

  const Ascending& ascending(Runs& runs, const program::Trace& trace);
  std::vector<sim::Schedule> otherSchedules() const { return program::otherSchedules(simulator_); }
  /// Null: the original's host program would go on differently, so there is nothing to compare with.
  const program::Baseline* inOrder(const sim::Schedule& schedule, Runs& runs, const program::Trace& trace);
  /// Likewise.
  const program::Baseline* withUndefined(std::uint8_t byte, Runs& runs, const program::Trace& trace);

  const sim::Model& model() const { return model_; }
  const EvaluationSettings& settings() const { return settings_; }
  const std::vector<OutputInfo>& outputs() const { return outputs_; }

private:
  explicit SoundnessOriginal(sim::Simulator simulator) : simulator_(std::move(simulator)) {}

  sim::Simulator simulator_;
  sim::Model model_;
  EvaluationSettings settings_;
  std::vector<OutputInfo> outputs_;
  std::map<Hash128, Runs> runs_; ///< by the trace's hash
};

/// The code as its edits left it, without dead code.
Result<sim::Simulator> decodeAsEdited(const llvm::Module& module, const sim::Model& model);

} // namespace gevo::worker
