#include "app/gevo/show_interactions.h"

#include "app/gevo/output.h"
#include "core/format/interaction_text.h"
#include "core/format/number.h"

#include <cmath>

namespace gevo {

namespace {

nlohmann::json outcomeJson(const Interactions& found, const SubsetOutcome& outcome) {
  if (outcome.fails()) return {{"valid", false}, {"reason", reasonName(outcome.reason)}};
  nlohmann::json json{{"valid", true}, {"runtime_us", outcome.runtime}, {"gain", found.gainOf(outcome)}};
  if (outcome.halfWidth > 0) json["interval_us"] = {outcome.runtime * (1 - outcome.halfWidth), outcome.runtime * (1 + outcome.halfWidth)};
  return json;
}

nlohmann::json editsJson(const Interactions& found) {
  nlohmann::json edits = nlohmann::json::array();
  for (std::size_t i = 0; i < found.edits.size(); ++i) {
    const EditInteraction& edit = found.edits[i];
    const bool sampled = edit.shapleyHalfWidth > 0;
    const bool known = std::isfinite(edit.shapleyHalfWidth);
    edits.push_back({{"edit", i},
                     {"role", editRoleName(edit.role)},
                     {"stepping_stone", edit.steppingStone},
                     {"fails_alone", edit.failsAlone()},
                     {"cluster", edit.cluster ? nlohmann::json(*edit.cluster) : nlohmann::json()},
                     {"alone", outcomeJson(found, edit.alone)},
                     {"without", outcomeJson(found, edit.without)},
                     {"shapley", known ? nlohmann::json(edit.shapley) : nlohmann::json()}});
    if (sampled && known) edits.back()["shapley_interval"] = {edit.shapley - edit.shapleyHalfWidth, edit.shapley + edit.shapleyHalfWidth};
  }
  return edits;
}

nlohmann::json latticeJson(const Interactions& found, const Cluster& cluster) {
  nlohmann::json points = nlohmann::json::array();
  for (std::size_t number = 0; number < cluster.lattice.size(); ++number) {
    nlohmann::json edits = nlohmann::json::array();
    for (std::size_t i = 0; i < cluster.edits.size(); ++i)
      if (((number >> i) & 1) != 0) edits.push_back(cluster.edits[i]);
    nlohmann::json point = outcomeJson(found, cluster.lattice[number].outcome);
    point["edits"] = std::move(edits);
    point["inferred"] = cluster.lattice[number].inferred;
    points.push_back(std::move(point));
  }
  return points;
}

} // namespace

std::string interactionsText(const Interactions& found, const std::vector<EditDescription>& edits) {
  std::string text = fmt::format("\ninteractions: {}\n", interactionSummary(found));
  if (found.clusters.empty()) return text;
  Table table({">#", ">alone", ">contributes", "needs", "acts", "edit"});
  for (std::size_t i = 0; i < found.edits.size(); ++i)
    table.add({std::to_string(i + 1), gainText(found, found.edits[i].alone), shapleyText(found.edits[i]), needsText(found, i),
               roleText(found, i), i < edits.size() ? edits[i].text : std::string()});
  text += "\n" + table.text() + "\n";
  for (std::size_t i = 0; i < found.clusters.size(); ++i) text += fmt::format("cluster {}: {}\n", i + 1, clusterText(found, i));
  return text;
}

nlohmann::json interactionsJson(const Interactions& found) {
  nlohmann::json clusters = nlohmann::json::array();
  for (const Cluster& cluster : found.clusters)
    clusters.push_back({{"edits", cluster.edits},
                        {"together", outcomeJson(found, cluster.together)},
                        {"gain", cluster.gain},
                        {"sum_of_parts", cluster.sumOfParts},
                        {"lattice", latticeJson(found, cluster)}});
  nlohmann::json needs = nlohmann::json::array();
  for (const Need& need : found.needs)
    needs.push_back(
        {{"edit", need.edit}, {"needs", need.needed}, {"without_it", need.kind == NeedKind::Fails ? "fails" : "gains nothing"}});
  return {{"tolerance", found.options.tolerance},
          {"least_gain", found.options.leastGain},
          {"max_evaluations", found.options.maxEvaluations},
          {"evaluations", found.evaluations},
          {"complete", found.complete},
          {"original", outcomeJson(found, found.original)},
          {"whole", outcomeJson(found, found.whole)},
          {"edits", editsJson(found)},
          {"clusters", std::move(clusters)},
          {"needs", std::move(needs)}};
}

} // namespace gevo
