#include "core/evolution/evolution.h"

#include "core/base/cpu_time.h"
#include "core/base/elapsed.h"
#include "core/evolution/front_watch.h"
#include "core/evolution/generation_run.h"
#include "core/evolution/population.h"
#include "core/evolution/remeasurement.h"
#include "core/search/crossover.h"
#include "core/search/selection.h"
#include "core/values/device_report.h"
#include "core/values/original_report.h"

#include <limits>

namespace gevo {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds progressInterval{200};

using Tests = std::vector<std::uint32_t>;

/// The test that this generation selects by, if the settings ask for one and there are several; empty: all.
Tests drawTests(const SearchSettings& settings, std::uint32_t generation, std::uint32_t count) {
  if (!settings.randomTest || count < 2) return {};
  RandomStream stream({settings.seed, generation, 0, 0, Purpose::TestChoice});
  return {std::uint32_t(stream.below(count))};
}

/// Generation 0: the seeds, and in the slots after them mutants of the original.
std::vector<SlotChain> initialChains(const SearchSettings& settings, const Member& original, const Tests& tests,
                                     const std::vector<EditList>& seeds) {
  std::vector<SlotChain> chains;
  for (std::uint32_t slot = 0; slot < settings.population; ++slot) {
    EditList seed = slot < seeds.size() ? seeds[slot] : EditList();
    chains.emplace_back(settings, ChainStart{0, slot, original, nullptr, settings.initialMutations, tests, std::move(seed)});
  }
  return chains;
}

/// Parents with fewer than two edits between them have nothing to recombine.
bool canCross(const Individual& a, const Individual& b, const SearchSettings& settings) {
  const EditList first = inheritedEdits(a, settings);
  return first.size() >= 2 || unionOfEdits(first, inheritedEdits(b, settings)).size() >= 2;
}

/// Each pair of slots draws its parents and whether they cross; each slot whether it mutates.
std::vector<SlotChain> nextChains(const SearchSettings& settings, std::uint32_t generation, const Population& population,
                                  const Tests& tests) {
  std::vector<SlotChain> chains;
  for (std::uint32_t slot = 0; slot < settings.population; slot += 2) {
    RandomStream selection({settings.seed, generation, slot / 2, 0, Purpose::Selection});
    const auto draw = [&] { return population.members[tournament(population.ranking, population.sizes, settings.tournament, selection)]; };
    const Member parents[2] = {draw(), draw()};
    const bool crosses = selection.chance(settings.crossoverRate) && canCross(*parents[0], *parents[1], settings);
    for (std::uint32_t side = 0; side < 2 && slot + side < settings.population; ++side) {
      RandomStream chance({settings.seed, generation, slot + side, 0, Purpose::MutationChance});
      const std::uint32_t mutations = chance.chance(settings.mutationRate) ? 1 : 0;
      chains.emplace_back(settings,
                          ChainStart{generation, slot + side, parents[side], crosses ? parents[1 - side] : nullptr, mutations, tests, {}});
    }
  }
  return chains;
}

} // namespace

/// What changes from generation to generation.
struct Evolution::Session {
  Session(Objectives compared, const Fitness& original) : objectives(std::move(compared)), front(objectives, original) {
    objectives.learn(original);
  }

  Objectives objectives;

  std::uint32_t generation = 0; ///< the one to run next
  std::int64_t nextId = 1;
  Population population; ///< of the generation before
  KnownCodes codes;
  EarlierEvaluations earlier;
  Tests tests; ///< of the generation that runs
  std::uint32_t testCount = 1;
  bool deterministic = true; ///< timings of the device
  double toBeat = 0;         ///< microseconds of the original, as the faster of the compilers makes it
  FrontWatch front;          ///< of variants that passed all tests
  Verified verified;
  Timings timings;
  std::vector<Member> contenders; ///< the best so far, as many as a population, whether or not they go on; where timings vary
  std::unordered_map<Hash128, std::vector<std::int64_t>, Hash128Hasher> idsOfCode; ///< of valid individuals; used only where timings vary
  Clock::time_point begin = Clock::now();
  Clock::time_point reported{};
  double pausedSeconds = 0;      ///< seconds of complete generations spent paused
  std::uint32_t complete = 0;    ///< generations of this call
  std::uint64_t evaluations = 0; ///< of complete generations
  std::uint64_t valid = 0;
  Acceptance acceptance;
  StageCosts stages;
  double searchSeconds = 0;
};

