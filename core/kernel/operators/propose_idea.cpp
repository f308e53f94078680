#include "core/kernel/operators/propose_idea.h"

#include "core/kernel/operators/apply.h"
#include "core/kernel/operators/edit_context.h"
#include "core/kernel/operators/operator.h"

#include <algorithm>

namespace gevo::ir {
namespace {

struct Candidate {
  const Idea* idea;
  Operator op;
};

bool mayDraw(const MutationChoice& choice, Operator op) {
  if (std::ranges::find(choice.operators, op) == choice.operators.end()) return false;
  return choice.weights.empty() || (std::size_t(op) < choice.weights.size() && choice.weights[std::size_t(op)] > 0);
}

std::vector<Candidate> candidatesOf(const MutationChoice& choice) {
  std::vector<Candidate> candidates;
  for (const Idea& idea : *choice.ideas)
    if (const auto op = operatorOfContext(idea.context); op && idea.weight > 0 && mayDraw(choice, *op)) candidates.push_back({&idea, *op});
  return candidates;
}

const Candidate& drawByWeight(const std::vector<Candidate>& candidates, RandomStream& stream) {
  std::vector<std::uint64_t> sums;
  std::uint64_t total = 0;
  for (const Candidate& candidate : candidates) sums.push_back(total += candidate.idea->weight);
  return candidates[std::ranges::upper_bound(sums, stream.below(total)) - sums.begin()];
}

} // namespace

std::uint64_t drawUid(RandomStream& stream) {
  std::uint64_t uid = 0;
  while (uid == 0) uid = stream.next();
  return uid;
}

std::optional<Edit> proposeIdea(MutationSampler& sampler, const MutationChoice& choice) {
  if (choice.ideas == nullptr || choice.ideas->empty() || sampler.stream().below(mutationsPerIdea) != 0) return std::nullopt;
  const std::vector<Candidate> candidates = candidatesOf(choice);
  if (candidates.empty()) return std::nullopt;
  const Candidate& drawn = drawByWeight(candidates, sampler.stream());
  const std::uint64_t uid = drawUid(sampler.stream());
  EditContexts contexts(sampler.application());
  for (int i = 0; i < drawsPerIdea; ++i) {
    std::optional<Edit> edit = findOperator(drawn.op)->propose(sampler, uid);
    // One that is inactive leaves the application, and so the contexts, unchanged.
    if (edit && contexts.of(*edit) == drawn.idea->context && applyEdit(sampler.application(), *edit)) return edit;
  }
  return std::nullopt;
}

} // namespace gevo::ir
