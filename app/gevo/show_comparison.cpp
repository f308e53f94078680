#include "app/gevo/show_views.h"
#include "core/comparison/run_comparison.h"
#include "core/edit/edit_text.h"
#include "core/format/csv.h"
#include "core/format/number.h"
#include "core/format/quantity.h"
#include "core/format/source_location.h"
#include "core/inspection/common_edit_words.h"

#include <algorithm>

namespace gevo {

namespace {

constexpr std::size_t mostEdits = 20;
constexpr std::size_t mostGenerations = 12;

/// "1 2 5": numbers of the runs.
std::string runsText(const RunComparison& found, const std::vector<bool>& which) {
  std::string text;
  for (std::size_t run = 0; run < which.size(); ++run)
    if (which[run]) text += fmt::format("{}{}", text.empty() ? "" : " ", found.runs[run].info.id);
  return text;
}

const Edit& editOf(const RunComparison& found, const FoundEdit& edit) { return found.runs[edit.run].best->edits[edit.place]; }

void printRuns(const RunComparison& found) {
  std::vector<std::string> headers{">run", "state", ">seed", ">generations", ">evaluations", ">best exact", ">edits"};
  for (const SettingDifference& difference : found.differences) headers.push_back(difference.setting);
  const bool named = std::ranges::any_of(found.runs, [](const ComparedRun& run) { return !run.info.label.empty(); });
  if (named) headers.insert(headers.end(), {"name", "note"});
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
    if (named) cells.insert(cells.end(), {oneLine(run.info.label.name), oneLine(run.info.label.note)});
    table.add(std::move(cells));
  }
  fmt::print("{}", table.text());
}

void printSpread(const RunComparison& found) {
  Table table({">generation", ">runs", ">best", ">mean", ">median", ">worst"});
  const std::size_t step = std::max<std::size_t>(1, (found.spread.size() + mostGenerations - 1) / mostGenerations);
  for (std::size_t i = 0; i < found.spread.size(); ++i) {
    if (i % step != 0 && i + 1 != found.spread.size()) continue;
    const SpreadRow& row = found.spread[i];
    table.add({std::to_string(row.generation), std::to_string(row.runs), formatSpeedup(row.best), formatSpeedup(row.mean),
               formatSpeedup(row.median), formatSpeedup(row.worst)});
  }
  fmt::print("\nbest exact of the search, over {}:\n{}", formatCounted(found.begunRuns(), "run"), table.text());
}

void printEdits(const Store& store, const RunComparison& found) {
  const std::vector<EditWords> words = CommonEditWords().of(store, found, mostEdits);
  if (words.empty()) return fmt::print("\nno edit is in the best of two runs\n");
  Table table({"edit", "where", ">found by", "runs"});
  for (std::size_t i = 0; i < words.size(); ++i)
    table.add({words[i].text, words[i].where, fmt::format("{} of {}", found.edits[i].count(), found.runs.size()),
               runsText(found, found.edits[i].foundBy)});
  fmt::print("\nedits that the best of several runs have:\n{}", table.text());
}

void printClusters(const RunComparison& found) {
  if (found.clusters.empty()) return;
  Table table({"edits that act together", ">gain", ">complete in", ">in part"});
  for (const FoundCluster& cluster : found.clusters)
    table.add({fmt::format("{} of run {}", formatCounted(cluster.edits.size(), "edit"), found.runs[cluster.run].info.id),
               formatPercent(cluster.gain), fmt::format("{} of {}", cluster.completeIn(), found.runs.size()),
               std::to_string(cluster.inPartIn())});
  fmt::print("\n{}", table.text());
}

nlohmann::json comparisonJson(const RunComparison& found) {
  nlohmann::json runs = nlohmann::json::array();
  for (std::size_t i = 0; i < found.runs.size(); ++i) {
    const ComparedRun& run = found.runs[i];
    nlohmann::json settings = nlohmann::json::object();
    for (const SettingDifference& difference : found.differences) settings[difference.setting] = difference.values[i];
    runs.push_back({{"run", run.info.id},
                    {"name", run.info.label.name},
                    {"note", run.info.label.note},
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
