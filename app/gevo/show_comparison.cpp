#include "app/gevo/show_views.h"
#include "core/comparison/run_comparison.h"
#include "core/edit/edit_text.h"
#include "core/format/csv.h"
#include "core/format/number.h"
#include "core/format/quantity.h"
#include "core/format/source_location.h"
#include "core/inspection/pool_variant_worker.h"

#include <algorithm>
#include <map>

namespace gevo {

namespace {

constexpr std::size_t mostEdits = 20;
constexpr std::size_t mostGenerations = 12;

std::string editLine(const Edit& edit) {
  std::string text = printEdit(edit);
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

/// "1 2 5": numbers of the runs.
std::string runsText(const RunComparison& found, const std::vector<bool>& which) {
  std::string text;
  for (std::size_t run = 0; run < which.size(); ++run)
    if (which[run]) text += fmt::format("{}{}", text.empty() ? "" : " ", found.runs[run].info.id);
  return text;
}

const Edit& editOf(const RunComparison& found, const FoundEdit& edit) { return found.runs[edit.run].best->edits[edit.place]; }

/// In words, and where; without a worker the edit's line.
class Words {
public:
  Words(const Store& store, const RunComparison& found) : store_(store), found_(found) {}

  std::pair<std::string, std::string> of(const FoundEdit& edit) {
    const ComparedRun& run = found_.runs[edit.run];
    auto known = texts_.find(edit.run);
    if (known == texts_.end())
      known = texts_.emplace(edit.run, makeViewWorker(store_, run.info.settings.evaluation)->texts(run.best->edits, false)).first;
    if (!known->second || edit.place >= known->second->edits.size()) return {editLine(editOf(found_, edit)), {}};
    const EditDescription& description = known->second->edits[edit.place];
    return {description.text, description.target.empty() ? std::string() : formatLocation(description.target)};
  }

private:
  const Store& store_;
  const RunComparison& found_;
  std::map<std::size_t, Result<VariantTexts>> texts_;
};

void printRuns(const RunComparison& found) {
  std::vector<std::string> headers{">run", "state", ">seed", ">generations", ">evaluations", ">best exact", ">edits"};
  for (const SettingDifference& difference : found.differences) headers.push_back(difference.setting);
  Table table(headers);
  for (std::size_t i = 0; i < found.runs.size(); ++i) {
    const ComparedRun& run = found.runs[i];
    std::vector<std::string> cells{std::to_string(run.info.id),
                                   runStateName(run.info.status.state),
                                   std::to_string(run.info.settings.search.seed),
                                   std::to_string(run.info.generations),
                                   formatCount(run.evaluations),
                                   formatSpeedup(run.speedup()),
                                   run.best ? std::to_string(run.best->edits.size()) : unknownFigure};
    for (const SettingDifference& difference : found.differences) cells.push_back(difference.values[i]);
    table.add(std::move(cells));
  }
  fmt::print("{}", table.text());
}

void printSpread(const RunComparison& found) {
  Table table({">generation", ">runs", ">best", ">mean", ">median", ">worst"});
  const std::size_t step = std::max<std::size_t>(1, found.spread.size() / mostGenerations);
  for (std::size_t i = 0; i < found.spread.size(); ++i) {
    if (i % step != 0 && i + 1 != found.spread.size()) continue;
    const SpreadRow& row = found.spread[i];
    table.add({std::to_string(row.generation), std::to_string(row.runs), formatSpeedup(row.best), formatSpeedup(row.mean),
               formatSpeedup(row.median), formatSpeedup(row.worst)});
  }
  fmt::print("\nbest exact of the search, over {}:\n{}", formatCounted(found.runs.size(), "run"), table.text());
}

void printEdits(const Store& store, const RunComparison& found) {
  Words words(store, found);
  Table table({"edit", "where", ">found by", "runs"});
  std::size_t shown = 0;
  for (const FoundEdit& edit : found.edits) {
    if (edit.count() < 2 || shown == mostEdits) break;
    const auto [text, where] = words.of(edit);
    table.add({text, where, fmt::format("{} of {}", edit.count(), found.runs.size()), runsText(found, edit.foundBy)});
    ++shown;
  }
  if (shown == 0) return fmt::print("\nno edit is in the best of two runs\n");
  fmt::print("\nedits that the best of several runs have:\n{}", table.text());
}

void printClusters(const RunComparison& found) {
  if (found.clusters.empty()) return;
  Table table({"edits that act together", ">gain", ">complete in", ">in part"});
  for (const FoundCluster& cluster : found.clusters) {
    std::size_t complete = 0;
    std::size_t inPart = 0;
    for (const std::size_t present : cluster.present) (present == cluster.edits.size() ? complete : inPart) += present > 0 ? 1 : 0;
    table.add({fmt::format("{} of run {}", formatCounted(cluster.edits.size(), "edit"), found.runs[cluster.run].info.id),
               formatPercent(cluster.gain), fmt::format("{} of {}", complete, found.runs.size()), std::to_string(inPart)});
  }
  fmt::print("\n{}", table.text());
}

nlohmann::json comparisonJson(const RunComparison& found) {
  nlohmann::json runs = nlohmann::json::array();
  for (std::size_t i = 0; i < found.runs.size(); ++i) {
    const ComparedRun& run = found.runs[i];
    nlohmann::json settings = nlohmann::json::object();
    for (const SettingDifference& difference : found.differences) settings[difference.setting] = difference.values[i];
    runs.push_back({{"run", run.info.id},
                    {"state", runStateName(run.info.status.state)},
                    {"seed", run.info.settings.search.seed},
                    {"generations", run.info.generations},
                    {"evaluations", run.evaluations},
                    {"best", run.best ? nlohmann::json(run.best->id) : nlohmann::json()},
                    {"speedup", run.speedup()},
                    {"speedups", run.speedups},
                    {"settings", settings}});
  }
  nlohmann::json spread = nlohmann::json::array();
  for (const SpreadRow& row : found.spread)
    spread.push_back({{"generation", row.generation},
                      {"runs", row.runs},
                      {"best", row.best},
                      {"mean", row.mean},
                      {"median", row.median},
                      {"worst", row.worst}});
  nlohmann::json edits = nlohmann::json::array();
  const auto numbers = [&](const std::vector<bool>& which) {
    nlohmann::json list = nlohmann::json::array();
    for (std::size_t run = 0; run < which.size(); ++run)
      if (which[run]) list.push_back(found.runs[run].info.id);
    return list;
  };
  for (const FoundEdit& edit : found.edits)
    edits.push_back({{"edit", editLine(editOf(found, edit))}, {"run", found.runs[edit.run].info.id}, {"found_by", numbers(edit.foundBy)}});
  nlohmann::json clusters = nlohmann::json::array();
  for (const FoundCluster& cluster : found.clusters) {
    nlohmann::json lines = nlohmann::json::array();
    for (const Edit& edit : cluster.edits) lines.push_back(editLine(edit));
    clusters.push_back({{"run", found.runs[cluster.run].info.id}, {"edits", lines}, {"gain", cluster.gain}, {"present", cluster.present}});
  }
  return {{"runs", runs}, {"spread", spread}, {"edits", edits}, {"clusters", clusters}};
}

} // namespace

Result<void> showComparison(const Store& store, const RunInfo& run, const ShowOptions& options) {
  GEVO_TRY_ASSIGN(const RunComparison found, compareRuns(store, run));
  if (options.json) {
    fmt::print("{}\n", jsonText(comparisonJson(found)));
    return {};
  }
  if (options.csv) {
    Table table({">generation", ">runs", ">best", ">mean", ">median", ">worst"});
    for (const SpreadRow& row : found.spread)
      table.add({std::to_string(row.generation), std::to_string(row.runs), csvNumber(row.best), csvNumber(row.mean), csvNumber(row.median),
                 csvNumber(row.worst)});
    fmt::print("{}", table.csv());
    return {};
  }
  printRuns(found);
  printSpread(found);
  printEdits(store, found);
  printClusters(found);
  return {};
}

} // namespace gevo
