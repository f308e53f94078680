#include "core/evolution/evolution.h"

#include "core/base/cpu_time.h"
#include "core/base/elapsed.h"
#include "core/evolution/evolution_session.h"
#include "core/evolution/generation_chains.h"
#include "core/evolution/generation_run.h"
#include "core/evolution/remeasurement.h"
#include "core/evolution/trial_run.h"
#include "core/values/device_report.h"
#include "core/values/original_report.h"

#include <limits>

namespace gevo {

namespace {

using Clock = std::chrono::steady_clock;

/// Configurations that are evaluated before the next ones are chosen by their results.
constexpr std::size_t tuningBatch = 6;
constexpr std::uint32_t usualTunings = 64;
/// Batches without a better configuration after which tuning ends.
constexpr std::uint32_t tuningPatience = 3;
/// Of the time limit: tuning ends there at the latest, and evolution leaves the rest to the last tuning.
constexpr double firstTuningShare = 0.4;
constexpr double lastTuningShare = 0.1;

/// The test that this generation selects by, if the settings ask for one and there are several; empty: all.
std::vector<std::uint32_t> drawTests(const SearchSettings& settings, std::uint32_t generation, std::uint32_t count) {
  if (!settings.randomTest || count < 2) return {};
  RandomStream stream({settings.seed, generation, 0, 0, Purpose::TestChoice});
  return {std::uint32_t(stream.below(count))};
}

} // namespace

Evolution::Evolution(RunSettings settings, JobPool& pool, Individual original, EvolutionCallbacks callbacks, std::vector<EditList> seeds,
                     std::optional<EvolutionParameters> parameters, std::optional<EvolutionTrials> trials)
    : settings_(std::move(settings)), pool_(pool), original_(std::move(original)), callbacks_(std::move(callbacks)),
      seeds_(std::move(seeds)), parameters_(std::move(parameters)), trials_(std::move(trials)) {
  const bool searches = settings_.search.parameters != ParameterMode::Fixed;
  if (parameters_ && (!searches || parameters_->moves.empty())) parameters_.reset();
}

Result<StopReason> Evolution::run(std::stop_token stop, const Checkpoint* from) {
  GEVO_TRY_ASSIGN(const OriginalReport device, pool_.loaded());
  if (settings_.search.randomTest && !device.deterministic)
    return fail("a test for each generation needs a device whose timings do not vary, and those of the {} do; use all tests",
                device.device);
  Session session(settings_.evaluation, original_.result.fitness, trials_ ? trials_->work : FuzzWork());
  session.testCount = device.tests;
  session.deterministic = device.deterministic;
  session.toBeat = original_.result.fitness.runtime;
  if (const OtherOriginal& nvcc = device.report.nvcc; nvcc.runs())
    session.toBeat *= std::min(1.0, nvcc.result.fitness.runtime / device.original.fitness.runtime);
  session.codes.insert(original_.result.code);
  if (parameters_) session.stage = SearchStage::Tune;
  session.tuned.push_back(original_);
  session.renewTuning();
  if (from != nullptr) resume(session, *from);
  while (true) {
    chooseStage(session);
    if (const auto reason = reasonToStop(session, stop)) {
      if (*reason == StopReason::Cancelled) return *reason;
      GEVO_TRY_ASSIGN(const bool tried, tryTheBest(session, stop));
      if (!tried) return StopReason::Cancelled;
      // Who reached the target, or was tuned, may have failed.
      if (reasonToStop(session, stop) == reason) return *reason;
      continue;
    }
    GEVO_TRY_ASSIGN(const bool complete, runGeneration(session, stop));
    if (!complete) return StopReason::Cancelled;
  }
}

void Evolution::resume(Session& session, const Checkpoint& from) const {
  std::vector<std::vector<Member>> members(1);
  for (std::size_t i = 0; i < from.population.size(); ++i) {
    // A file from elsewhere may hold anything.
    const std::size_t island = i < from.island.size() ? from.island[i] % settings_.search.islands : 0;
    if (island >= members.size()) members.resize(island + 1);
    members[island].push_back(std::make_shared<const Individual>(from.population[i]));
  }
  session.generation = from.population.empty() ? 0 : from.generation + 1;
  session.nextId = from.nextId;
  for (const Measurement& measurement : from.measurements) session.timings.add(measurement.code, measurement.fitness);
  for (const KnownEnergy& known : from.energies) {
    if (!session.timings.knows(known.code)) continue; // the original
    session.timings.addEnergy(known.code, known.energy, known.pairs);
    session.objectives.learn(session.timings.fitness(known.code));
  }
  session.islands.clear();
  for (std::vector<Member>& own : members) session.islands.push_back(rankPopulation(std::move(own), session.objectives));
  session.tuned.insert(session.tuned.end(), from.tuned.begin(), from.tuned.end());
  session.renewTuning();
  for (const SearchStage stage : from.stages) {
    session.evolved += stage == SearchStage::Evolve ? 1 : 0;
    session.stage = stage;
  }
  if (from.stages.empty()) session.evolved = session.generation; // nothing was tuned
  session.tuningSince = std::uint32_t(from.stages.size());
  while (session.stage == SearchStage::TuneAgain && session.tuningSince > 0 &&
         from.stages[session.tuningSince - 1] == SearchStage::TuneAgain)
    --session.tuningSince;
  const std::uint32_t asked = settings_.search.generations;
  if (session.stage == SearchStage::TuneAgain && (asked == 0 || session.evolved <= asked)) session.stage = SearchStage::Evolve;
  if (session.stage == SearchStage::TuneAgain) {
    session.ending = StopReason::Generations;
    for (const Individual& individual : from.tuned) session.tunedAgain += individual.generation >= session.tuningSince ? 1 : 0;
  }
  session.codes.insert(from.codes.begin(), from.codes.end());
  for (const Individual& individual : from.unfinished) {
    if (individual.generation == session.generation) session.earlier[{individual.slot, individual.step}] = individual;
  }
  for (const FoundVariant& variant : from.found) {
    if (variant.id == 0) continue;
    if (variant.passedAll) session.front.add(variant.generation, variant.fitness);
    if (variant.passedAll && trials_) session.found.add(variant);
    if (!session.deterministic) session.idsOfCode[variant.code].push_back(variant.id);
  }
  for (const VerifiedCode& code : from.verified) session.verified[code.code] = code.valid;
  session.counterexamples.resume(from);
  leaveOutRejected(session);
  session.contenders = membersOf(session.islands);
  for (const KnownTrial& known : from.trials) session.timings.raiseError(known.code, known.trial.error);
}

std::optional<StopReason> Evolution::reasonToStop(const Session& session, const std::stop_token& stop) const {
  const SearchSettings& search = settings_.search;
  if (stop.stop_requested()) return StopReason::Cancelled;
  const bool tunes = session.stage != SearchStage::Evolve;
  if (tunes && nextTuning(session).empty()) return session.ending.value_or(StopReason::Tuned);
  // The initial population is not counted.
  if (!tunes && search.generations > 0 && session.evolved > search.generations) return StopReason::Generations;
  if (search.evaluations > 0 && session.nextId > 0 && std::uint64_t(session.nextId - 1) >= search.evaluations)
    return StopReason::Evaluations;
  if (search.target > 0 && session.generation > 0 && session.toBeat / bestRuntime(session) >= search.target) return StopReason::Target;
  if (!tunes && search.stagnation > 0 && session.evolved > search.stagnation &&
      session.generation - 1 - session.front.lastImproved() >= search.stagnation)
    return StopReason::Stagnation;
  if (session.complete > 0 && secondsLeft(session) <= 0) return StopReason::Time;
  return std::nullopt;
}

/// Of the variants that passed all tests. Where timings vary, only members of the population were measured often enough.
double Evolution::bestRuntime(const Session& session) const {
  if (session.deterministic) return session.front.bestRuntime();
  double best = original_.result.fitness.runtime;
  for (const Member& member : membersOf(session.islands)) best = std::min(best, member->result.fitness.runtime);
  return best;
}

/// Of the time limit.
double Evolution::secondsLeft(const Session& session) const {
  if (settings_.search.seconds <= 0) return std::numeric_limits<double>::infinity();
  return settings_.search.seconds - (secondsSince(session.begin) - session.pausedSeconds);
}

/// Of the time for the stage of the next generation.
double Evolution::stageSecondsLeft(const Session& session) const {
  const double left = secondsLeft(session);
  if (!parameters_ || settings_.search.parameters != ParameterMode::Evolve) return left;
  if (session.stage == SearchStage::Tune) return left - settings_.search.seconds * (1 - firstTuningShare);
  if (session.stage == SearchStage::Evolve) return left - settings_.search.seconds * lastTuningShare;
  return left;
}

/// What the best of the stage is tuned from: the original, or the fastest variant so far.
Member Evolution::tuningStart(const Session& session) const {
  const std::vector<Member> members = membersOf(session.islands);
  if (session.stage == SearchStage::Tune || members.empty()) return std::make_shared<const Individual>(original_);
  return *std::ranges::min_element(members, {}, [](const Member& member) { return member->result.fitness.runtime; });
}

/// None when the stage is over.
std::vector<Configuration> Evolution::nextTuning(const Session& session) const {
  const Member start = tuningStart(session);
  std::vector<TriedConfiguration> known = session.tuning.of(start->edits);
  const bool isFirst = session.stage == SearchStage::Tune;
  const std::size_t limit = settings_.search.tunings > 0 ? settings_.search.tunings : usualTunings;
  const std::size_t most = isFirst ? limit : limit / 2;
  const std::size_t done = isFirst ? known.size() - 1 : session.tunedAgain; // the original is known without a try
  if (done >= most) return {};
  const std::uint32_t begin = isFirst ? 0 : session.tuningSince;
  const std::uint32_t idle = std::min(session.tuning.idleGenerations(start->edits, session.generation), session.generation - begin);
  if (idle > tuningPatience) return {};
  if (!isFirst) {
    const Configuration own = configurationOf(start->edits);
    const bool isKnown = std::ranges::any_of(known, [&](const TriedConfiguration& one) { return one.configuration == own; });
    if (!isKnown) known.insert(known.begin(), {own, true, start->result.fitness.runtime});
  }
  RandomStream stream({settings_.search.seed, session.generation, 0, 0, Purpose::Tuning});
  return nextConfigurations(parameters_->moves, known, std::min(tuningBatch, most - done), stream);
}

/// Tune, evolve, tune again; each as long as it has something to do, and time.
void Evolution::chooseStage(Session& session) const {
  if (!parameters_ || settings_.search.parameters != ParameterMode::Evolve) return;
  const bool timeIsUp = session.complete > 0 && stageSecondsLeft(session) <= 0;
  if (session.stage == SearchStage::Tune && (timeIsUp || nextTuning(session).empty())) session.stage = SearchStage::Evolve;
  if (session.stage != SearchStage::Evolve || session.evolved == 0) return;
  std::optional<StopReason> reason = reasonToStop(session, {});
  if (!reason && stageSecondsLeft(session) <= 0) reason = StopReason::Time;
  // Who has reached the target or the evaluations asked for is done.
  if (reason != StopReason::Generations && reason != StopReason::Stagnation && reason != StopReason::Time) return;
  session.ending = reason;
  session.tuningSince = session.generation;
  session.tunedAgain = 0;
  session.stage = SearchStage::TuneAgain;
}

std::vector<SlotChain> Evolution::chainsOf(Session& session) {
  const SearchSettings& search = settings_.search;
  const ParameterMoves* const moves = parameters_ ? &parameters_->moves : nullptr;
  if (session.stage != SearchStage::Evolve) {
    const std::vector<Configuration> configurations = nextTuning(session);
    if (session.stage == SearchStage::TuneAgain) session.tunedAgain += configurations.size();
    return tuningChains(session, tuningStart(session), configurations);
  }
  if (session.evolved == 0)
    return initialChains(search, session.generation, std::make_shared<const Individual>(original_), session.islands.front(), session.tests,
                         seeds_, moves);
  if (session.islands.size() != search.islands) // they were tuned together
    session.islands = dealMembers(membersOf(session.islands), search.islands, session.objectives);
  std::vector<SlotChain> chains;
  for (std::uint32_t number = 0; number < search.islands; ++number)
    std::ranges::move(nextChains(search, session.generation, session.islands[number], number, session.tests, moves),
                      std::back_inserter(chains));
  return chains;
}

std::vector<SlotChain> Evolution::tuningChains(Session& session, const Member& start,
                                               const std::vector<Configuration>& configurations) const {
  std::vector<SlotChain> chains;
  for (std::uint32_t slot = 0; slot < configurations.size(); ++slot) {
    ChainStart one{session.generation, slot, start, nullptr, 0, session.tests};
    one.seed = withConfiguration(start->edits, configurations[slot]);
    one.seedOrigin = Origin::Tuned;
    chains.emplace_back(settings_.search, std::move(one));
  }
  return chains;
}

/// False when it was stopped in the middle and has to be dropped.
Result<bool> Evolution::runGeneration(Session& session, std::stop_token stop) {
  const Clock::time_point begin = Clock::now();
  const SearchSettings& search = settings_.search;
  session.tests = drawTests(search, session.generation, session.testCount);
  std::vector<SlotChain> chains;
  {
    const CpuClock clock(session.searchSeconds);
    chains = chainsOf(session);
  }

  GenerationRun generation(pool_, parameters_ ? &parameters_->source : nullptr, original_.result.fitness, chains,
                           std::exchange(session.earlier, {}), session.counterexamples.joined(), session.deterministic, callbacks_,
                           [&](const GenerationRun& running) {
                             if (Clock::now() - session.reported >= progressInterval) report(session, running);
                           });
  const Result<bool> counts = generation.run(stop, stageSecondsLeft(session));
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
  progress.slotCount = std::uint32_t(generation.slotCount());
  progress.stage = session.stage;
  progress.configurations = std::uint32_t(generation.configurations());
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
  session.progress = progress;
  callbacks_.progress(progress);
}

/// What is selected from beside the offspring.
std::vector<Member> Evolution::survivors(const Session& session, IslandCandidates& islands) const {
  if (session.generation == 0) return {};
  std::vector<Member> all;
  if (session.stage != SearchStage::Evolve || session.evolved == 0) { // those that were tuned are few
    all = membersOf(session.islands);
    islands.addToAll(all);
    return all;
  }
  for (std::size_t number = 0; number < session.islands.size(); ++number) {
    const std::vector<Member> elites = elitesOf(session.islands[number], settings_.search);
    islands.add(number, elites);
    all.insert(all.end(), elites.begin(), elites.end());
  }
  if (session.islands.size() > 1 && session.evolved % settings_.search.migration == 0) {
    const std::vector<Member> migrants = islands.migrate(session.islands);
    all.insert(all.end(), migrants.begin(), migrants.end());
  }
  return all;
}

/// Ids in order of slot and step, what selection needs to know of its candidates, then selection (Algorithm 1, lines 16 and 17).
/// std::nullopt when `stop` was requested before the end.
Result<std::optional<GenerationResult>> Evolution::conclude(Session& session, std::vector<SlotChain>& chains,
                                                            const GenerationRun& generation, const std::stop_token& stop) const {
  std::optional<CpuClock> clock(std::in_place, session.searchSeconds);
  GenerationResult result;
  result.generation = session.generation;
  result.stage = session.stage;
  const bool evolves = session.stage == SearchStage::Evolve;
  IslandCandidates islands(evolves ? settings_.search.islands : 1, settings_.search.population);
  std::vector<Member> candidates = survivors(session, islands);
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
    islands.add(islands.islandOf(chain.slot()), {chain.offspring()}); // which may be a parent that came from elsewhere
  }
  const bool remeasures = !session.deterministic || !session.tests.empty();
  if (remeasures) report(session, generation, true);
  const auto tick = [&] {
    if (Clock::now() - session.reported >= progressInterval) report(session, generation, remeasures);
  };
  Remeasurement remeasurement(pool_, original_.result.fitness, session.objectives, session.generation, std::move(candidates),
                              session.counterexamples.joined(), tick, stop);
  clock.reset(); // remeasuring is not counted as search
  GEVO_TRY_ASSIGN(const bool remeasured, remeasureFront(session, result, remeasurement));
  if (!remeasured) return std::nullopt;
  candidates = remeasurement.candidates();
  GEVO_TRY_ASSIGN(const bool tried, tryInputs(session, result, candidates, tick, stop));
  if (!tried) return std::nullopt;

