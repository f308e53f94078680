#include "core/format/interaction_text.h"

#include "core/format/number.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

namespace gevo {

namespace {

/// "2, 3 and 4"
std::string listText(const std::vector<std::size_t>& edits) {
  std::string text;
  for (std::size_t i = 0; i < edits.size(); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : i + 1 == edits.size() ? " and " : ", ", edits[i] + 1);
  return text;
}

} // namespace

std::string interactionSummary(const Interactions& found) {
  std::size_t together = 0;
  for (const Cluster& cluster : found.clusters) together += cluster.edits.size();
  const std::size_t all = found.edits.size();
  std::string text;
  if (together == 0)
    text = all == 1 ? "the edit acts by itself" : fmt::format("all {} edits act by themselves", all);
  else if (together == all)
    text = fmt::format("{} in {}", formatCounted(all, "edit"), formatCounted(found.clusters.size(), "cluster"));
  else
    text = fmt::format("{} of {} edits {} by {}, {} in {}", all - together, all, all - together == 1 ? "acts" : "act",
                       all - together == 1 ? "itself" : "themselves", together, formatCounted(found.clusters.size(), "cluster"));
  text += fmt::format("; {} evaluated", formatCounted(found.evaluations, "subset"));
  if (!found.complete) text += fmt::format(", and more than the {} allowed are needed", formatCount(found.options.maxEvaluations));
  return text;
}

std::string clusterText(const Interactions& found, std::size_t cluster) {
  const Cluster& one = found.clusters[cluster];
  if (one.together.fails())
    return fmt::format("edits {} act only among the others: together they fail, {}", listText(one.edits), reasonName(one.together.reason));
  return fmt::format("edits {} together save {} of the original's time, by themselves {}", listText(one.edits), formatPercent(one.gain),
                     formatPercent(one.sumOfParts));
}

std::string roleText(const Interactions& found, std::size_t edit) {
  const EditInteraction& one = found.edits[edit];
  if (!one.cluster) return one.role == EditRole::Weak ? "alone, weak" : "alone";
  return fmt::format("cluster {}{}", *one.cluster + 1, one.steppingStone ? ", stepping stone" : "");
}

std::string gainText(const Interactions& found, const SubsetOutcome& outcome) {
  if (outcome.fails()) return reasonName(outcome.reason);
  const std::string gain = formatPercent(found.gainOf(outcome));
  return outcome.halfWidth > 0 ? fmt::format("{} {}", gain, formatInterval(outcome.halfWidth * outcome.runtime / found.original.runtime))
                               : gain;
}

std::string shapleyText(const EditInteraction& edit) {
  const std::string value = formatPercent(edit.shapley);
  if (edit.shapleyHalfWidth <= 0) return value;
  return std::isfinite(edit.shapleyHalfWidth) ? fmt::format("{} {}", value, formatInterval(edit.shapleyHalfWidth)) : unknownFigure;
}

std::string needsText(const Interactions& found, std::size_t edit) {
  std::string text;
  for (const Need& need : found.needs) {
    if (need.edit != edit) continue;
    const std::size_t number = need.needed + 1;
    text += (text.empty() ? "" : ", ") + (need.kind == NeedKind::Fails ? fmt::format("{}", number) : fmt::format("({})", number));
  }
  return text;
}

} // namespace gevo
