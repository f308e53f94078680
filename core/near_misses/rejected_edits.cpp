#include "core/near_misses/rejected_edits.h"

#include "core/edit/edit_signature.h"
#include "core/format/error_figure.h"
#include "core/near_misses/near_miss.h"

#include <algorithm>
#include <cmath>

namespace gevo {

namespace {

/// Read at once: edit lists are long.
constexpr std::int64_t pageSize = 2048;

/// "kernel.cu:12" of a fault's sentence, for taking turns; of others nothing.
std::string placeIn(const std::string& message) {
  const std::size_t begin = message.find(" at ");
  if (begin == std::string::npos) return {};
  return message.substr(begin, message.find_first_of(", ", begin + 4) - begin);
}

std::string signatureOf(const EditList& edits, Reason reason) {
  std::string all = reasonName(reason);
  for (const Edit& edit : edits) all += '\n' + editSignature(edit, edits);
  return all;
}

/// The first of each reason and place, then the second of each, ...
std::vector<RejectedEdits> inTurns(std::vector<RejectedEdits> found) {
  std::ranges::stable_sort(found, std::greater<>(), [](const RejectedEdits& one) { return one.variants.size(); });
  std::ranges::stable_sort(found, {}, [](const RejectedEdits& one) { return one.edits.size(); });
  std::map<std::pair<Reason, std::string>, std::size_t> counts;
  std::vector<std::pair<std::size_t, std::size_t>> order; ///< turn, place in `found`
  for (std::size_t i = 0; i < found.size(); ++i) order.emplace_back(counts[{found[i].reason, placeIn(found[i].message)}]++, i);
  std::ranges::sort(order);
  std::vector<RejectedEdits> turns;
  turns.reserve(found.size());
  for (const auto& [turn, place] : order) turns.push_back(std::move(found[place]));
  return turns;
}

} // namespace

/// Beside those of the parent that has most of them.
EditList RejectionCollector::newEdits(const Individual& individual) const {
  EditList fewest = individual.edits;
  for (const std::int64_t id : {individual.parent, individual.parent2}) {
    const auto parent = valid_.find(id);
    if (parent == valid_.end()) continue;
    EditList added;
    std::ranges::copy_if(individual.edits, std::back_inserter(added),
                         [&](const Edit& edit) { return !std::ranges::binary_search(parent->second.edits, edit.uid); });
    if (!added.empty() && added.size() < fewest.size()) fewest = std::move(added);
  }
  return fewest;
}

/// Where its figures are known they say so: a result that is far off, or a variant that is no faster than its parent.
bool RejectionCollector::isWorthTrying(const Individual& individual) const {
  const EvaluationResult& result = individual.result;
  if (result.reason != Reason::WrongOutput) return true;
  const Fitness& fitness = result.fitness;
  if (fitness.runtime <= 0 || !std::isfinite(fitness.error) || (isShare(metric_) && fitness.error > mostError)) return false;
  const auto parent = valid_.find(individual.parent);
  return parent == valid_.end() || fitness.runtime < parent->second.runtime;
}

void RejectionCollector::add(const Individual& individual) {
  const Reason reason = individual.result.reason;
  if (reason == Reason::None) {
    Known& known = valid_[individual.id];
    known.runtime = individual.result.fitness.runtime;
    for (const Edit& edit : individual.edits) known.edits.push_back(edit.uid);
    std::ranges::sort(known.edits);
    return;
  }
  if (leavesNoTime(reason)) ++counts_.untimed;
  if (leavesNoTime(reason) || canBeNear(reason)) ++counts_.rejected;
  if (!canBeNear(reason) || !isWorthTrying(individual)) return;
  EditList edits = newEdits(individual);
  const bool isOfCode = std::ranges::none_of(edits, [](const Edit& edit) { return edit.op == Operator::Set; });
  if (edits.empty() || edits.size() > mostNew || !isOfCode) return;
  const auto [place, isNew] = places_.try_emplace(signatureOf(edits, reason), found_.size());
  if (isNew) found_.push_back({std::move(edits), reason, individual.result.message, {}});
  found_[place->second].variants.push_back(individual.id);
}

Rejections RejectionCollector::take() {
  counts_.edits = inTurns(std::move(found_));
  return std::move(counts_);
}

Result<Rejections> rejectedEdits(const Store& store, const RunInfo& run, const std::stop_token& cancel) {
  RejectionCollector collector(run.settings.evaluation.metric);
  for (std::int64_t from = 0;;) {
    if (cancel.stop_requested()) return fail("looking for near misses was cancelled");
    GEVO_TRY_ASSIGN(const std::vector<Individual> page, store.individuals(run.id, from, pageSize));
    if (page.empty()) break;
    for (const Individual& individual : page) collector.add(individual);
    from = page.back().id + 1;
  }
  return collector.take();
}

} // namespace gevo
