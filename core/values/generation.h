#pragma once

/// What a generation of a run ends with.

#include "core/values/acceptance.h"
#include "core/values/individual.h"
#include "core/values/trial.h"

#include <vector>

namespace gevo {

/// One timing of a code on a device whose timings vary. The fitness of a code is the median of all its measurements.
struct Measurement {
  Hash128 code;
  Fitness fitness;
  CodeMetrics metrics; ///< of the code with all that was measured so far; not read back
};

/// The fitness of an individual of an earlier generation, or of this one, that changed after its evaluation.
struct FitnessUpdate {
  std::int64_t id = 0;
  Fitness fitness;
};

/// Active edits of the members of a population.
struct EditLengths {
  double mean = 0;
  double median = 0;
  std::uint32_t largest = 0;
};

/// The part of a run that a generation belongs to. Only programs with parameters are tuned. The order is part of the file format.
enum class SearchStage : std::uint8_t { Evolve, Tune, TuneAgain };
inline constexpr SearchStage lastSearchStage = SearchStage::TuneAgain;
/// "evolve", "tune" or "tune again".
const char* searchStageName(SearchStage stage);

struct GenerationResult {
  std::uint32_t generation = 0;
  SearchStage stage = SearchStage::Evolve;
  std::vector<Individual> evaluations;         ///< all of this generation, in id order; ids assigned
  std::vector<std::int64_t> population;        ///< ids that go on, island by island, best first
  std::vector<std::uint32_t> rank;             ///< of each member of the population
  std::vector<std::uint32_t> island;           ///< likewise; empty: there is one
  double seconds = 0;                          ///< wall clock of this generation
  EditLengths lengths;                         ///< of the population
  Acceptance acceptance;                       ///< of the evaluations
  std::vector<Measurement> measurements;       ///< made in this generation, in order; empty on a device whose timings don't vary
  std::vector<FitnessUpdate> fitnessUpdates;   ///< to be written over the fitness of the stored individuals; in id order
  std::vector<Trial> trials;                   ///< at its end, in order
  std::vector<Rejection> rejections;           ///< to be written over the results of the stored individuals; in id order
  std::vector<Counterexample> counterexamples; ///< found by the trials, in order
  std::vector<FailureCause> causes;            ///< new ones, and earlier ones that became smaller; by variant
};

} // namespace gevo
