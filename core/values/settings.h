#pragma once

/// The settings of a run, as `gevo run` and the run set-up of the explorer give them; stored with the run.

#include "core/base/result.h"
#include "core/edit/idea.h"
#include "core/edit/operators.h"
#include "core/values/island_settings.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gevo {

enum class Mode : std::uint8_t { Exact, TradeOff };
enum class Metric : std::uint8_t { MaxRelative, MaxAbsolute, Rmse, Mismatch };
/// Reject: a race that the original does not have rejects. Warp: lanes of a warp count as in lockstep. Flag: shown only.
enum class RacePolicy : std::uint8_t { Reject, Warp, Flag };
/// Where mutations go. Executed: targets weighted by the cycles that they cost in the original; Uniform: as the papers' baseline.
enum class Targeting : std::uint8_t { Executed, Uniform };
/// Of a program with parameters. Fixed: its own values, as the papers' baseline; Tune: parameters alone; Evolve: both, beginning and ending
/// with parameters alone (Langdon 2015, 8.12).
enum class ParameterMode : std::uint8_t { Fixed, Tune, Evolve };

/// What the runtime of several tests or workloads is. Mean: by their weights; Worst: that of the one in which the variant is worst,
/// compared with the original.
enum class Across : std::uint8_t { Mean, Worst };

/// What a run minimises. Energy: of a real GPU.
/// Edits: how many of a variant's edits are active, changed parameters among them.
enum class Objective : std::uint8_t { Time, Error, Energy, Edits };

/// How variants are evaluated: everything that a worker needs beside the project.
struct EvaluationSettings {
  std::string device = "sim"; ///< as core/values/device_name.h has it; empty, before a run begins: the project's
  std::string model;          ///< of the simulated GPU: text of its file, or "sim:NAME"; empty: the one that `device` means
  Mode mode = Mode::TradeOff;
  Metric metric = Metric::MaxRelative;
  double tolerance = 0.01; ///< largest error that is still valid (trade-off)
  RacePolicy races = RacePolicy::Reject;
  double budgetFactor = 10;  ///< instruction budget of a launch, as a multiple of the original's
  double timingError = 0.01; ///< on a real GPU: standard error of a runtime, as a share of it, to measure to
  bool statistical = false;  ///< results are judged over several runs, for a program that varies; the project says so, not the user
  bool screen = true;        ///< on a real GPU: variants are screened on the simulated one first
  Across across = Across::Mean;
  /// Ascending, each once; time is always one of them. Without the error all variants within the tolerance are equally good.
  std::vector<Objective> objectives{Objective::Time, Objective::Error, Objective::Edits};
};

struct SearchSettings {
  std::uint64_t seed = 1;
  std::uint32_t population = 256;
  std::uint32_t islands = 1;                       ///< populations of that size, which evolve on their own and hand their best on
  std::uint32_t migration = 10;                    ///< generations from one such exchange to the next
  std::vector<IslandSettings> islandSettings = {}; ///< of the first of them; the others do as the run says
  double crossoverRate = 0.8;                      ///< Liou et al. 2019, IV-A
  double mutationRate = 0.3;
  std::uint32_t initialMutations = 3;
  double eliteShare = 0.25;
  std::uint32_t eliteCount = 0; ///< instead of the share; 0: the share counts
  std::uint32_t tournament = 2;
  std::uint32_t mutationAttempts = 10; ///< for one mutation before the individual stays as it is
  std::uint32_t crossoverAttempts = 5;
  std::uint32_t generations = 0; ///< after the initial population, which is generation 0; 0: no limit
  double seconds = 0;            ///< 0: no limit; the current generation ends with what it has evaluated by then
  double target = 0;             ///< speedup over the original at which the run stops; 0: none
  std::uint32_t stagnation = 0;  ///< stop after this many generations without a better front; 0: never
  std::uint64_t evaluations = 0; ///< stop at the end of the generation that reaches this number; 0: no limit
  Targeting targeting = Targeting::Executed;
  Operators operators = allOperators(); ///< that mutations draw; of earlier versions' runs the six
  /// Those that paid so far are drawn more often; else all equally often, as the six alone always are.
  bool adaptOperators = true;
  Ideas ideas = {};         ///< that a fifth of the mutations try; of an archive as it was when the run began
  bool dropInactive = true; ///< edits that do nothing in the parent are not passed on
  ParameterMode parameters = ParameterMode::Evolve;
  std::uint32_t tunings = 0; ///< configurations to try before the code evolves, and half as many after; 0: 64
  /// Variants that lead are tried on fuzz inputs, and what one of them fails on is a test from then on.
  bool counterexamples = true;
  bool randomTest = false; ///< one test for each generation, drawn at random, instead of all (Langdon 2015, 8.14.5)

