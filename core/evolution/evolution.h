#pragma once

/// The evolutionary loop (Liou et al. 2019, Algorithm 1) over a worker pool, publishing values as it goes.
///
/// Every slot of a generation is a chain of evaluations that depends only on its parents and its random streams, so slots run in parallel
/// and the result is the same for any number of workers. A generation's individuals get their ids in
/// order of (slot, step) when the generation is complete.

#include "core/evolution/configuration_source.h"
#include "core/evolution/counterexamples.h"
#include "core/parameters/moves.h"
#include "core/values/checkpoint.h"
#include "core/values/evolution_progress.h"
#include "core/values/settings.h"
#include "core/worker_pool/job_pool.h"

#include <functional>
#include <optional>
#include <stop_token>

namespace gevo {

class Remeasurement;
class TuningHistory;
class GenerationRun;
class TrialRun;
class SlotChain;
class IslandCandidates;

/// Of a program whose parameters are searched too.
struct EvolutionParameters {
  ParameterMoves moves;
  ConfigurationSource& source;
};

/// Of a file with fuzz inputs, which variants that lead are tried on.
struct EvolutionTrials {
  FuzzWork work;
  std::function<Result<Individual>(std::int64_t)> individual; ///< of an earlier generation
};

struct EvolutionCallbacks {
  /// At the end of each generation; an error (a full disk) ends the run.
  std::function<Result<void>(const GenerationResult&)> generation;
  /// Before a run ends by itself: trials after its last generation, and what follows from them. The rest of the result is empty.
  std::function<Result<void>(const GenerationResult&)> lastTrials;
  /// An evaluation has ended (not in id order, ids not yet assigned), for live display and so that a killed run loses little.
  std::function<void(const Individual&)> evaluated;
  std::function<void(const EvolutionProgress&)> progress;
  /// True while the run is paused: no new job is begun.
  std::function<bool()> paused;
};

class Evolution {
public:
  /// `seeds`: variants of the same base that the initial population begins with, as many as it has slots for.
  Evolution(RunSettings settings, JobPool& pool, Individual original, EvolutionCallbacks callbacks, std::vector<EditList> seeds = {},
            std::optional<EvolutionParameters> parameters = std::nullopt, std::optional<EvolutionTrials> trials = std::nullopt);

  /// Blocks until a stop condition of the settings holds (the time limit after one generation at the earliest), `stop` is requested (the
  /// unfinished generation is dropped) or the callbacks fail. `from` resumes. An error also where the settings ask for a test a generation
  /// on a device whose timings vary.
  Result<StopReason> run(std::stop_token stop, const Checkpoint* from = nullptr);

private:
  struct Session;
  std::vector<SlotChain> chainsOf(Session& session);
  std::vector<SlotChain> tuningChains(Session& session, const std::shared_ptr<const Individual>& start,
                                      const std::vector<Configuration>& configurations) const;
  std::vector<Configuration> nextTuning(const Session& session) const;
  void chooseStage(Session& session) const;
  std::shared_ptr<const Individual> tuningStart(const Session& session) const;
  Result<bool> runGeneration(Session& session, std::stop_token stop);
  void report(Session& session, const GenerationRun& generation, bool remeasuring = false) const;
  void resume(Session& session, const Checkpoint& from) const;
  std::vector<std::shared_ptr<const Individual>> survivors(const Session& session, IslandCandidates& islands) const;
  Result<std::optional<GenerationResult>> conclude(Session& session, std::vector<SlotChain>& chains, const GenerationRun& generation,
                                                   const std::stop_token& stop) const;
  void keepEvaluation(Session& session, GenerationResult& result, const Individual& individual) const;
  Result<bool> remeasureFront(Session& session, GenerationResult& result, Remeasurement& remeasurement) const;
  Result<bool> tryInputs(Session& session, GenerationResult& result, std::vector<std::shared_ptr<const Individual>>& candidates,
                         const std::function<void()>& tick, const std::stop_token& stop) const;
  void leaveOutRejected(Session& session) const;
  Result<bool> tryTheBest(Session& session, const std::stop_token& stop) const;
  void keepTrials(Session& session, GenerationResult& result, const TrialRun& trials) const;
  double bestRuntime(const Session& session) const;
  double secondsLeft(const Session& session) const;
  double stageSecondsLeft(const Session& session) const;
  std::optional<StopReason> reasonToStop(const Session& session, const std::stop_token& stop) const;

  RunSettings settings_;
  JobPool& pool_;
  Individual original_;
  EvolutionCallbacks callbacks_;
  std::vector<EditList> seeds_;
  std::optional<EvolutionParameters> parameters_;
  std::optional<EvolutionTrials> trials_;
};

} // namespace gevo