  clock.emplace(session.searchSeconds);
  const std::uint32_t size = evolves ? settings_.search.population : settings_.search.slotCount();
  session.islands = islands.select(candidates, size, std::make_shared<const Individual>(original_), session.objectives);
  for (std::uint32_t number = 0; number < session.islands.size(); ++number) {
    const Population& island = session.islands[number];
    for (const Member& member : island.members) result.population.push_back(member->id);
    result.rank.insert(result.rank.end(), island.ranking.rank.begin(), island.ranking.rank.end());
    result.island.insert(result.island.end(), island.members.size(), number);
  }
  result.lengths = editLengths(session.islands);
  ++session.generation;
  ++session.complete;
  if (session.stage == SearchStage::Evolve) ++session.evolved;
  return result;
}

/// To be called in the order of ids.
void Evolution::keepEvaluation(Session& session, GenerationResult& result, const Individual& individual) const {
  const EvaluationResult& evaluation = individual.result;
  const bool passedAll = evaluation.valid() && evaluation.stage == Stage::Done;
  if (passedAll) session.front.add(session.generation, evaluation.fitness);
  if (passedAll && trials_) session.found.add({individual.id, session.generation, evaluation.code, evaluation.fitness});
  if (evaluation.valid() && !session.deterministic) session.idsOfCode[evaluation.code].push_back(individual.id);
  if (parameters_ && individual.origin == Origin::Tuned) {
    session.tuned.push_back(individual);
    session.tuning.add(individual);
  }
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
    session.contenders = selectPopulation(remeasurement.all(), settings_.search.slotCount(), session.objectives).members;
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
    std::uint32_t slot = settings_.search.slotCount();
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
