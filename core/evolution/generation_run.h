#pragma once

/// Runs the slot chains of one generation over the pool, side by side.

#include "core/evolution/evolution.h"
#include "core/evolution/slot_chain.h"
#include "core/protocol/evaluate.h"

#include <deque>
#include <map>

namespace gevo {

/// Tries that were evaluated before the run was interrupted, by (slot, step). Streams are keyed, so the chain of a slot
/// asks for the same tries again and takes the answers from here.
using EarlierEvaluations = std::map<std::pair<std::uint32_t, std::uint32_t>, Individual>;

class GenerationRun {
public:
  /// `tick` is called several times a second and after the last try.
  GenerationRun(WorkerPool& pool, const Fitness& original, std::vector<SlotChain>& chains, EarlierEvaluations earlier,
                const EvolutionCallbacks& callbacks, std::function<void(const GenerationRun&)> tick);

  /// Until every chain ended, or for so many `seconds` without those spent paused, and for one try at least and every seed's: what was
  /// tried by then counts. False when `stop` was requested before, and nothing does; an error when there is no worker left.
  Result<bool> run(const std::stop_token& stop, double seconds);

  std::uint32_t ended() const { return ended_; }             ///< chains
  std::uint64_t evaluations() const { return evaluations_; } ///< evaluated here, without earlier ones
  std::uint64_t valid() const { return valid_; }
  /// Of the same; which codes are reused is known at the generation's end only.
  const Acceptance& acceptance() const { return acceptance_; }
  const StageCosts& stages() const { return stages_; }
  /// Seconds spent paused with no job running.
  double heldStill() const { return heldStill_; }

private:
  void advance(SlotChain& chain);
  void begin();
  void finishJob(SlotChain& chain, EvaluateRequest request, const JobResult& result);
  bool takeEarlier(SlotChain& chain, const EvaluateRequest& request);

  struct Ready {
    SlotChain* chain;
    EvaluateRequest request;
  };

  WorkerPool& pool_;
  Fitness original_;
  std::vector<SlotChain>& chains_;
  EarlierEvaluations earlier_;
  const EvolutionCallbacks& callbacks_;
  std::function<void(const GenerationRun&)> tick_;
  std::deque<Ready> ready_;
  std::size_t running_ = 0;
  std::uint32_t ended_ = 0;
  std::uint64_t evaluations_ = 0;
  std::uint64_t valid_ = 0;
  Acceptance acceptance_;
  StageCosts stages_;
  double heldStill_ = 0;
  std::optional<Error> broken_;
};

} // namespace gevo