Evolution::Evolution(RunSettings settings, WorkerPool& pool, Individual original, EvolutionCallbacks callbacks, std::vector<EditList> seeds)
    : settings_(std::move(settings)), pool_(pool), original_(std::move(original)), callbacks_(std::move(callbacks)),
      seeds_(std::move(seeds)) {}

Result<StopReason> Evolution::run(std::stop_token stop, const Checkpoint* from) {
  GEVO_TRY_ASSIGN(const OriginalReport device, pool_.loaded());
  if (settings_.search.randomTest && !device.deterministic)
    return fail("a test for each generation needs a device whose timings do not vary, and those of the {} do; use all tests",
                device.device);
  Session session(Objectives(comparedObjectives(settings_.evaluation)), original_.result.fitness);
  session.testCount = device.tests;
  session.deterministic = device.deterministic;
  session.toBeat = original_.result.fitness.runtime;
  if (const OtherOriginal& nvcc = device.report.nvcc; nvcc.runs())
    session.toBeat *= std::min(1.0, nvcc.result.fitness.runtime / device.original.fitness.runtime);
  session.codes.insert(original_.result.code);
  if (from != nullptr) resume(session, *from);
  while (true) {
    if (const auto reason = reasonToStop(session, stop)) return *reason;
    GEVO_TRY_ASSIGN(const bool complete, runGeneration(session, stop));
    if (!complete) return StopReason::Cancelled;
  }
}

void Evolution::resume(Session& session, const Checkpoint& from) const {
  std::vector<Member> members;
  for (const Individual& individual : from.population) members.push_back(std::make_shared<const Individual>(individual));
  session.generation = members.empty() ? 0 : from.generation + 1;
  session.nextId = from.nextId;
  session.contenders = members;
  for (const Measurement& measurement : from.measurements) session.timings.add(measurement.code, measurement.fitness);
  for (const KnownEnergy& known : from.energies) {
    if (!session.timings.knows(known.code)) continue; // the original
    session.timings.addEnergy(known.code, known.energy, known.pairs);
    session.objectives.learn(session.timings.fitness(known.code));
  }
  session.population = rankPopulation(std::move(members), session.objectives);
  session.codes.insert(from.codes.begin(), from.codes.end());
  for (const Individual& individual : from.unfinished) {
    if (individual.generation == session.generation) session.earlier[{individual.slot, individual.step}] = individual;
  }
  for (const FoundVariant& variant : from.found) {
    if (variant.id == 0) continue;
    if (variant.passedAll) session.front.add(variant.generation, variant.fitness);
    if (!session.deterministic) session.idsOfCode[variant.code].push_back(variant.id);
  }
  for (const VerifiedCode& code : from.verified) session.verified[code.code] = code.valid;
}

std::optional<StopReason> Evolution::reasonToStop(const Session& session, const std::stop_token& stop) const {
  const SearchSettings& search = settings_.search;
  if (stop.stop_requested()) return StopReason::Cancelled;
  // Generation 0 is the initial population and not counted.
  if (search.generations > 0 && session.generation > search.generations) return StopReason::Generations;
  if (search.evaluations > 0 && session.nextId > 0 && std::uint64_t(session.nextId - 1) >= search.evaluations)
    return StopReason::Evaluations;
  if (search.target > 0 && session.generation > 0 && session.toBeat / bestRuntime(session) >= search.target) return StopReason::Target;
  if (search.stagnation > 0 && session.generation > 0 && session.generation - 1 - session.front.lastImproved() >= search.stagnation)
    return StopReason::Stagnation;
  if (session.complete > 0 && secondsLeft(session) <= 0) return StopReason::Time;
  return std::nullopt;
}

