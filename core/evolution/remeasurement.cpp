#include "core/evolution/remeasurement.h"

#include "core/workers/evaluation_reply.h"

#include <algorithm>
#include <unordered_set>

namespace gevo {

namespace {

constexpr std::chrono::milliseconds pulse{100};
constexpr std::size_t jobsPerWorker = 4;

/// The original stands for itself: it passes every test, and its timing is the measure of the others.
bool isOriginal(const Individual& individual) { return individual.id == 0; }

} // namespace

Confirmation::Confirmation(WorkerPool& pool, const Fitness& original, Aims& aims, std::uint32_t generation, std::vector<Member> candidates,
                           std::function<void()> tick, const std::stop_token& stop)
    : pool_(pool), original_(original), aims_(aims), generation_(generation), candidates_(std::move(candidates)), tick_(std::move(tick)),
      stop_(stop) {
  std::unordered_set<std::int64_t> ids;
  std::erase_if(candidates_, [&](const Member& member) { return !ids.insert(member->id).second; });
}

/// The edits of each member as they are, side by side; replies in the order of the members.
Result<bool> Confirmation::evaluate(const std::vector<Member>& members, const Wanted& wanted, Replies& replies) {
  replies.assign(members.size(), {});
  std::size_t begun = 0;
  std::size_t ended = 0;
  std::optional<Error> broken;
  while (ended < members.size()) {
    if (stop_.stop_requested() || broken) {
      pool_.abandon();
      if (broken) return std::unexpected(*broken);
      return false;
    }
    for (; begun < members.size() && begun - ended < jobsPerWorker * std::max(1U, pool_.alive()); ++begun) {
      TryRequest request{members[begun]->edits, 0, {}, wanted.tests, wanted.anew, wanted.energies.contains(members[begun]->outcome.code)};
      Bytes bytes = wire::encode(request);
      pool_.submit(RequestKind::Try, std::move(bytes), [&, index = begun, request = std::move(request)](const JobResult& result) {
        ++ended;
        if (result.failure == JobFailure::NoWorker)
          broken = Error{result.message, result.details};
        else
          replies[index] = replyToTry(request, result, original_);
      });
    }
    pool_.wait(pulse);
    tick_();
  }
  if (broken) return std::unexpected(*broken);
  return true;
}

/// Candidates on the first front that `needs` is true of, one of each code, in their order.
template <class Needs> std::vector<Member> Confirmation::onFront(Needs needs) const {
  std::vector<Objectives> points;
  for (const Member& member : candidates_) points.push_back(aims_.of(member->outcome.fitness));
  std::vector<Member> chosen;
  if (points.empty()) return chosen;
  KnownCodes codes;
  const Ranking ranking = rankPoints(points);
  for (const std::size_t index : ranking.fronts.front()) {
    const Member& member = candidates_[index];
    if (!isOriginal(*member) && needs(*member) && codes.insert(member->outcome.code).second) chosen.push_back(member);
  }
  return chosen;
}

void Confirmation::setFitness(const Hash128& code, const Fitness& fitness) {
  for (Member& member : candidates_) {
    if (isOriginal(*member) || member->outcome.code != code || member->outcome.fitness == fitness) continue;
    auto changed = std::make_shared<Individual>(*member);
    changed->outcome.fitness = fitness;
    refits_[member->id] = fitness;
    member = std::move(changed);
  }
}

void Confirmation::drop(const Hash128& code) {
  std::erase_if(candidates_, [&](const Member& member) { return !isOriginal(*member) && member->outcome.code == code; });
}

Result<bool> Confirmation::retest(const std::vector<std::uint32_t>& tests) {
  std::vector<Member> earlier;
  KnownCodes codes;
  for (const Member& member : candidates_) {
    if (!isOriginal(*member) && member->generation != generation_ && codes.insert(member->outcome.code).second) earlier.push_back(member);
  }
  Replies replies;
  const Result<bool> evaluated = evaluate(earlier, {.tests = tests}, replies);
  if (!evaluated || !*evaluated) return evaluated;
  for (std::size_t i = 0; i < earlier.size(); ++i) {
    const Hash128 code = earlier[i]->outcome.code;
    replies[i].outcome.valid() ? setFitness(code, replies[i].outcome.fitness) : drop(code);
  }
  return true;
}

Result<bool> Confirmation::verify(Verified& verified) {
  while (true) {
    const auto hasFailed = [&](const Individual& one) {
      const auto known = verified.find(one.outcome.code);
      return known != verified.end() && !known->second;
    };
    const std::vector<Member> failed = onFront(hasFailed);
    for (const Member& member : failed) drop(member->outcome.code);
    if (!failed.empty()) continue; // others are on the front now
    const auto fresh = onFront([&](const Individual& one) { return !verified.contains(one.outcome.code); });
    if (fresh.empty()) return true;
    Replies replies;
    const Result<bool> evaluated = evaluate(fresh, {}, replies);
    if (!evaluated || !*evaluated) return evaluated;
    for (std::size_t i = 0; i < fresh.size(); ++i) {
      Individual& individual = verifications_.emplace_back();
      individual.id = -1;
      individual.generation = generation_;
      individual.origin = Origin::Verified;
      individual.parent = fresh[i]->id;
      individual.edits = std::move(replies[i].edits);
      individual.active = std::move(replies[i].active);
      individual.outcome = std::move(replies[i].outcome);
      individual.outcome.code = fresh[i]->outcome.code; // a failure may end before the code is known
      individual.outcome.reused = false;
      verified[individual.outcome.code] = individual.outcome.valid();
    }
  }
}

Result<bool> Confirmation::remeasure(Timings& timings, const std::vector<Member>& contenders) {
  std::unordered_set<std::int64_t> own;
  for (const Member& member : candidates_) own.insert(member->id);
  for (const Member& member : contenders) {
    if (!own.contains(member->id)) candidates_.push_back(member);
  }
  const Result<bool> measured = measureFront(timings);
  if (!measured || !*measured) return measured;
  all_ = candidates_;
  for (const Member& member : onFront([](const Individual&) { return true; })) own.insert(member->id);
  std::erase_if(candidates_, [&](const Member& member) { return !own.contains(member->id); });
  return true;
}

Result<bool> Confirmation::measureFront(Timings& timings) {
  const std::vector<Member> all = candidates_;
  for (const Member& member : all) {
    if (timings.knows(member->outcome.code)) setFitness(member->outcome.code, timings.fitness(member->outcome.code));
  }
  KnownCodes done;
  std::uint64_t spent = 0; // microseconds of all workers
  while (true) {
    const KnownCodes energies = nextEnergies(timings);
    const auto front = onFront([&](const Individual& one) {
      const Hash128& code = one.outcome.code;
      const bool timeIsLeft = spent < longestMeasuring * std::max(1U, pool_.alive());
      return !done.contains(code) || (timeIsLeft && timings.count(code) < fewestMeasurements) || energies.contains(code);
    });
    if (front.empty()) return true;
    Replies replies;
    const Result<bool> evaluated = evaluate(front, {.tests = {}, .anew = true, .energies = energies}, replies);
    if (!evaluated || !*evaluated) return evaluated;
    for (std::size_t i = 0; i < front.size(); ++i) {
      const Hash128 code = front[i]->outcome.code;
      done.insert(code);
      if (!energies.contains(code)) spent += replies[i].outcome.stageMicroseconds[std::size_t(Stage::Tests)];
      replies[i].outcome.valid() ? keepMeasurement(code, replies[i].outcome, timings) : drop(code);
    }
  }
}

void Confirmation::keepMeasurement(const Hash128& code, const Outcome& outcome, Timings& timings) {
  measurements_.push_back({code, outcome.fitness, outcome.facts});
  timings.add(code, outcome.fitness);
  if (outcome.fitness.hasEnergy()) timings.addEnergy(code, outcome.fitness.energy, outcome.facts.energyPairs);
  aims_.learn(timings.fitness(code));
  setFitness(code, timings.fitness(code));
}

/// Codes on the front, as far as it is known, whose energy is to be measured now.
KnownCodes Confirmation::nextEnergies(const Timings& timings) {
  if (!aims_.haveEnergy() || energiesLeft_ == 0 || candidates_.empty()) return {};
  std::vector<Objectives> points;
  for (const Member& member : candidates_) points.push_back(aims_.of(member->outcome.fitness));
  const Ranking ranking = rankPoints(points);
  std::vector<std::size_t> front = ranking.fronts.front();
  const auto pairs = [&](std::size_t index) { return timings.energyPairs(candidates_[index]->outcome.code); };
  std::erase_if(front, [&](std::size_t index) { return isOriginal(*candidates_[index]) || pairs(index) >= fewestEnergyPairs; });
  std::ranges::stable_sort(front, {}, [&](std::size_t index) { return std::pair(pairs(index), -ranking.crowding[index]); });
  KnownCodes chosen;
  for (const std::size_t index : front) {
    if (energiesLeft_ == 0) break;
    if (chosen.insert(candidates_[index]->outcome.code).second) --energiesLeft_;
  }
  return chosen;
}

} // namespace gevo
