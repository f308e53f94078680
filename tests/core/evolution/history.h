#pragma once

/// Whole runs over the fake worker, and everything of them that has to be reproducible as text.

#include "core/edit/edit_text.h"
#include "core/evolution/evolution.h"
#include "core/protocol/load.h"
#include "core/worker_pool/worker_pool.h"

#include <QtGlobal>
#include <fmt/ranges.h>
#include <map>

namespace gevo {

struct History {
  std::vector<GenerationResult> generations;
  GenerationResult last;        ///< trials after the last generation
  std::vector<Individual> live; ///< in order of arrival
  StopReason reason = StopReason::Failed;
};

inline RunSettings smallRun(std::uint32_t generations) {
  RunSettings settings;
  settings.search.seed = 7;
  settings.search.population = 24;
  settings.search.generations = generations;
  return settings;
}

/// `device`: as tests/core/worker_pool/fake_worker.cpp describes it.
inline std::unique_ptr<WorkerPool> startPool(unsigned workers, const std::string& device = {}) {
  WorkerPoolSettings settings;
  settings.program = GEVO_FAKE_WORKER;
  settings.workers = workers;
  LoadRequest load;
  load.project.name = device;
  auto pool = WorkerPool::start(settings, wire::encode(load));
  if (!pool) qFatal("%s", pool.error().message.c_str());
  return std::move(*pool);
}

inline Individual originalOf(WorkerPool& pool) {
  Individual original;
  original.result = pool.loaded()->original;
  return original;
}

inline Individual fakeOriginal() { return originalOf(*startPool(1)); }

struct Circumstances {
  unsigned workers = 1;
  std::string device = {};
  std::vector<EditList> seeds = {};
  const Checkpoint* from = nullptr;
  std::function<void(WorkerPool&, const History&)> watch = {}; ///< called after each evaluation
  FuzzWork work = {};                                          ///< with inputs: variants that lead are tried on them
  const History* before = nullptr;                             ///< that `from` was made of
};

/// Runs to the end.
inline History evolve(const RunSettings& settings, const Circumstances& given) {
  const auto pool = startPool(given.workers, given.device);
  History history;
  EvolutionCallbacks callbacks;
  callbacks.generation = [&](const GenerationResult& result) -> Result<void> {
    history.generations.push_back(result);
    return {};
  };
  callbacks.lastTrials = [&](const GenerationResult& result) -> Result<void> {
    history.last = result;
    return {};
  };
  callbacks.evaluated = [&](const Individual& individual) {
    history.live.push_back(individual);
    if (given.watch) given.watch(*pool, history);
  };
  std::optional<EvolutionTrials> trials;
  const auto find = [&](std::int64_t id) -> Result<Individual> {
    for (const History* known : {given.before, &std::as_const(history)})
      for (const GenerationResult& generation : known != nullptr ? known->generations : std::vector<GenerationResult>())
        for (const Individual& individual : generation.evaluations)
          if (individual.id == id) return individual;
    return fail("there is no individual {}", id);
  };
  if (!given.work.inputs.empty()) trials.emplace(EvolutionTrials{given.work, find});
  Evolution evolution(settings, *pool, originalOf(*pool), callbacks, given.seeds, std::nullopt, std::move(trials));
  const auto reason = evolution.run({}, given.from);
  if (!reason) qFatal("%s", reason.error().message.c_str());
  history.reason = *reason;
  return history;
}

inline std::string dump(const Individual& individual) {
  std::string active;
  for (const bool flag : individual.active) active += flag ? '1' : '0';
  const EvaluationResult& outcome = individual.result;
  return fmt::format("{} g{} s{}.{} {} <- {} {} | {} {} {} {} {} {} {} | {} {}", individual.id, individual.generation, individual.slot,
                     individual.step, originName(individual.origin), individual.parent, individual.parent2, stageName(outcome.stage),
                     reasonName(outcome.reason), outcome.message, outcome.fitness.runtime, outcome.fitness.error, toHex(outcome.code),
                     outcome.reused, active, printEdits(individual.edits));
}

inline std::string dump(const History& history) {
  std::string text;
  const auto add = [&](const GenerationResult& generation) {
    text += fmt::format("generation {}\n", generation.generation);
    for (const Individual& individual : generation.evaluations) text += dump(individual) + '\n';
    for (std::size_t i = 0; i < generation.population.size(); ++i)
      text += fmt::format("{}:{}@{} ", generation.population[i], generation.rank[i], generation.island[i]);
    for (const FitnessUpdate& fitnessUpdate : generation.fitnessUpdates)
      text += fmt::format("{}={},{} ", fitnessUpdate.id, fitnessUpdate.fitness.runtime, fitnessUpdate.fitness.error);
    for (const Trial& trial : generation.trials)
      text += fmt::format("trial {}@{} {} {} ", trial.variant, trial.input, reasonName(trial.reason), trial.error);
    for (const Rejection& rejection : generation.rejections) text += fmt::format("reject {} {} ", rejection.id, rejection.message);
    for (const Counterexample& one : generation.counterexamples) text += fmt::format("learn {} by {} ", one.input, one.variant);
    for (const FailureCause& cause : generation.causes)
      text += fmt::format("cause {}@{} {} {} {} {} ", cause.variant, cause.input, fmt::join(cause.edits, ","), cause.needed,
                          cause.passing ? int(*cause.passing) : -1, cause.trials);
    text += fmt::format("{} {} {}\n{}\n", generation.lengths.mean, generation.lengths.median, generation.lengths.largest,
                        printAcceptance(generation.acceptance));
  };
  for (const GenerationResult& generation : history.generations) add(generation);
  const GenerationResult& last = history.last;
  if (!last.trials.empty() || !last.causes.empty() || !last.rejections.empty()) add(last);
  return text;
}

/// Every individual of the first `generations`, with the fitness that the last of these gave it.
inline std::map<std::int64_t, Individual> byId(const History& history, std::size_t generations = SIZE_MAX) {
  std::map<std::int64_t, Individual> all;
  const auto take = [&](const GenerationResult& generation) {
    for (const Individual& individual : generation.evaluations) all[individual.id] = individual;
    for (const FitnessUpdate& fitnessUpdate : generation.fitnessUpdates) all[fitnessUpdate.id].result.fitness = fitnessUpdate.fitness;
    for (const Rejection& rejection : generation.rejections) {
      EvaluationResult& result = all[rejection.id].result;
      result.stage = Stage::Tests;
      result.reason = rejection.reason;
      result.message = rejection.message;
    }
  };
  for (std::size_t g = 0; g < std::min(generations, history.generations.size()); ++g) take(history.generations[g]);
  if (generations > history.generations.size()) take(history.last);
  return all;
}

/// What a store would know after `generations` complete generations; `withLast`: after all, and the trials that followed.
inline Checkpoint checkpointAfter(const History& history, std::size_t generations, const Individual& original, bool withLast = false) {
  Checkpoint checkpoint;
  auto all = withLast ? byId(history) : byId(history, generations);
  all[0] = original;
  for (const auto& [id, individual] : all) {
    const EvaluationResult& outcome = individual.result;
    checkpoint.nextId = id + 1;
    checkpoint.evaluations.add(individual);
    if (!outcome.code.isNull()) checkpoint.codes.push_back(outcome.code);
    if (outcome.valid())
      checkpoint.found.push_back({id, individual.generation, outcome.code, outcome.fitness, outcome.stage == Stage::Done});
    if (individual.origin == Origin::Verified) checkpoint.verified.push_back({outcome.code, outcome.valid()});
  }
  const auto take = [&](const GenerationResult& result) {
    checkpoint.generation = result.generation;
    for (const Trial& trial : result.trials)
      checkpoint.trials.push_back({result.generation, all.at(trial.variant).result.code, {}, trial, all.at(trial.variant).result.message});
    checkpoint.counterexamples.insert(checkpoint.counterexamples.end(), result.counterexamples.begin(), result.counterexamples.end());
    for (const Rejection& rejection : result.rejections) {
      const EvaluationResult& rejected = all.at(rejection.id).result;
      checkpoint.rejections.push_back({rejected.code, {rejection.id, rejected.reason, rejected.message}});
    }
    for (const FailureCause& cause : result.causes) {
      std::erase_if(checkpoint.causes,
                    [&](const KnownCause& known) { return known.cause.variant == cause.variant && known.cause.input == cause.input; });
      checkpoint.causes.push_back({cause, all.at(cause.variant)});
    }
    checkpoint.measurements.insert(checkpoint.measurements.end(), result.measurements.begin(), result.measurements.end());
  };
  for (std::size_t g = 0; g < generations; ++g) take(history.generations[g]);
  if (withLast) take(history.last);
  std::ranges::sort(checkpoint.causes, {}, [](const KnownCause& one) { return std::pair(one.cause.variant, one.cause.input); });
  if (generations > 0) {
    for (const std::int64_t id : history.generations[generations - 1].population) checkpoint.population.push_back(all.at(id));
    checkpoint.island = history.generations[generations - 1].island;
  }
  return checkpoint;
}

} // namespace gevo
