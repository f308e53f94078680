#pragma once

/// Where an interrupted run is resumed.

#include "core/edit/configuration.h"
#include "core/values/generation.h"

#include <vector>

namespace gevo {

/// The part of a valid evaluation that stop conditions and repeated measurements need.
struct FoundVariant {
  std::int64_t id = 0;
  std::uint32_t generation = 0;
  Hash128 code;
  Fitness fitness;
  bool passedAll = true; ///< false: it passed the one test of its generation (Stage::Tests)
};

/// Whether a code passed all tests, in a run with one test for each generation.
struct VerifiedCode {
  Hash128 code;
  bool valid = false;
};

/// A trial of an earlier generation.
struct KnownTrial {
  std::uint32_t generation = 0;
  Hash128 code;                ///< of the variant
  Configuration configuration; ///< likewise
  Trial trial;
  std::string message; ///< what it does there, if it fails
};

/// Of variants that were not tried, but have the edits with which others failed, and of those others.
struct KnownRejection {
  Hash128 code;
  Rejection rejection;
};

struct KnownCause {
  FailureCause cause;
  Individual variant;
};

/// Evaluations of code that was not known before.
struct EvaluationCounts {
  std::uint64_t screened = 0; ///< those that ended in the screen
  std::uint64_t tested = 0;   ///< those that came as far as the tests

  void add(const Individual& evaluated) {
    if (isTestedAnew(evaluated))
      ++tested;
    else if (evaluated.id != 0 && !evaluated.result.reused && evaluated.result.stage == Stage::Screen)
      ++screened;
  }
};

/// What is known of a code's energy.
struct KnownEnergy {
  Hash128 code;
  double energy = notMeasured;
  std::uint32_t pairs = 0; ///< as in CodeMetrics
};

/// Where an interrupted run is resumed: after `generation`, with these members (in the order of GenerationResult::population).
/// Without members not even generation 0 was complete.
struct Checkpoint {
  std::uint32_t generation = 0;
  std::int64_t nextId = 1;
  std::vector<Individual> population;
  std::vector<std::uint32_t> island;           ///< of each member
  std::vector<Hash128> codes;                  ///< of every evaluation so far, for EvaluationResult::reused
  std::vector<Individual> unfinished;          ///< evaluations of the next generation, which need not be repeated; any order
  std::vector<FoundVariant> found;             ///< every valid evaluation so far, in id order
  std::vector<VerifiedCode> verified;          ///< by the evaluations of Origin::Verified, in id order
  std::vector<Measurement> measurements;       ///< of all generations, in order
  std::vector<KnownEnergy> energies;           ///< each code once
  std::vector<Individual> tuned;               ///< of Origin::Tuned, in id order
  std::vector<SearchStage> stages;             ///< of the complete generations, in order
  std::vector<KnownTrial> trials;              ///< of all generations, in order
  std::vector<Counterexample> counterexamples; ///< likewise
  std::vector<KnownRejection> rejections;      ///< of all generations
  std::vector<KnownCause> causes;              ///< likewise, by variant
  EvaluationCounts evaluations;                ///< of all generations
};

} // namespace gevo
