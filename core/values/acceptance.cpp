#include "core/values/acceptance.h"

#include <nlohmann/json.hpp>
#include <numeric>

namespace gevo {

namespace {

static_assert(std::size_t(StepKind::Crossover) == codeOperatorCount, "a kind of step for each operator, in their order");

nlohmann::json toJson(const StepCounts& counts) {
  nlohmann::json object{{"tries", counts.evaluations()}, {"reused", counts.reused}};
  for (std::size_t reason = 0; reason < reasonCount; ++reason) {
    if (counts.reasons[reason] > 0) object[reasonName(Reason(reason))] = counts.reasons[reason];
  }
  return object;
}

} // namespace

const char* stepKindName(StepKind kind) {
  if (std::size_t(kind) < codeOperatorCount) return operatorName(Operator(kind));
  if (kind == StepKind::Parameter) return "parameter";
  return kind == StepKind::Crossover ? "crossover" : "other";
}

StepKind stepKindOf(const Individual& individual) {
  switch (individual.origin) {
  case Origin::Crossover:
    return StepKind::Crossover;
  case Origin::InitialMutation:
  case Origin::Mutation:
    // Where a worker found no edit, or died before it replied, the edits are the parent's.
    if (individual.result.stage == Stage::Propose || individual.edits.empty()) return StepKind::Other;
    return individual.edits.back().op == Operator::Set ? StepKind::Other : StepKind(individual.edits.back().op);
  case Origin::Tuned:
    return StepKind::Parameter;
  case Origin::Original:
  case Origin::Seeded:
  case Origin::Verified:
  case Origin::Derived:
    break;
  }
  return StepKind::Other;
}

std::uint64_t StepCounts::evaluations() const { return std::accumulate(reasons.begin(), reasons.end(), std::uint64_t(0)); }

StepCounts& StepCounts::operator+=(const StepCounts& other) {
  for (std::size_t reason = 0; reason < reasonCount; ++reason) reasons[reason] += other.reasons[reason];
  reused += other.reused;
  return *this;
}

void Acceptance::add(const Individual& individual) {
  StepCounts& counts = (*this)[stepKindOf(individual)];
  ++counts.reasons[std::size_t(individual.result.reason)];
  if (individual.result.reused) ++counts.reused;
}

Acceptance& Acceptance::operator+=(const Acceptance& other) {
  for (std::size_t kind = 0; kind < stepKindCount; ++kind) kinds[kind] += other.kinds[kind];
  return *this;
}

StepCounts Acceptance::total() const {
  StepCounts sum;
  for (const StepCounts& counts : kinds) sum += counts;
  return sum;
}

std::string printAcceptance(const Acceptance& acceptance) {
  nlohmann::json object = nlohmann::json::object();
  for (std::size_t kind = 0; kind < stepKindCount; ++kind) {
    if (acceptance.kinds[kind].evaluations() > 0) object[stepKindName(StepKind(kind))] = toJson(acceptance.kinds[kind]);
  }
  return object.dump();
}

} // namespace gevo
