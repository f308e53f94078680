#pragma once

/// Where an interrupted run is resumed.

#include "core/values/generation.h"

#include <vector>

namespace gevo {

/// A valid try, as much of it as stop conditions and repeated measurements need.
struct FoundVariant {
  std::int64_t id = 0;
  std::uint32_t generation = 0;
  Hash128 code;
  Fitness fitness;
  bool passedAll = true; ///< false: it passed the one test of its generation (Stage::Tests)
};

/// What a code did on all tests in a run with one test a generation.
struct VerifiedCode {
  Hash128 code;
  bool valid = false;
};

/// What is known of a code's energy.
struct KnownEnergy {
  Hash128 code;
  double energy = notMeasured;
  std::uint32_t pairs = 0; ///< as in CodeMetrics
};

/// Where an interrupted run goes on: after `generation`, with these members (in the order of GenerationResult::population).
/// Without members not even generation 0 was complete.
struct Checkpoint {
  std::uint32_t generation = 0;
  std::int64_t nextId = 1;
  std::vector<Individual> population;
  std::vector<Hash128> codes;            ///< of every try so far, so that EvaluationResult::reused goes on as it was
  std::vector<Individual> unfinished;    ///< tries of the generation after, which need not be evaluated again; any order
  std::vector<FoundVariant> found;       ///< every valid try so far, in id order
  std::vector<VerifiedCode> verified;    ///< by the tries of Origin::Verified, in id order
  std::vector<Measurement> measurements; ///< of all generations, in order
  std::vector<KnownEnergy> energies;     ///< each code once
};

} // namespace gevo
