#pragma once

/// The state of an evolution. For its own files alone.

#include "core/evolution/counterexamples.h"
#include "core/evolution/evolution.h"
#include "core/evolution/found_variants.h"
#include "core/evolution/front_watch.h"
#include "core/evolution/generation_run.h"
#include "core/evolution/islands.h"
#include "core/evolution/remeasurement.h"
#include "core/evolution/tuning_history.h"

#include <chrono>
#include <unordered_map>

namespace gevo {

/// Between two reports.
inline constexpr std::chrono::milliseconds progressInterval{200};

/// What changes from generation to generation.
struct Evolution::Session {
  Session(const EvaluationSettings& settings, const Fitness& original, const FuzzWork& work)
      : original(original), objectives(comparedObjectives(settings)), measured(measuredObjectives(settings)), front(measured, original),
        counterexamples(work) {
    objectives.learn(original);
  }

  /// After some were rejected, or found to have larger errors.
  void renewFront() {
    front = FrontWatch(measured, original);
    for (const FoundVariant& variant : found.all()) front.add(variant.generation, variant.fitness);
  }
  void renewTuning() {
    tuning = {};
    for (const Individual& individual : tuned) tuning.add(individual);
  }

  Fitness original;
  Objectives objectives;
  Objectives measured;

  std::uint32_t generation = 0;            ///< the one to run next
  SearchStage stage = SearchStage::Evolve; ///< of it
  std::uint32_t evolved = 0;               ///< complete generations of the stage Evolve
  TuningHistory tuning;
  std::vector<Individual> tuned;    ///< that it was made of
  std::uint32_t tuningSince = 0;    ///< first generation of the stage TuneAgain
  std::size_t tunedAgain = 0;       ///< configurations of the stage TuneAgain
  std::optional<StopReason> ending; ///< why evolution ended, while the best is tuned once more
  std::int64_t nextId = 1;
  Islands islands = Islands(1); ///< of the generation before; one while parameters are tuned
  KnownCodes codes;
  EarlierEvaluations earlier;
  std::vector<std::uint32_t> tests; ///< of the generation that runs
  std::uint32_t testCount = 1;
  bool deterministic = true; ///< timings of the device
  double toBeat = 0;         ///< microseconds of the original, as the faster of the compilers makes it
  FrontWatch front;          ///< of variants that passed all tests
  FoundVariants found;       ///< the same; empty where nothing is tried on fuzz inputs
  Counterexamples counterexamples;
  Verified verified;
  Timings timings;
  std::vector<Member> contenders; ///< the best so far, as many as a population, whether or not they go on; where timings vary
  std::unordered_map<Hash128, std::vector<std::int64_t>, Hash128Hasher> idsOfCode; ///< of valid individuals; used only where timings vary
  std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point reported{};
  EvolutionProgress progress;    ///< as it was reported last
  double pausedSeconds = 0;      ///< seconds of complete generations spent paused
  std::uint32_t complete = 0;    ///< generations of this call
  std::uint64_t evaluations = 0; ///< of complete generations
  std::uint64_t valid = 0;
  Acceptance acceptance;
  StageCosts stages;
  double searchSeconds = 0;
};

} // namespace gevo
