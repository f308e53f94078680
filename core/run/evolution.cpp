#include "core/run/evolution.h"

#include "core/run/generation_run.h"
#include "core/run/population.h"
#include "core/search/crossover.h"
#include "core/search/selection.h"

namespace gevo {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds progressInterval{200};

double secondsSince(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

/// Generation 0: every slot mutates the original.
std::vector<SlotChain> initialChains(const SearchSettings& settings, const Member& original) {
  std::vector<SlotChain> chains;
  for (std::uint32_t slot = 0; slot < settings.population; ++slot)
    chains.emplace_back(settings, ChainStart{0, slot, original, nullptr, settings.initialMutations});
  return chains;
}

/// Parents with fewer than two edits between them have nothing to recombine.
bool canCross(const Individual& a, const Individual& b) { return unionOfEdits(activeEdits(a), activeEdits(b)).size() >= 2; }

/// Each pair of slots draws its parents and whether they cross; each slot whether it mutates.
std::vector<SlotChain> nextChains(const SearchSettings& settings, std::uint32_t generation, const Population& population) {
  std::vector<SlotChain> chains;
  for (std::uint32_t slot = 0; slot < settings.population; slot += 2) {
    RandomStream selection({settings.seed, generation, slot / 2, 0, Purpose::Selection});
    const auto draw = [&] { return population.members[tournament(population.ranking, population.sizes, settings.tournament, selection)]; };
    const Member parents[2] = {draw(), draw()};
    const bool crosses = selection.chance(settings.crossoverRate) && canCross(*parents[0], *parents[1]);
    for (std::uint32_t side = 0; side < 2 && slot + side < settings.population; ++side) {
      RandomStream chance({settings.seed, generation, slot + side, 0, Purpose::MutationChance});
      const std::uint32_t mutations = chance.chance(settings.mutationRate) ? 1 : 0;
      chains.emplace_back(settings, ChainStart{generation, slot + side, parents[side], crosses ? parents[1 - side] : nullptr, mutations});
    }
  }
  return chains;
}

} // namespace

/// What changes from generation to generation.
struct Evolution::Session {
  std::uint32_t generation = 0; ///< the one to run next
  std::int64_t nextId = 1;
  Population population; ///< of the generation before
  KnownCodes codes;
  EarlierTries earlier;
  Clock::time_point begin = Clock::now();
  Clock::time_point reported{};
  double heldStill = 0;       ///< seconds of complete generations spent paused
  std::uint32_t complete = 0; ///< generations of this call
  std::uint64_t tries = 0;    ///< of complete generations
  std::uint64_t valid = 0;
  Acceptance acceptance;
};

Evolution::Evolution(RunSettings settings, WorkerPool& pool, Individual original, EvolutionCallbacks callbacks)
    : settings_(std::move(settings)), pool_(pool), original_(std::move(original)), callbacks_(std::move(callbacks)) {}

Result<StopReason> Evolution::run(std::stop_token stop, const Checkpoint* from) {
  Session session;
  session.codes.insert(original_.outcome.code);
  if (from != nullptr) {
    std::vector<Member> members;
    for (const Individual& individual : from->population) members.push_back(std::make_shared<const Individual>(individual));
    session.generation = members.empty() ? 0 : from->generation + 1;
    session.nextId = from->nextId;
    session.population = rankPopulation(std::move(members), settings_.evaluation.mode);
    session.codes.insert(from->codes.begin(), from->codes.end());
    for (const Individual& individual : from->unfinished) {
      if (individual.generation == session.generation) session.earlier[{individual.slot, individual.step}] = individual;
    }
  }
  while (true) {
    if (const auto reason = reasonToStop(session, stop)) return *reason;
    const Result<bool> complete = runGeneration(session, stop);
    if (!complete) return std::unexpected(complete.error());
    if (!*complete) return StopReason::Asked;
  }
}

std::optional<StopReason> Evolution::reasonToStop(const Session& session, const std::stop_token& stop) const {
  const SearchSettings& search = settings_.search;
  if (stop.stop_requested()) return StopReason::Asked;
  // Generation 0 is the initial population and not counted.
  if (search.generations > 0 && session.generation > search.generations) return StopReason::Generations;
  if (search.seconds > 0 && session.complete > 0 && secondsSince(session.begin) - session.heldStill >= search.seconds)
    return StopReason::Time;
  return std::nullopt;
}

/// False when it was stopped in the middle; nothing of it counts then.
Result<bool> Evolution::runGeneration(Session& session, std::stop_token stop) {
  const Clock::time_point begin = Clock::now();
  const SearchSettings& search = settings_.search;
  const auto original = std::make_shared<const Individual>(original_);
  std::vector<SlotChain> chains =
      session.generation == 0 ? initialChains(search, original) : nextChains(search, session.generation, session.population);

  GenerationRun generation(pool_, chains, std::exchange(session.earlier, {}), callbacks_, [&](const GenerationRun& running) {
    if (Clock::now() - session.reported >= progressInterval) report(session, running);
  });
  const Result<bool> complete = generation.run(stop);
  report(session, generation); // the last one counts every try
  if (!complete || !*complete) return complete;
  session.tries += generation.tries();
  session.valid += generation.valid();
  session.heldStill += generation.heldStill();

  GenerationResult result = conclude(session, chains);
  session.acceptance += result.acceptance;
  result.seconds = secondsSince(begin) - generation.heldStill();
  if (callbacks_.generation) {
    if (const Result<void> taken = callbacks_.generation(result); !taken) return std::unexpected(taken.error());
  }
  return true;
}

void Evolution::report(Session& session, const GenerationRun& generation) const {
  session.reported = Clock::now();
  if (!callbacks_.progress) return;
  const double seconds = secondsSince(session.begin) - session.heldStill - generation.heldStill();
  Acceptance acceptance = session.acceptance;
  acceptance += generation.acceptance();
  callbacks_.progress({session.generation, generation.ended(), settings_.search.population, session.tries + generation.tries(),
                       session.valid + generation.valid(), seconds, pool_.alive(), pool_.restarted(), acceptance});
}

/// Ids in order of slot and step, then selection (Algorithm 1, lines 16 and 17).
GenerationResult Evolution::conclude(Session& session, std::vector<SlotChain>& chains) const {
  GenerationResult result;
  result.generation = session.generation;
  std::vector<Member> candidates;
  if (session.generation > 0) candidates = elitesOf(session.population, settings_.search.eliteShare);
  for (SlotChain& chain : chains) {
    for (const Member& member : chain.finish(session.nextId, session.codes)) {
      result.tries.push_back(*member);
      result.acceptance.add(*member);
      ++session.nextId;
    }
    candidates.push_back(chain.offspring());
  }
  session.population = selectPopulation(candidates, settings_.search.population, settings_.evaluation.mode);
  for (const Member& member : session.population.members) result.population.push_back(member->id);
  result.rank = session.population.ranking.rank;
  result.lengths = editLengths(session.population);
  ++session.generation;
  ++session.complete;
  return result;
}

} // namespace gevo