/// Of the variants that passed all tests. Where timings vary, only members of the population were measured often enough.
double Evolution::bestRuntime(const Session& session) const {
  if (session.deterministic) return session.front.bestRuntime();
  double best = original_.result.fitness.runtime;
  for (const Member& member : session.population.members) best = std::min(best, member->result.fitness.runtime);
  return best;
}

/// Of the time limit.
double Evolution::secondsLeft(const Session& session) const {
  if (settings_.search.seconds <= 0) return std::numeric_limits<double>::infinity();
  return settings_.search.seconds - (secondsSince(session.begin) - session.pausedSeconds);
}

/// False when it was stopped in the middle and has to be dropped.
Result<bool> Evolution::runGeneration(Session& session, std::stop_token stop) {
  const Clock::time_point begin = Clock::now();
  const SearchSettings& search = settings_.search;
  const auto original = std::make_shared<const Individual>(original_);
  session.tests = drawTests(search, session.generation, session.testCount);
  std::vector<SlotChain> chains;
  {
    const CpuClock clock(session.searchSeconds);
    chains = session.generation == 0 ? initialChains(search, original, session.tests, seeds_)
                                     : nextChains(search, session.generation, session.population, session.tests);
  }

  GenerationRun generation(pool_, original_.result.fitness, chains, std::exchange(session.earlier, {}), callbacks_,
                           [&](const GenerationRun& running) {
                             if (Clock::now() - session.reported >= progressInterval) report(session, running);
                           });
  const Result<bool> counts = generation.run(stop, secondsLeft(session));
  report(session, generation); // with all evaluations
  if (!counts || !*counts) return counts;

  GEVO_TRY_ASSIGN(std::optional<GenerationResult> concluded, conclude(session, chains, generation, stop));
  if (!concluded) return false;
  GenerationResult& result = *concluded;
  session.evaluations += generation.evaluations();
  session.valid += generation.valid();
  session.pausedSeconds += generation.pausedSeconds();
  session.acceptance += result.acceptance;
  session.stages += generation.stages();
  result.seconds = secondsSince(begin) - generation.pausedSeconds();
  if (callbacks_.generation) {
    GEVO_TRY(callbacks_.generation(result));
  }
  return true;
}

void Evolution::report(Session& session, const GenerationRun& generation, bool remeasuring) const {
  session.reported = Clock::now();
  if (!callbacks_.progress) return;
  const double seconds = secondsSince(session.begin) - session.pausedSeconds - generation.pausedSeconds();
  Acceptance acceptance = session.acceptance;
  acceptance += generation.acceptance();
  EvolutionProgress progress;
  progress.generation = session.generation;
  progress.slotsDone = generation.ended();
  progress.slotCount = settings_.search.population;
  progress.remeasuring = remeasuring;
  progress.evaluations = session.evaluations + generation.evaluations();
  progress.valid = session.valid + generation.valid();
  progress.seconds = seconds;
  progress.workersAlive = pool_.alive();
  progress.workersRestarted = pool_.restarted();
  progress.acceptance = acceptance;
  progress.stages = session.stages;
  progress.stages += generation.stages();
  progress.searchSeconds = session.searchSeconds;
  callbacks_.progress(progress);
}

