#pragma once

/// The tries of one slot of one generation, one after the other (seeds/000, Algorithm 1 and the retry rule of III-D and
/// III-E): a member of another run's front where there is one, which goes on as it is if it is valid; else an optional crossover, then
/// mutations, each tried again until it is valid or its attempts are used up; what never becomes valid leaves the individual as it was. A
/// chain depends on its parents and its random streams only.

#include "core/protocol/evaluate.h"
#include "core/values/individual.h"
#include "core/values/settings.h"

#include <memory>
#include <optional>
#include <unordered_set>

namespace gevo {

/// An individual that ended in some generation; shared by parents, elites and offspring.
using Member = std::shared_ptr<const Individual>;

/// What an offspring inherits: edits that do nothing in its parent leave the line here, unless the settings keep them.
EditList inheritedEdits(const Individual& parent, const SearchSettings& settings);

using KnownCodes = std::unordered_set<Hash128, Hash128Hasher>;

/// What a slot begins with.
struct ChainStart {
  std::uint32_t generation = 0;
  std::uint32_t slot = 0;
  Member parent;
  Member partner;                        ///< none: no crossover
  std::uint32_t mutations = 0;           ///< single edits to add, each a step of its own
  std::vector<std::uint32_t> tests = {}; ///< see EvaluateRequest
  EditList seed = {};                    ///< of a variant from elsewhere; empty: none
};

class SlotChain {
public:
  SlotChain(const SearchSettings& settings, ChainStart start);

  /// The next try, if there is one. Each has to be answered by `ended` before the next is asked for.
  std::optional<EvaluateRequest> next();
  /// What became of it. The individual has everything but its id, and parents only where they have ids.
  const Individual& ended(EvaluateReply reply);

  /// Its seed, which no later generation would try, is not tried yet.
  bool hasSeed() const { return phase_ == Phase::Seed; }

  std::uint32_t slot() const { return start_.slot; }
  /// Where the coming try stands: its Individual::step.
  std::uint32_t step() const { return static_cast<std::uint32_t>(evaluations_.size()); }

  /// For a chain at its end: its tries with ids from `firstId`. A code that is in `known` marks its try as reused, the
  /// others are added: chains have to be finished in the order of their slots.
  /// Before, `reused` says what the workers knew.
  std::vector<Member> finish(std::int64_t firstId, KnownCodes& known);
  /// After `finish`: the member that goes on, one of the tries or the parent.
  const Member& offspring() const { return offspring_; }
  /// After `finish`: per try, whether its fitness was measured and not remembered.
  const std::vector<bool>& measured() const { return measured_; }

private:
  enum class Phase : std::uint8_t { Seed, Crossover, Mutation, Done };
  struct Evaluation {
    Individual individual;
    std::optional<std::size_t> parentEvaluation; ///< the parent is a try of this chain, which has no id yet
  };

  EvaluateRequest seedRequest() const;
  EvaluateRequest crossoverRequest() const;
  EvaluateRequest mutationRequest() const;
  Origin origin() const;
  std::uint32_t attemptLimit() const;
  void accept();
  void moveOn();

  SearchSettings settings_;
  ChainStart start_;
  Phase phase_;
  std::uint32_t attempts_ = 0; ///< of the current crossover or mutation
  std::uint32_t mutationsLeft_ = 0;
  std::optional<std::size_t> current_; ///< the try that goes on so far; none: the parent
  EditList edits_;                     ///< those that it passes on
  std::vector<Evaluation> evaluations_;
  Member offspring_;
  std::vector<bool> measured_;
};

} // namespace gevo
