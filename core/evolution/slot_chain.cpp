#include "core/evolution/slot_chain.h"

#include "core/search/crossover.h"

namespace gevo {

namespace {

/// Of the mutations of a program with parameters.
constexpr double parameterShare = 0.15;

} // namespace

EditList inheritedEdits(const Individual& parent, const SearchSettings& settings) {
  return settings.dropInactive ? activeEdits(parent) : parent.edits;
}

SlotChain::SlotChain(const SearchSettings& settings, ChainStart start)
    : settings_(settings), start_(std::move(start)), phase_(start_.partner ? Phase::Crossover : Phase::Mutation),
      mutationsLeft_(start_.mutations), edits_(inheritedEdits(*start_.parent, settings_)) {
  if (!start_.partner && mutationsLeft_ == 0) phase_ = Phase::Done;
  if (!start_.seed.empty()) phase_ = Phase::Seed;
}

std::optional<EvaluateRequest> SlotChain::next() {
  switch (phase_) {
  case Phase::Seed:
    return seedRequest();
  case Phase::Crossover:
    return crossoverRequest(attempts_);
  case Phase::Mutation: {
    std::optional<EditList> configured = inOtherConfiguration(step());
    isTuning_ = configured.has_value();
    if (configured) return EvaluateRequest{std::move(*configured), 0, {}, start_.tests, false};
    return mutationRequest(step());
  }
  case Phase::Done:
    break;
  }
  return std::nullopt;
}

std::optional<EvaluateRequest> SlotChain::ahead(std::uint32_t failures) const {
  if (attempts_ + failures >= attemptLimit()) return std::nullopt;
  if (phase_ == Phase::Crossover && start_.moves == nullptr) return crossoverRequest(attempts_ + failures);
  if (phase_ == Phase::Mutation && !inOtherConfiguration(step() + failures)) return mutationRequest(step() + failures);
  return std::nullopt;
}

EvaluateRequest SlotChain::seedRequest() const { return {start_.seed, 0, {}, start_.tests, false}; }

/// Both slots of a pair shuffle alike; each takes its own of the two children.
EvaluateRequest SlotChain::crossoverRequest(std::uint32_t attempt) const {
  const bool isSecond = start_.slot % 2 == 1;
  const EditList own = inheritedEdits(*start_.parent, settings_);
  const EditList other = inheritedEdits(*start_.partner, settings_);
  RandomStream stream({settings_.seed, start_.generation, start_.slot / 2, attempt, Purpose::Crossover});
  EvaluateRequest request;
  if (start_.moves == nullptr) {
    auto [first, second] = isSecond ? crossover(other, own, stream) : crossover(own, other, stream);
    request.edits = std::move(isSecond ? second : first);
  } else {
    const EditList& a = isSecond ? other : own;
    const EditList& b = isSecond ? own : other;
    auto [first, second] = crossover(codeEdits(a), codeEdits(b), stream);
    const auto configurations = start_.moves->crossed(configurationOf(a), configurationOf(b), stream);
    request.edits = withConfiguration(isSecond ? second : first, isSecond ? configurations.second : configurations.first);
  }
  request.tests = start_.tests;
  return request;
}

std::optional<EditList> SlotChain::inOtherConfiguration(std::uint32_t step) const {
  if (start_.moves == nullptr || codeEdits(edits_).empty()) return std::nullopt; // tuning knows configurations alone
  RandomStream stream({settings_.seed, start_.generation, start_.slot, step, Purpose::Parameter});
  if (!stream.chance(parameterShare)) return std::nullopt;
  const Configuration own = configurationOf(edits_);
  const Configuration other = start_.moves->mutated(own, stream);
  if (other == own) return std::nullopt;
  return withConfiguration(edits_, other);
}

EvaluateRequest SlotChain::mutationRequest(std::uint32_t step) const {
  const Purpose purpose = start_.isInitial ? Purpose::InitialMutation : Purpose::Mutation;
  EvaluateRequest request{edits_, 1, {settings_.seed, start_.generation, start_.slot, step, purpose}, start_.tests, false};
  request.weights = start_.weights;
  return request;
}

const Individual& SlotChain::ended(EvaluateReply reply) {
  Evaluation evaluation;
  Individual& individual = evaluation.individual;
  individual.id = -1;
  individual.generation = start_.generation;
  individual.slot = start_.slot;
  individual.step = step();
  individual.edits = std::move(reply.edits);
  individual.active = std::move(reply.active);
  individual.result = std::move(reply.result);
  individual.origin = origin();
  if (phase_ == Phase::Crossover) individual.parent2 = start_.partner->id;
  evaluation.parentEvaluation = current_;
  individual.parent = current_ ? -1 : start_.parent->id;
  const bool valid = individual.result.valid();
  evaluations_.push_back(std::move(evaluation));

  ++attempts_;
  if (valid)
    accept();
  else if (attempts_ >= attemptLimit())
    moveOn();
  return evaluations_.back().individual;
}

Origin SlotChain::origin() const {
  if (phase_ == Phase::Seed) return start_.seedOrigin;
  if (phase_ == Phase::Crossover) return Origin::Crossover;
  if (isTuning_) return Origin::Tuned;
  return start_.isInitial ? Origin::InitialMutation : Origin::Mutation;
}

std::uint32_t SlotChain::attemptLimit() const {
  if (phase_ == Phase::Seed) return 1;
  return phase_ == Phase::Crossover ? settings_.crossoverAttempts : settings_.mutationAttempts;
}

void SlotChain::accept() {
  current_ = evaluations_.size() - 1;
  edits_ = inheritedEdits(evaluations_.back().individual, settings_);
  if (phase_ == Phase::Seed) mutationsLeft_ = 0;
  moveOn();
}

void SlotChain::moveOn() {
  if (phase_ == Phase::Mutation) --mutationsLeft_;
  attempts_ = 0;
  phase_ = mutationsLeft_ > 0 ? Phase::Mutation : Phase::Done;
}

std::vector<Member> SlotChain::finish(std::int64_t firstId, KnownCodes& known) {
  std::vector<Member> members;
  for (Evaluation& evaluation : evaluations_) {
    Individual& individual = evaluation.individual;
    individual.id = firstId + static_cast<std::int64_t>(members.size());
    if (evaluation.parentEvaluation) individual.parent = firstId + static_cast<std::int64_t>(*evaluation.parentEvaluation);
    EvaluationResult& result = individual.result;
    measured_.push_back(result.valid() && !result.reused);
    result.reused = !result.code.isNull() && !known.insert(result.code).second;
    members.push_back(std::make_shared<const Individual>(std::move(individual)));
  }
  offspring_ = current_ ? members[*current_] : start_.parent;
  evaluations_.clear();
  return members;
}

} // namespace gevo
