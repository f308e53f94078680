#include "app/gevo/show_views.h"
#include "core/format/number.h"
#include "core/format/source_code.h"
#include "core/values/coverage.h"
#include "core/values/device_name.h"

#include <algorithm>
#include <map>

namespace gevo {

namespace {

/// Each with those before it.
struct Counts {
  std::size_t all = 0;
  std::size_t tests = 0;
  std::size_t heldOut = 0;
  std::size_t fuzz = 0;

  void add(ReachedBy by) {
    ++all;
    tests += by == ReachedBy::Tests ? 1 : 0;
    heldOut += by <= ReachedBy::HeldOut ? 1 : 0;
    fuzz += by <= ReachedBy::Fuzz ? 1 : 0;
  }
  nlohmann::json json() const { return {{"all", all}, {"tests", tests}, {"with_held_out", heldOut}, {"with_fuzz", fuzz}}; }
};

Counts countsOf(const std::vector<ReachedBy>& reach) {
  Counts counts;
  for (const ReachedBy by : reach) counts.add(by);
  return counts;
}

const char* nameOf(ReachedBy by) {
  switch (by) {
  case ReachedBy::Tests:
    return "tests";
  case ReachedBy::HeldOut:
    return "held-out tests";
  case ReachedBy::Fuzz:
    return "fuzz inputs";
  case ReachedBy::Nothing:
    break;
  }
  return "nothing";
}

std::string placeOf(const CodeLine& line) { return fmt::format("{}:{}", line.file, line.line); }

std::string share(std::size_t reached, std::size_t all) {
  return all == 0 ? unknownFigure : fmt::format("{} ({})", reached, formatPercent(double(reached) / double(all)));
}

void addShare(Table& table, const std::string& name, const Counts& counts) {
  table.add({name, std::to_string(counts.all), share(counts.tests, counts.all), share(counts.heldOut, counts.all),
             share(counts.fuzz, counts.all)});
}

/// By function, in the order of the code.
std::vector<std::pair<std::string, Counts>> branchesOf(const ProgramCoverage& coverage, const Reach& reach) {
  std::vector<std::pair<std::string, Counts>> functions;
  for (std::size_t i = 0; i < coverage.code.branches.size(); ++i) {
    const std::string& name = coverage.code.branches[i].function;
    auto found = std::ranges::find(functions, name, [](const auto& one) { return one.first; });
    if (found == functions.end()) found = functions.insert(functions.end(), {name, {}});
    found->second.add(reach.branches[i]);
  }
  return functions;
}

std::string sharesText(const Project& project, const ProgramCoverage& coverage, const Reach& reach) {
  Table shares({"", ">all", ">run by tests", ">with held-out tests", ">with fuzz inputs"});
  addShare(shares, "lines", countsOf(reach.lines));
  addShare(shares, "branches", countsOf(reach.branches));
  const auto functions = branchesOf(coverage, reach);
  if (functions.size() > 1)
    for (const auto& [name, counts] : functions) addShare(shares, "branches of " + shownName(project, name), counts);
  return shares.text();
}

Table linesNotRun(const Project& project, const ProgramCoverage& coverage, const Reach& reach, nlohmann::json& json) {
  Table table({"line", "run by", "code"});
  for (std::size_t i = 0; i < reach.lines.size(); ++i) {
    if (reach.lines[i] == ReachedBy::Tests) continue;
    const CodeLine& line = coverage.code.lines[i];
    const std::string code = codeAt(project, line);
    table.add({placeOf(line), nameOf(reach.lines[i]), code});
    json.push_back({{"file", line.file}, {"line", line.line}, {"run_by", nameOf(reach.lines[i])}, {"code", code}});
  }
  return table;
}

/// Lines that some branch is at which no test takes, and how many of the line's are taken.
Table branchesNotTaken(const Project& project, const ProgramCoverage& coverage, const Reach& reach, nlohmann::json& json) {
  std::map<std::int32_t, Counts> lines;
  for (std::size_t i = 0; i < reach.branches.size(); ++i) lines[coverage.code.branches[i].line].add(reach.branches[i]);
  Table table({"line", ">branches", ">taken by tests", ">with held-out tests", ">with fuzz inputs", "code"});
  for (const auto& [number, counts] : lines) {
    if (counts.tests == counts.all || number < 0) continue;
    const CodeLine& line = coverage.code.lines[static_cast<std::size_t>(number)];
    const std::string code = codeAt(project, line);
    table.add({placeOf(line), std::to_string(counts.all), std::to_string(counts.tests), std::to_string(counts.heldOut),
               std::to_string(counts.fuzz), code});
    json.push_back({{"file", line.file}, {"line", line.line}, {"branches", counts.json()}, {"code", code}});
  }
  return table;
}

std::string whyNotMeasured(const Project& project, const ShowOptions& options) {
  if (isGpu(project.build.device))
    return fmt::format("what the tests of {} run is not known: they were recorded on a GPU, and it is measured on the simulated one",
                       options.file);
  return fmt::format("what the tests of {0} run is not known yet: the next run of it measures that; start one with: gevo run {0}",
                     options.file);
}

} // namespace

Result<void> showCoverage(const Store& store, const ShowOptions& options) {
  GEVO_TRY_ASSIGN(const Project project, store.project());
  GEVO_TRY_ASSIGN(const ProgramCoverage coverage, store.coverage());
  if (!coverage.isMeasured()) return fail("{}", whyNotMeasured(project, options));
  const Reach reach = reachOf(coverage);
  nlohmann::json lines = nlohmann::json::array();
  const Table table = linesNotRun(project, coverage, reach, lines);
  nlohmann::json branches = nlohmann::json::array();
  const Table ways = branchesNotTaken(project, coverage, reach, branches);
  if (options.json) {
    nlohmann::json functions = nlohmann::json::array();
    for (const auto& [name, counts] : branchesOf(coverage, reach))
      functions.push_back({{"function", name}, {"shown", shownName(project, name)}, {"branches", counts.json()}});
    fmt::print("{}\n", jsonText({{"lines", countsOf(reach.lines).json()},
                                 {"branches", countsOf(reach.branches).json()},
                                 {"functions", functions},
                                 {"not_run_by_tests", lines},
                                 {"not_taken_by_tests", branches}}));
  } else if (options.csv) {
    fmt::print("{}", table.csv());
  } else {
    fmt::print("{}\n", sharesText(project, coverage, reach));
    fmt::print("{}", lines.empty() ? "the tests run every line that has code\n" : table.text());
    if (!branches.empty()) fmt::print("\nbranches that no test takes:\n{}", ways.text());
  }
  return {};
}

} // namespace gevo
