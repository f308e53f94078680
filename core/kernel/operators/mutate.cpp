#include "core/kernel/operators/mutate.h"
#include "core/edit/superseded.h"
#include "core/kernel/operators/apply.h"
#include "core/kernel/operators/mutation_sampler.h"
#include "core/kernel/operators/operator.h"
#include "core/kernel/operators/propose_idea.h"

#include <algorithm>

namespace gevo::ir {
namespace {

/// Number of draws after which an operator counts as having no legal form.
constexpr int drawsPerOperator = 16;

/// By weight, or each equally often.
Operators::iterator drawOperator(Operators& operators, RandomStream& stream, const std::vector<std::uint32_t>& weights) {
  const auto weightOf = [&](Operator op) { return std::size_t(op) < weights.size() ? weights[std::size_t(op)] : 0; };
  std::uint64_t total = 0;
  for (const Operator op : operators) total += weightOf(op);
  if (total == 0) return operators.begin() + static_cast<std::ptrdiff_t>(stream.below(operators.size()));
  std::uint64_t drawn = stream.below(total);
  return std::ranges::find_if(operators, [&](Operator op) {
    const std::uint64_t weight = weightOf(op);
    const bool isDrawn = drawn < weight;
    drawn -= isDrawn ? 0 : weight;
    return isDrawn;
  });
}

/// The edit that is returned has been applied already.
std::optional<Edit> proposeNext(Application& application, RandomStream& stream, const MutationChoice& choice) {
  MutationSampler sampler(application, stream, choice);
  if (std::optional<Edit> edit = proposeIdea(sampler, choice)) return edit;
  Operators operators = choice.operators;
  std::uint64_t uid = 0;
  while (!operators.empty()) {
    const auto drawn = drawOperator(operators, stream, choice.weights);
    if (uid == 0) uid = drawUid(stream);
    for (int i = 0; i < drawsPerOperator; ++i) {
      // An inactive edit leaves the application unchanged, so the next draw still sees the parent.
      std::optional<Edit> edit = findOperator(*drawn)->propose(sampler, uid);
      if (edit && applyEdit(application, *edit)) return edit;
    }
    operators.erase(drawn); // such as those of loops, in code without one
  }
  return std::nullopt;
}

} // namespace

std::optional<Edit> proposeEdit(const BaseModule& base, const EditList& parent, RandomStream& stream, const MutationChoice& choice) {
  Application application(base.state());
  for (const Edit& edit : parent) applyEdit(application, edit);
  return proposeNext(application, stream, choice);
}

Mutant mutate(const BaseModule& base, const EditList& parent, std::uint32_t mutations, RandomStream& stream, const MutationChoice& choice) {
  std::optional<Application> application;
  Mutant mutant{parent, {}};
  const auto applyAll = [&] {
    application.emplace(base.state());
    mutant.applied.active.clear();
    for (const Edit& edit : mutant.edits) mutant.applied.active.push_back(applyEdit(*application, edit));
  };
  applyAll();
  for (std::uint32_t i = 0; i < mutations; ++i) {
    std::optional<Edit> edit = proposeNext(*application, stream, choice);
    if (!edit) return mutant;
    const bool drops = std::erase_if(mutant.edits, [&](const Edit& earlier) { return supersedes(*edit, earlier); }) > 0;
    mutant.edits.push_back(std::move(*edit));
    mutant.applied.active.push_back(true);
    if (drops) applyAll();
  }
  mutant.applied.module = application->finish();
  return mutant;
}

} // namespace gevo::ir
