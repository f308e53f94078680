#include "core/values/acceptance.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

namespace gevo {

namespace {

/// By StepKind; Set where no operator makes it alone.
constexpr std::array<Operator, stepKindCount> operators{Operator::Copy,
                                                        Operator::Delete,
                                                        Operator::Move,
                                                        Operator::ReplaceInstruction,
                                                        Operator::ReplaceOperand,
                                                        Operator::Swap,
                                                        Operator::Set,
                                                        Operator::Set,
                                                        Operator::Set,
                                                        Operator::Unroll,
                                                        Operator::Cache,
                                                        Operator::Registers,
                                                        Operator::Approximate,
                                                        Operator::Precision,
                                                        Operator::Perforate,
                                                        Operator::Specialise,
                                                        Operator::Restrict,
                                                        Operator::Synchronise,
                                                        Operator::Flatten,
                                                        Operator::Promote,
                                                        Operator::Reassociate,
                                                        Operator::Pipeline,
                                                        Operator::Vectorise,
                                                        Operator::Share,
                                                        Operator::Synthesise};

nlohmann::json toJson(const StepCounts& counts) {
  nlohmann::json object{{"tries", counts.evaluations()}, {"reused", counts.reused}};
  for (std::size_t reason = 0; reason < reasonCount; ++reason) {
    if (counts.reasons[reason] > 0) object[reasonName(Reason(reason))] = counts.reasons[reason];
  }
  return object;
}

} // namespace

const char* stepKindName(StepKind kind) {
  if (std::size_t(kind) >= operators.size()) return "other";
  if (const Operator op = operators[std::size_t(kind)]; op != Operator::Set) return operatorName(op);
  if (kind == StepKind::Parameter) return "parameter";
  return kind == StepKind::Crossover ? "crossover" : "other";
}

StepKind stepKindOf(Operator op) {
  const auto* const found = std::ranges::find(operators, op);
  return op == Operator::Set || found == operators.end() ? StepKind::Other : StepKind(found - operators.begin());
}

StepKind stepKindOf(const Individual& individual) {
  switch (individual.origin) {
  case Origin::Crossover:
    return StepKind::Crossover;
  case Origin::InitialMutation:
  case Origin::Mutation:
    // Where a worker found no edit, or died before it replied, the edits are the parent's.
    if (individual.result.stage == Stage::Propose || individual.edits.empty()) return StepKind::Other;
    return stepKindOf(individual.edits.back().op);
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
