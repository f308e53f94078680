#include "core/values/settings.h"

#include "core/values/device_name.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <span>

namespace gevo {

namespace {

/// Individuals of a generation.
constexpr std::uint32_t mostSlots = 65536;

using nlohmann::json;

struct Named {
  std::string_view text;
  int value;
};

constexpr std::array<Named, 2> modes{{{"exact", int(Mode::Exact)}, {"trade-off", int(Mode::TradeOff)}}};
constexpr std::array<Named, 4> metrics{{{"max-rel", int(Metric::MaxRelative)},
                                        {"max-abs", int(Metric::MaxAbsolute)},
                                        {"rmse", int(Metric::Rmse)},
                                        {"mismatch", int(Metric::Mismatch)}}};
constexpr std::array<Named, 3> racePolicies{
    {{"reject", int(RacePolicy::Reject)}, {"warp", int(RacePolicy::Warp)}, {"flag", int(RacePolicy::Flag)}}};
constexpr std::array<Named, 2> targetings{{{"executed", int(Targeting::Executed)}, {"uniform", int(Targeting::Uniform)}}};
constexpr std::array<Named, 3> parameterModes{
    {{"fixed", int(ParameterMode::Fixed)}, {"tune", int(ParameterMode::Tune)}, {"evolve", int(ParameterMode::Evolve)}}};
constexpr std::array<Named, 2> acrossNames{{{"mean", int(Across::Mean)}, {"worst", int(Across::Worst)}}};
constexpr std::array<Named, 4> objectiveNames{{{"time", int(Objective::Time)},
                                               {"error", int(Objective::Error)},
                                               {"energy", int(Objective::Energy)},
                                               {"edits", int(Objective::Edits)}}};

const char* nameOf(std::span<const Named> names, int value) {
  for (const Named& name : names) {
    if (name.value == value) return name.text.data();
  }
  return "unknown";
}

template <class T> Result<T> valueOf(std::span<const Named> names, std::string_view text, std::string_view what) {
  std::string choices;
  for (const Named& name : names) {
    if (name.text == text) return static_cast<T>(name.value);
    choices += choices.empty() ? "" : ", ";
    choices += name.text;
  }
  return fail("\"{}\" is not {}; choose one of {}", text, what, choices);
}

/// Takes `key` if it is there; what a file does not name keeps its default.
template <class T> void take(const json& object, const char* key, T& value) {
  if (const auto found = object.find(key); found != object.end()) value = found->get<T>();
}

/// An empty one where the file names none; throws where it is something else.
json section(const json& object, const char* key) {
  const json found = object.get<json::object_t>().contains(key) ? object.at(key) : json::object();
  return found.get<json::object_t>();
}

template <class T, class Parse> Result<void> takeNamed(const json& object, const char* key, T& value, Parse parse) {
  const auto found = object.find(key);
  if (found == object.end()) return {};
  GEVO_TRY_ASSIGN(const T parsed, parse(found->get<std::string>()));
  value = parsed;
  return {};
}

Result<void> takeEvaluation(const json& object, EvaluationSettings& settings) {
  take(object, "device", settings.device);
  take(object, "model", settings.model);
  take(object, "tolerance", settings.tolerance);
  take(object, "budgetFactor", settings.budgetFactor);
  take(object, "timingError", settings.timingError);
  take(object, "screen", settings.screen);
  take(object, "statistical", settings.statistical);
  Result<void> taken = takeNamed(object, "mode", settings.mode, parseMode);
  if (taken) taken = takeNamed(object, "metric", settings.metric, parseMetric);
  if (taken) taken = takeNamed(object, "races", settings.races, parseRacePolicy);
  if (taken) taken = takeNamed(object, "across", settings.across, parseAcross);
  settings.objectives = {Objective::Time, Objective::Error}; // in files of earlier versions
  if (taken) taken = takeNamed(object, "objectives", settings.objectives, parseObjectives);
  return taken;
}

void takeIdeas(const json& object, Ideas& ideas) {
  const auto found = object.find("ideas");
  if (found == object.end()) return; // in files of earlier versions
  ideas.clear();
  for (const json& idea : *found) ideas.push_back({idea.at("context").get<std::string>(), idea.at("weight").get<std::uint32_t>()});
}

Result<void> takeIslands(const json& object, std::vector<IslandSettings>& islands) {
  const auto found = object.find("islandSettings");
  if (found == object.end()) return {}; // in files of earlier versions
  islands.clear();
  for (const json& text : *found) {
    GEVO_TRY_ASSIGN(IslandSettings island, parseIslandSettings(text.get<std::string>()));
    islands.push_back(std::move(island));
  }
  return {};
}

json islandsJson(const std::vector<IslandSettings>& islands) {
  json list = json::array();
  for (const IslandSettings& island : islands) list.push_back(printIslandSettings(island));
  return list;
}

json ideasJson(const Ideas& ideas) {
  json list = json::array();
  for (const Idea& idea : ideas) list.push_back({{"context", idea.context}, {"weight", idea.weight}});
  return list;
}

Result<void> takeSearch(const json& object, SearchSettings& settings) {
  take(object, "seed", settings.seed);
  take(object, "population", settings.population);
  take(object, "islands", settings.islands);
  take(object, "migration", settings.migration);
  GEVO_TRY(takeIslands(object, settings.islandSettings));
  take(object, "crossoverRate", settings.crossoverRate);
  take(object, "mutationRate", settings.mutationRate);
  take(object, "initialMutations", settings.initialMutations);
  take(object, "eliteShare", settings.eliteShare);
  take(object, "tournament", settings.tournament);
  take(object, "mutationAttempts", settings.mutationAttempts);
  take(object, "crossoverAttempts", settings.crossoverAttempts);
  take(object, "generations", settings.generations);
  take(object, "seconds", settings.seconds);
  take(object, "eliteCount", settings.eliteCount);
  take(object, "target", settings.target);
  take(object, "stagnation", settings.stagnation);
  take(object, "tries", settings.evaluations);
  take(object, "dropInactive", settings.dropInactive);
  takeIdeas(object, settings.ideas);
  take(object, "randomTest", settings.randomTest);
  take(object, "tunings", settings.tunings);
  settings.counterexamples = false; // in files of earlier versions
  take(object, "counterexamples", settings.counterexamples);
  settings.operators = gevoOperators();
  GEVO_TRY(takeNamed(object, "operators", settings.operators, parseOperators));
  settings.adaptOperators = false; // in files of earlier versions
  take(object, "adaptOperators", settings.adaptOperators);
  GEVO_TRY(takeNamed(object, "parameters", settings.parameters, parseParameterMode));
  return takeNamed(object, "targets", settings.targeting, parseTargeting);
}

bool isShare(double value) { return value >= 0 && value <= 1; }

/// A device that is not chosen yet may be a real GPU.
Result<void> checkOperators(const Operators& operators, const std::string& device, Mode mode) {
  if (operators.empty()) return fail("no operators are given; give gevo, all, or some of {}", printOperators(allOperators()));
  const bool onGpu = device.empty() || isGpu(device);
  if (!usableOperators(operators, onGpu, mode == Mode::Exact).empty()) return {};
  if (mode == Mode::Exact && !usableOperators(operators, onGpu, false).empty())
    return fail("{} approximates, and this run is to be exact; give other operators too, or --mode trade-off", printOperators(operators));
  return fail("{} can't tell what {} changes; give other operators too, or run on a real GPU (--device cuda)", device,
              printOperators(operators));
}

Result<void> checkIslands(const SearchSettings& search) {
  if (search.islandSettings.size() > search.islands)
    return fail("settings are given for {} islands, and the run has {}", search.islandSettings.size(), search.islands);
  for (const IslandSettings& island : search.islandSettings)
    for (const Operator op : island.operators)
      if (std::ranges::find(search.operators, op) == search.operators.end())
        return fail("an island is to draw {}, which is none of the run's operators: {}", printOperators({op}),
                    printOperators(search.operators));
  return {};
}

/// Settings for measuring on a real GPU. A device that is not chosen yet may be one.
Result<void> checkMeasuring(const EvaluationSettings& evaluation) {
  constexpr double leastError = 0.0001;
  constexpr double mostError = 0.5;
  if (!(evaluation.timingError >= leastError && evaluation.timingError <= mostError))
    return fail("the timing error is {} to {} %, not {:g}", 100 * leastError, 100 * mostError, 100 * evaluation.timingError);
  if (evaluation.device.empty() || isGpu(evaluation.device)) return {};
  if (measuresEnergy(evaluation))
    return fail("energy is measured on a real GPU (--device cuda), and {} has none; leave it out of the objectives", evaluation.device);
  if (evaluation.timingError != EvaluationSettings().timingError)
    return fail("a timing error is for a real GPU (--device cuda); the times of {} do not vary", evaluation.device);
  if (!evaluation.screen)
    return fail("only runs on a real GPU (--device cuda) can go without the simulated GPU's screen, and this one is on {}",
                evaluation.device);
  return {};
}

} // namespace

const char* modeName(Mode mode) { return nameOf(modes, int(mode)); }
const char* metricName(Metric metric) { return nameOf(metrics, int(metric)); }
const char* racePolicyName(RacePolicy policy) { return nameOf(racePolicies, int(policy)); }
Result<Mode> parseMode(std::string_view text) { return valueOf<Mode>(modes, text, "a mode"); }
Result<Metric> parseMetric(std::string_view text) { return valueOf<Metric>(metrics, text, "an error metric"); }
Result<RacePolicy> parseRacePolicy(std::string_view text) { return valueOf<RacePolicy>(racePolicies, text, "a race policy"); }
const char* targetingName(Targeting targeting) { return nameOf(targetings, int(targeting)); }
Result<Targeting> parseTargeting(std::string_view text) { return valueOf<Targeting>(targetings, text, "a choice of targets"); }
const char* parameterModeName(ParameterMode mode) { return nameOf(parameterModes, int(mode)); }
Result<ParameterMode> parseParameterMode(std::string_view text) {
  return valueOf<ParameterMode>(parameterModes, text, "a use of parameters");
}
const char* acrossName(Across across) { return nameOf(acrossNames, int(across)); }
Result<Across> parseAcross(std::string_view text) { return valueOf<Across>(acrossNames, text, "a way to add up tests"); }
const char* objectiveName(Objective objective) { return nameOf(objectiveNames, int(objective)); }

Result<std::vector<Objective>> parseObjectives(std::string_view text) {
  std::vector<Objective> objectives;
  for (std::string_view left = text; !left.empty() || objectives.empty();) {
    const std::size_t comma = std::min(left.find(','), left.size());
    GEVO_TRY_ASSIGN(const Objective objective, valueOf<Objective>(objectiveNames, left.substr(0, comma), "an objective"));
    if (std::ranges::find(objectives, objective) != objectives.end())
      return fail("{} is an objective twice in \"{}\"", left.substr(0, comma), text);
    objectives.push_back(objective);
    left.remove_prefix(std::min(comma + 1, left.size()));
  }
  std::ranges::sort(objectives);
  if (objectives.front() != Objective::Time) return fail("time is always an objective; add it to \"{}\"", text);
  return objectives;
}

std::string printObjectives(const std::vector<Objective>& objectives) {
  std::string text;
  for (const Objective objective : objectives) text.append(text.empty() ? "" : ",").append(objectiveName(objective));
  return text;
}

bool measuresEnergy(const EvaluationSettings& settings) {
  return std::ranges::find(settings.objectives, Objective::Energy) != settings.objectives.end();
}

bool countsEdits(const EvaluationSettings& settings) {
  return std::ranges::find(settings.objectives, Objective::Edits) != settings.objectives.end();
}

bool isSimulated(const EvaluationSettings& settings) { return settings.device == "sim" || settings.device.starts_with("sim:"); }

std::vector<Objective> comparedObjectives(const EvaluationSettings& settings) {
  std::vector<Objective> objectives = settings.objectives;
  if (settings.mode == Mode::Exact) std::erase(objectives, Objective::Error);
  return objectives;
}

std::vector<Objective> measuredObjectives(const EvaluationSettings& settings) {
  std::vector<Objective> objectives = comparedObjectives(settings);
  std::erase(objectives, Objective::Edits);
  return objectives;
}

SearchSettings SearchSettings::ofIsland(std::size_t number) const {
  SearchSettings own = *this;
  own.islandSettings.clear();
  if (number >= islandSettings.size()) return own;
  const IslandSettings& island = islandSettings[number];
  if (!island.operators.empty()) own.operators = island.operators;
  own.crossoverRate = island.crossoverRate.value_or(crossoverRate);
  own.mutationRate = island.mutationRate.value_or(mutationRate);
  own.adaptOperators = adaptOperators && !island.uniformOperators;
  return own;
}

Result<void> checkRunSettings(const RunSettings& settings) {
  const SearchSettings& search = settings.search;
  if (search.population < 2 || search.population > mostSlots)
    return fail("a population has 2 to {} individuals, not {}", mostSlots, search.population);
  if (search.islands < 1 || search.islands > mostSlots / search.population)
    return fail("with populations of {} there are 1 to {} islands, not {}", search.population, mostSlots / search.population,
                search.islands);
  if (search.islands > 1 && search.population % 2 != 0)
    return fail("the population of an island is an even number, not {}", search.population);
  if (search.migration < 1 || search.migration > 1'000'000)
    return fail("islands exchange their best after 1 to 1000000 generations, not {}", search.migration);
  GEVO_TRY(checkIslands(search));
  if (!isShare(search.crossoverRate)) return fail("the crossover rate is between 0 and 1, not {}", search.crossoverRate);
  if (!isShare(search.mutationRate)) return fail("the mutation rate is between 0 and 1, not {}", search.mutationRate);
  if (!isShare(search.eliteShare)) return fail("the share of elites is between 0 and 1, not {}", search.eliteShare);
  if (search.tournament < 1 || search.tournament > 1024) return fail("a tournament has 1 to 1024 entrants, not {}", search.tournament);
  if (search.mutationAttempts < 1 || search.mutationAttempts > 10000)
    return fail("a mutation has 1 to 10000 attempts, not {}", search.mutationAttempts);
  if (search.crossoverAttempts < 1 || search.crossoverAttempts > 10000)
    return fail("a crossover has 1 to 10000 attempts, not {}", search.crossoverAttempts);
  if (search.tunings > 100000) return fail("at most 100000 configurations are tuned, not {}", search.tunings);
  if (search.initialMutations > 1000) return fail("the first individuals get at most 1000 mutations, not {}", search.initialMutations);
  if (!(search.seconds >= 0) || !std::isfinite(search.seconds))
    return fail("the time limit is 0 (none) or a number of seconds, not {}", search.seconds);
  if (search.eliteCount > search.population)
    return fail("a population of {} has at most as many elites, not {}", search.population, search.eliteCount);
  if (search.target != 0 && (!(search.target > 1) || !std::isfinite(search.target)))
    return fail("the target is a speedup above 1, not {}", search.target);
  const EvaluationSettings& evaluation = settings.evaluation;
  if (!(evaluation.tolerance >= 0) || !std::isfinite(evaluation.tolerance))
    return fail("the tolerance is 0 or more, not {}", evaluation.tolerance);
  if (!(evaluation.budgetFactor >= 1) || !std::isfinite(evaluation.budgetFactor))
    return fail("the instruction budget is at least 1 times the original's, not {}", evaluation.budgetFactor);
  GEVO_TRY(checkMeasuring(evaluation));
  GEVO_TRY(checkOperators(search.operators, evaluation.device, evaluation.mode));
  if (settings.runs < 1 || settings.runs > 10000) return fail("a series has 1 to 10000 runs, not {}", settings.runs);
  if (settings.position < 1 || settings.position > settings.runs)
    return fail("a series of {} has no run {}", settings.runs, settings.position);
  if (settings.workers > 4096) return fail("at most 4096 workers can be used, not {}", settings.workers);
  return {};
}

std::string printRunSettings(const RunSettings& settings) {
  const EvaluationSettings& e = settings.evaluation;
  const SearchSettings& s = settings.search;
  json evaluation{{"device", e.device},
                  {"mode", modeName(e.mode)},
                  {"metric", metricName(e.metric)},
                  {"tolerance", e.tolerance},
                  {"races", racePolicyName(e.races)},
                  {"across", acrossName(e.across)},
                  {"budgetFactor", e.budgetFactor},
                  {"model", e.model},
                  {"timingError", e.timingError},
                  {"screen", e.screen},
                  {"objectives", printObjectives(e.objectives)}};
  if (e.statistical) evaluation["statistical"] = true;
  const json search{{"seed", s.seed},
                    {"population", s.population},
                    {"islands", s.islands},
                    {"migration", s.migration},
                    {"islandSettings", islandsJson(s.islandSettings)},
                    {"crossoverRate", s.crossoverRate},
                    {"mutationRate", s.mutationRate},
                    {"initialMutations", s.initialMutations},
                    {"eliteShare", s.eliteShare},
                    {"tournament", s.tournament},
                    {"mutationAttempts", s.mutationAttempts},
                    {"crossoverAttempts", s.crossoverAttempts},
                    {"generations", s.generations},
                    {"seconds", s.seconds},
                    {"eliteCount", s.eliteCount},
                    {"target", s.target},
                    {"stagnation", s.stagnation},
                    {"tries", s.evaluations},
                    {"targets", targetingName(s.targeting)},
                    {"operators", printOperators(s.operators)},
                    {"adaptOperators", s.adaptOperators},
                    {"ideas", ideasJson(s.ideas)},
                    {"dropInactive", s.dropInactive},
                    {"randomTest", s.randomTest},
                    {"counterexamples", s.counterexamples},
                    {"parameters", parameterModeName(s.parameters)},
                    {"tunings", s.tunings}};
  // Text that is not UTF-8 (a device given by hand) is kept readable instead of throwing.
  const json series{{"count", settings.runs}, {"place", settings.position}};
  return json{{"evaluation", evaluation}, {"search", search}, {"series", series}, {"workers", settings.workers}}.dump(
      -1, ' ', false, json::error_handler_t::replace);
}

Result<RunSettings> parseRunSettings(std::string_view text) {
  RunSettings settings;
  // nlohmann's typed access throws; nothing of it leaves this function.
  try {
    const json object = json::parse(text);
    GEVO_TRY(takeEvaluation(section(object, "evaluation"), settings.evaluation));
    GEVO_TRY(takeSearch(section(object, "search"), settings.search));
    take(object, "workers", settings.workers);
    const json series = section(object, "series");
    take(series, "count", settings.runs);
    take(series, "place", settings.position);
  } catch (const json::exception& problem) {
    return std::unexpected(Error{"the settings of the run are damaged", problem.what()});
  }
  GEVO_TRY(checkRunSettings(settings));
  return settings;
}

} // namespace gevo