/// Ids in order of slot and step, what selection needs to know of its candidates, then selection (Algorithm 1, lines 16 and 17).
/// std::nullopt when `stop` was requested before the end.
Result<std::optional<GenerationResult>> Evolution::conclude(Session& session, std::vector<SlotChain>& chains,
                                                            const GenerationRun& generation, const std::stop_token& stop) const {
  std::optional<CpuClock> clock(std::in_place, session.searchSeconds);
  GenerationResult result;
  result.generation = session.generation;
  std::vector<Member> candidates;
  if (session.generation > 0) candidates = elitesOf(session.population, settings_.search);
  for (SlotChain& chain : chains) {
    const std::vector<Member> evaluations = chain.finish(session.nextId, session.codes);
    for (std::size_t i = 0; i < evaluations.size(); ++i) {
      keepEvaluation(session, result, *evaluations[i]);
      if (session.deterministic || !evaluations[i]->result.valid()) continue;
      // The steps on the way to an offspring were timed too and may be better than it, so they are candidates; remeasuring finds out.
      candidates.push_back(evaluations[i]);
      if (chain.measured()[i])
        result.measurements.push_back(
            {evaluations[i]->result.code, evaluations[i]->result.fitness, {}}); // its metrics are in the evaluation
    }
    candidates.push_back(chain.offspring());
  }
  if (!session.deterministic || !session.tests.empty()) report(session, generation, true);
  const auto tick = [&] {
    if (Clock::now() - session.reported >= progressInterval) report(session, generation, true);
  };
  Remeasurement remeasurement(pool_, original_.result.fitness, session.objectives, session.generation, std::move(candidates), tick, stop);
  clock.reset(); // remeasuring is not counted as search
  GEVO_TRY_ASSIGN(const bool remeasured, remeasureFront(session, result, remeasurement));
  if (!remeasured) return std::nullopt;

  clock.emplace(session.searchSeconds);
  session.population = selectPopulation(remeasurement.candidates(), settings_.search.population, session.objectives);
  // Of all candidates none may have passed the new test.
  if (session.population.members.empty())
    session.population = rankPopulation({std::make_shared<const Individual>(original_)}, session.objectives);
  for (const Member& member : session.population.members) result.population.push_back(member->id);
  result.rank = session.population.ranking.rank;
  result.lengths = editLengths(session.population);
  ++session.generation;
  ++session.complete;
  return result;
}

/// To be called in the order of ids.
void Evolution::keepEvaluation(Session& session, GenerationResult& result, const Individual& individual) const {
  const EvaluationResult& evaluation = individual.result;
  if (evaluation.valid() && evaluation.stage == Stage::Done) session.front.add(session.generation, evaluation.fitness);
  if (evaluation.valid() && !session.deterministic) session.idsOfCode[evaluation.code].push_back(individual.id);
  result.acceptance.add(individual);
  result.evaluations.push_back(individual);
  ++session.nextId;
}

/// False when it was stopped.
Result<bool> Evolution::remeasureFront(Session& session, GenerationResult& result, Remeasurement& remeasurement) const {
  std::map<std::int64_t, Fitness> fitnessUpdates;
  if (!session.deterministic) {
    for (const Measurement& measurement : result.measurements) session.timings.add(measurement.code, measurement.fitness);
    const Result<bool> done = remeasurement.remeasure(session.timings, session.contenders);
    if (!done || !*done) return done;
    session.contenders = selectPopulation(remeasurement.all(), settings_.search.population, session.objectives).members;
    const std::vector<Measurement>& repeated = remeasurement.measurements();
    result.measurements.insert(result.measurements.end(), repeated.begin(), repeated.end());
    for (const Measurement& measurement : result.measurements) {
      const Fitness fitness = session.timings.fitness(measurement.code);
      for (const std::int64_t id : session.idsOfCode[measurement.code]) fitnessUpdates[id] = fitness;
    }
  }
  if (!session.tests.empty()) {
    Result<bool> done = remeasurement.retest(session.tests);
    if (done && *done) done = remeasurement.verify(session.verified);
    if (!done || !*done) return done;
    std::uint32_t slot = settings_.search.population;
    for (Individual& individual : remeasurement.verifications()) {
      individual.id = session.nextId;
      individual.slot = slot++;
      keepEvaluation(session, result, individual);
    }
  }
  fitnessUpdates.insert(remeasurement.fitnessUpdates().begin(), remeasurement.fitnessUpdates().end());
  for (const auto& [id, fitness] : fitnessUpdates) {
    result.fitnessUpdates.push_back({id, fitness});
    // Now that its energy is known, it may be on the front.
    if (session.objectives.haveEnergy() && fitness.hasEnergy()) session.front.add(session.generation, fitness);
  }
  return true;
}

} // namespace gevo
