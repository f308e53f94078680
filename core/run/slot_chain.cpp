#include "core/run/slot_chain.h"

#include "core/search/crossover.h"

namespace gevo {

SlotChain::SlotChain(const SearchSettings& settings, ChainStart start)
    : settings_(settings), start_(std::move(start)), phase_(start_.partner ? Phase::Crossover : Phase::Mutation),
      mutationsLeft_(start_.mutations), edits_(activeEdits(*start_.parent)) {
  if (!start_.partner && mutationsLeft_ == 0) phase_ = Phase::Done;
}

std::optional<TryRequest> SlotChain::next() {
  switch (phase_) {
  case Phase::Crossover:
    return crossoverRequest();
  case Phase::Mutation:
    return mutationRequest();
  case Phase::Done:
    break;
  }
  return std::nullopt;
}

/// Both slots of a pair shuffle alike; each takes its own of the two children.
TryRequest SlotChain::crossoverRequest() const {
  const bool isSecond = start_.slot % 2 == 1;
  const EditList own = activeEdits(*start_.parent);
  const EditList other = activeEdits(*start_.partner);
  RandomStream stream({settings_.seed, start_.generation, start_.slot / 2, attempts_, Purpose::Crossover});
  auto [first, second] = isSecond ? crossover(other, own, stream) : crossover(own, other, stream);
  TryRequest request;
  request.edits = std::move(isSecond ? second : first);
  return request;
}

TryRequest SlotChain::mutationRequest() const {
  const Purpose purpose = start_.generation == 0 ? Purpose::InitialMutation : Purpose::Mutation;
  return {edits_, 1, {settings_.seed, start_.generation, start_.slot, step(), purpose}, {}, false};
}

const Individual& SlotChain::ended(TryReply reply) {
  Try attempt;
  Individual& individual = attempt.individual;
  individual.id = -1;
  individual.generation = start_.generation;
  individual.slot = start_.slot;
  individual.step = step();
  individual.edits = std::move(reply.edits);
  individual.active = std::move(reply.active);
  individual.outcome = std::move(reply.outcome);
  individual.outcome.reused = false; // the worker's memo is its own matter; see `finish`
  if (phase_ == Phase::Crossover) {
    individual.origin = Origin::Crossover;
    individual.parent2 = start_.partner->id;
  } else {
    individual.origin = start_.generation == 0 ? Origin::InitialMutation : Origin::Mutation;
  }
  attempt.parentTry = current_;
  individual.parent = current_ ? -1 : start_.parent->id;
  const bool valid = individual.outcome.valid();
  tries_.push_back(std::move(attempt));

  ++attempts_;
  const std::uint32_t limit = phase_ == Phase::Crossover ? settings_.crossoverAttempts : settings_.mutationAttempts;
  if (valid)
    accept();
  else if (attempts_ >= limit)
    moveOn();
  return tries_.back().individual;
}

void SlotChain::accept() {
  current_ = tries_.size() - 1;
  edits_ = activeEdits(tries_.back().individual);
  moveOn();
}

void SlotChain::moveOn() {
  if (phase_ == Phase::Mutation) --mutationsLeft_;
  attempts_ = 0;
  phase_ = mutationsLeft_ > 0 ? Phase::Mutation : Phase::Done;
}

std::vector<Member> SlotChain::finish(std::int64_t firstId, KnownCodes& known) {
  std::vector<Member> members;
  for (Try& attempt : tries_) {
    Individual& individual = attempt.individual;
    individual.id = firstId + static_cast<std::int64_t>(members.size());
    if (attempt.parentTry) individual.parent = firstId + static_cast<std::int64_t>(*attempt.parentTry);
    Outcome& outcome = individual.outcome;
    outcome.reused = !outcome.code.isNull() && !known.insert(outcome.code).second;
    members.push_back(std::make_shared<const Individual>(std::move(individual)));
  }
  offspring_ = current_ ? members[*current_] : start_.parent;
  tries_.clear();
  return members;
}

} // namespace gevo
