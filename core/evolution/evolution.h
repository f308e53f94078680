#pragma once

/// The evolutionary loop (seeds/000, Algorithm 1) over a worker pool, publishing values as it goes.
///
/// Every slot of a generation is a chain of tries that depends on nothing but its parents and its random streams, so slots
/// run in parallel and the result is the same for any number of workers. A generation's individuals get their ids in
/// order of (slot, step) when the generation is complete.

#include "core/values/acceptance.h"
#include "core/values/individual.h"
#include "core/values/settings.h"
#include "core/values/stage_costs.h"
#include "core/workers/worker_pool.h"

#include <functional>
#include <optional>
#include <stop_token>

namespace gevo {

/// One timing of a code on a device whose timings vary. The fitness of a code is the median of all its measurements.
struct Measurement {
  Hash128 code;
  Fitness fitness;
  CodeFacts facts; ///< of the code with all that was measured so far; not read back
};

/// The fitness of an individual of an earlier generation, or of this one, that changed after its own try.
struct Refit {
  std::int64_t id = 0;
  Fitness fitness;
};

/// Active edits of the members of a population.
struct EditLengths {
  double mean = 0;
  double median = 0;
  std::uint32_t largest = 0;
};

struct GenerationResult {
  std::uint32_t generation = 0;
  std::vector<Individual> tries;         ///< all of this generation, in id order; ids assigned
  std::vector<std::int64_t> population;  ///< ids that go on, best first
  std::vector<std::uint32_t> rank;       ///< of each member of the population
  double seconds = 0;                    ///< wall clock of this generation
  EditLengths lengths;                   ///< of the population
  Acceptance acceptance;                 ///< of the tries
  std::vector<Measurement> measurements; ///< made in this generation, in order; empty on a device whose timings don't vary
  std::vector<Refit> refits;             ///< to be written over the fitness of the stored individuals; in id order
};

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
  std::uint32_t pairs = 0; ///< as in CodeFacts
};

/// Where an interrupted run goes on: after `generation`, with these members (in the order of GenerationResult::population).
/// Without members not even generation 0 was complete.
struct Checkpoint {
  std::uint32_t generation = 0;
  std::int64_t nextId = 1;
  std::vector<Individual> population;
  std::vector<Hash128> codes;            ///< of every try so far, so that Outcome::reused goes on as it was
  std::vector<Individual> unfinished;    ///< tries of the generation after, which need not be evaluated again; any order
  std::vector<FoundVariant> found;       ///< every valid try so far, in id order
  std::vector<VerifiedCode> verified;    ///< by the tries of Origin::Verified, in id order
  std::vector<Measurement> measurements; ///< of all generations, in order
  std::vector<KnownEnergy> energies;     ///< each code once
};

/// Live figures, several times a second, also in the middle of a generation.
struct EvolutionProgress {
  std::uint32_t generation = 0;
  std::uint32_t slotsDone = 0;
  std::uint32_t slotCount = 0; ///< not "slots", which is a keyword to Qt
  std::uint64_t tries = 0;     ///< of this call
  std::uint64_t valid = 0;
  double seconds = 0; ///< since this call began
  unsigned workersAlive = 0;
  unsigned workersRestarted = 0;
  Acceptance acceptance; ///< of this call's tries; in the generation that runs `reused` says what the workers knew
  StageCosts stages;
  double searchSeconds = 0; ///< CPU of choosing parents and survivors; the calling thread's
  bool confirming = false;  ///< the generation's tries are done, and its best are measured again
};

class Confirmation;
class GenerationRun;
class SlotChain;

enum class StopReason : std::uint8_t { Generations, Time, Asked, Failed, Target, Stagnation, Tries };

struct EvolutionCallbacks {
  /// At the end of each generation; an error (a full disk) ends the run.
  std::function<Result<void>(const GenerationResult&)> generation;
  /// A try has ended (not in id order, ids not yet assigned), for live display and for what-survives-a-kill.
  std::function<void(const Individual&)> tried;
  std::function<void(const EvolutionProgress&)> progress;
  /// True while the run should hold still: no new job is begun.
  std::function<bool()> paused;
};

class Evolution {
public:
  /// `seeds`: variants of the same base that generation 0 begins with, as many as it has slots for.
  Evolution(RunSettings settings, WorkerPool& pool, Individual original, EvolutionCallbacks callbacks, std::vector<EditList> seeds = {});

  /// Blocks until a stop condition of the settings holds (the time limit after one generation at the earliest), `stop` is requested (the
  /// unfinished generation is dropped) or the callbacks fail. `from` resumes. An error also where the settings ask for a test a generation
  /// on a device whose timings vary.
  Result<StopReason> run(std::stop_token stop, const Checkpoint* from = nullptr);

private:
  struct Session;
  Result<bool> runGeneration(Session& session, std::stop_token stop);
  void report(Session& session, const GenerationRun& generation, bool confirming = false) const;
  void resume(Session& session, const Checkpoint& from) const;
  Result<std::optional<GenerationResult>> conclude(Session& session, std::vector<SlotChain>& chains, const GenerationRun& generation,
                                                   const std::stop_token& stop) const;
  void keepTry(Session& session, GenerationResult& result, const Individual& individual) const;
  Result<bool> confirm(Session& session, GenerationResult& result, Confirmation& confirmation) const;
  double bestRuntime(const Session& session) const;
  double secondsLeft(const Session& session) const;
  std::optional<StopReason> reasonToStop(const Session& session, const std::stop_token& stop) const;

  RunSettings settings_;
  WorkerPool& pool_;
  Individual original_;
  EvolutionCallbacks callbacks_;
  std::vector<EditList> seeds_;
};

} // namespace gevo
