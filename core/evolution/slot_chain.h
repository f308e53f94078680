#pragma once

/// The evaluations of one slot of one generation, one after the other (Liou et al. 2019, Algorithm 1 and the retry rule of III-D and
/// III-E): a member of another run's front where there is one, which goes on as it is if it is valid; else an optional crossover, then
/// mutations, each repeated until it is valid or its attempts are used up; one that never becomes valid leaves the individual as it was.
/// Where the program has parameters, crossover takes these from both parents, and some mutations change one of them instead of the code. A
/// chain depends on its parents and its random streams only.

#include "core/parameters/moves.h"
#include "core/protocol/evaluate.h"
#include "core/values/individual.h"
#include "core/values/settings.h"

#include <memory>
#include <optional>
#include <unordered_set>

namespace gevo {

/// An individual that ended in some generation; shared by parents, elites and offspring.
using Member = std::shared_ptr<const Individual>;

/// The edits that an offspring inherits: those that have no effect in its parent are dropped, unless the settings keep them.
EditList inheritedEdits(const Individual& parent, const SearchSettings& settings);

using KnownCodes = std::unordered_set<Hash128, Hash128Hasher>;

/// What a slot begins with.
struct ChainStart {
  std::uint32_t generation = 0;
  std::uint32_t slot = 0;
  Member parent;
  Member partner;                          ///< none: no crossover
  std::uint32_t mutations = 0;             ///< single edits to add, each a step of its own
  std::vector<std::uint32_t> tests = {};   ///< see EvaluateRequest
  EditList seed = {};                      ///< of a variant from elsewhere; empty: none
  Origin seedOrigin = Origin::Seeded;      ///< or Tuned: the parent in another configuration
  bool isInitial = false;                  ///< of the initial population
  const ParameterMoves* moves = nullptr;   ///< of a program whose parameters evolve
  std::vector<std::uint32_t> weights = {}; ///< of operators: see EvaluateRequest
};

class SlotChain {
public:
  SlotChain(const SearchSettings& settings, ChainStart start);

  /// The next evaluation, if there is one. Each has to be followed by `ended`.
  std::optional<EvaluateRequest> next();
  /// The evaluation that would be next if so many from now on turned out invalid; nothing where it is not another attempt at the same
  /// mutation or crossover, or changes a parameter. The same once it is next.
  std::optional<EvaluateRequest> ahead(std::uint32_t failures) const;
  /// Takes the result of the evaluation. The individual has everything but its id, and parents only where they have ids.
  const Individual& ended(EvaluateReply reply);

  /// Its seed, which only this generation evaluates, is not evaluated yet.
  bool hasSeed() const { return phase_ == Phase::Seed && start_.seedOrigin == Origin::Seeded; }

  std::uint32_t slot() const { return start_.slot; }
  /// Individual::step of the next evaluation.
  std::uint32_t step() const { return static_cast<std::uint32_t>(evaluations_.size()); }

  /// For a chain at its end: its individuals with ids from `firstId`. Those whose code is in `known` are marked as reused, the codes of the
  /// others are added: chains have to be finished in the order of their slots. Before, `reused` is what the workers reported.
  std::vector<Member> finish(std::int64_t firstId, KnownCodes& known);
  /// After `finish`: the member that goes on, one of its individuals or the parent.
  const Member& offspring() const { return offspring_; }
  /// After `finish`: per individual, whether its fitness was measured, not taken from a cache.
  const std::vector<bool>& measured() const { return measured_; }

private:
  enum class Phase : std::uint8_t { Seed, Crossover, Mutation, Done };
  struct Evaluation {
    Individual individual;
    std::optional<std::size_t> parentEvaluation; ///< the parent is an individual of this chain, which has no id yet
  };

  EvaluateRequest seedRequest() const;
  EvaluateRequest crossoverRequest(std::uint32_t attempt) const;
  EvaluateRequest mutationRequest(std::uint32_t step) const;
  std::optional<EditList> inOtherConfiguration(std::uint32_t step) const;
  Origin origin() const;
  std::uint32_t attemptLimit() const;
  void accept();
  void moveOn();

  SearchSettings settings_;
  ChainStart start_;
  Phase phase_;
  bool isTuning_ = false;      ///< the mutation under way changes a parameter
  std::uint32_t attempts_ = 0; ///< of the current crossover or mutation
  std::uint32_t mutationsLeft_ = 0;
  std::optional<std::size_t> current_; ///< the evaluation that goes on so far; none: the parent
  EditList edits_;                     ///< those that it passes on
  std::vector<Evaluation> evaluations_;
  Member offspring_;
  std::vector<bool> measured_;
};

} // namespace gevo