  std::uint32_t slotCount() const { return population * islands; } ///< individuals that a generation makes
  SearchSettings ofIsland(std::size_t number) const;               ///< as they hold for it alone; numbers from 0
};

struct RunSettings {
  EvaluationSettings evaluation;
  SearchSettings search;
  std::uint32_t runs = 1;     ///< of a series: independent runs of one file, each with the next seed
  std::uint32_t position = 1; ///< of this run in its series, from 1
  std::uint32_t workers = 0;  ///< 0: as many as help (see fitEvaluation). Never changes what a run finds.
};

constexpr std::uint32_t enumerators(Mode) { return std::uint32_t(Mode::TradeOff) + 1; }
constexpr std::uint32_t enumerators(Metric) { return std::uint32_t(Metric::Mismatch) + 1; }
constexpr std::uint32_t enumerators(RacePolicy) { return std::uint32_t(RacePolicy::Flag) + 1; }
constexpr std::uint32_t enumerators(Across) { return std::uint32_t(Across::Worst) + 1; }
constexpr std::uint32_t enumerators(Objective) { return std::uint32_t(Objective::Edits) + 1; }
constexpr std::uint32_t enumerators(ParameterMode) { return std::uint32_t(ParameterMode::Evolve) + 1; }
constexpr std::uint32_t enumerators(Targeting) { return std::uint32_t(Targeting::Uniform) + 1; }

template <class Archive> void fields(Archive& archive, EvaluationSettings& s) {
  archive(s.device, s.model, s.mode, s.metric, s.tolerance, s.races, s.budgetFactor, s.timingError, s.statistical, s.screen, s.across,
          s.objectives);
}

const char* modeName(Mode mode);
const char* metricName(Metric metric);
const char* racePolicyName(RacePolicy policy);
Result<Mode> parseMode(std::string_view text);
Result<Metric> parseMetric(std::string_view text);
Result<RacePolicy> parseRacePolicy(std::string_view text);
const char* targetingName(Targeting targeting);
Result<Targeting> parseTargeting(std::string_view text);
const char* acrossName(Across across);
Result<Across> parseAcross(std::string_view text);
const char* parameterModeName(ParameterMode mode);
Result<ParameterMode> parseParameterMode(std::string_view text);

const char* objectiveName(Objective objective);
/// "time,error,energy,edits", in any order; printed in theirs.
Result<std::vector<Objective>> parseObjectives(std::string_view text);
std::string printObjectives(const std::vector<Objective>& objectives);
bool measuresEnergy(const EvaluationSettings& settings);
bool countsEdits(const EvaluationSettings& settings);
/// True where runtimes are a model's, not a clock's.
bool isSimulated(const EvaluationSettings& settings);
/// The objectives that variants differ in: without the error where only exact variants are valid.
std::vector<Objective> comparedObjectives(const EvaluationSettings& settings);
/// Those of them that an evaluation measures: without the number of edits. Fewer edits for the same result are good to have, but no
/// progress of a run.
std::vector<Objective> measuredObjectives(const EvaluationSettings& settings);

/// An error names the first setting that is out of its range, and the range, or one that does not apply to the device.
Result<void> checkRunSettings(const RunSettings& settings);

/// JSON, for the store and for --json. parse(print(s)) == s. Parsing checks the ranges too.
std::string printRunSettings(const RunSettings& settings);
Result<RunSettings> parseRunSettings(std::string_view json);

} // namespace gevo
