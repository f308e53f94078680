#pragma once

/// Runs the slot chains of one generation over the pool, side by side. Towards its end there are fewer chains than workers: those that are
/// idle then evaluate what chains would ask for next if what they evaluate now is invalid, as half and more of it is. What a chain does not
/// ask for is forgotten, so the result is the same.

#include "core/evolution/configuration_source.h"
#include "core/evolution/evolution.h"
#include "core/evolution/slot_chain.h"
#include "core/protocol/evaluate.h"

#include <deque>
#include <map>
#include <memory>
#include <set>

namespace gevo {

/// Evaluations that ended before the run was interrupted, by (slot, step). Random streams are keyed, so the chain of a slot asks for the
/// same evaluations again and gets their results from here.
using EarlierEvaluations = std::map<std::pair<std::uint32_t, std::uint32_t>, Individual>;

class GenerationRun {
public:
  /// `tick` is called several times a second and after the last evaluation. `configurations`: null where the program has no parameters.
  /// `inputs`: fuzz inputs that every evaluation is held to. `guesses`: idle workers evaluate ahead; not where that disturbs measuring.
  GenerationRun(JobPool& pool, ConfigurationSource* configurations, const Fitness& original, std::vector<SlotChain>& chains,
                EarlierEvaluations earlier, std::vector<std::uint32_t> inputs, bool guesses, const EvolutionCallbacks& callbacks,
                std::function<void(const GenerationRun&)> tick);

  /// Runs until every chain has ended, or for `seconds` without those spent paused, but at least until one evaluation and those of all
  /// seeds have ended. False when `stop` was requested before, and the generation has to be dropped; an error when there is no worker left.
  Result<bool> run(const std::stop_token& stop, double seconds);

  std::size_t slotCount() const { return chains_.size(); }
  std::uint32_t ended() const { return ended_; }             ///< chains
  std::uint64_t evaluations() const { return evaluations_; } ///< evaluated here, without earlier ones
  std::uint64_t valid() const { return valid_; }
  /// Of the same; which codes are reused is only known at the end of the generation.
  const Acceptance& acceptance() const { return acceptance_; }
  const StageCosts& stages() const { return stages_; }
  std::size_t configurations() const { return configurations_ != nullptr ? configurations_->pending() : 0; } ///< that are being built
  /// Seconds spent paused with no job running.
  double pausedSeconds() const { return pausedSeconds_; }

private:
  /// Of an evaluation that a chain may ask for.
  struct Guess {
    EvaluateRequest request;
    std::optional<EvaluateReply> reply; ///< none: it runs
    SlotChain* asked = nullptr;         ///< the chain that waits for it
  };
  using Step = std::pair<std::uint32_t, std::uint32_t>; ///< slot and step of an evaluation

  void advance(SlotChain& chain);
  void begin();
  void submit(EvaluateRequest request, std::function<void(EvaluateReply)> done);
  void guess();
  bool guessFor(const SlotChain& chain, std::uint32_t failures);
  bool takeGuess(SlotChain& chain, const EvaluateRequest& request);
  void forgetGuesses(const SlotChain& chain);
  void waitForWorkers();
  void resumeReady();
  void take(SlotChain& chain, EvaluateReply reply);
  bool takeEarlier(SlotChain& chain, const EvaluateRequest& request);

  struct Ready {
    SlotChain* chain;
    EvaluateRequest request;
  };

  JobPool& pool_;
  ConfigurationSource* configurations_;
  Fitness original_;
  std::vector<SlotChain>& chains_;
  EarlierEvaluations earlier_;
  std::vector<std::uint32_t> inputs_;
  bool guesses_;
  const EvolutionCallbacks& callbacks_;
  std::function<void(const GenerationRun&)> tick_;
  std::deque<Ready> ready_;
  std::vector<Ready> waiting_;      ///< for their configurations
  std::set<SlotChain*> evaluating_; ///< those whose evaluations run
  std::map<Step, std::shared_ptr<Guess>> ahead_;
  std::size_t running_ = 0; ///< evaluations, guesses among them
  std::uint32_t ended_ = 0;
  std::uint64_t evaluations_ = 0;
  std::uint64_t valid_ = 0;
  Acceptance acceptance_;
  StageCosts stages_;
  double pausedSeconds_ = 0;
  std::optional<Error> broken_;
};

} // namespace gevo
