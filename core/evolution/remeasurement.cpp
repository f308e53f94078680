#include "core/evolution/remeasurement.h"

#include "core/protocol/request.h"
#include "core/worker_pool/evaluation_reply.h"

#include <algorithm>
#include <unordered_set>

namespace gevo {

namespace {

constexpr std::chrono::milliseconds pollInterval{100};
constexpr std::size_t jobsPerWorker = 4;

/// The original is never measured again: it passes every test, and the others are timed against it.
bool isOriginal(const Individual& individual) { return individual.id == 0; }

} // namespace

Remeasurement::Remeasurement(JobPool& pool, const Fitness& original, Objectives& objectives, std::uint32_t generation,
                             std::vector<Member> candidates, std::vector<std::uint32_t> inputs, std::function<void()> tick,
                             const std::stop_token& stop)
    : pool_(pool), original_(original), objectives_(objectives), generation_(generation), candidates_(std::move(candidates)),
      inputs_(std::move(inputs)), tick_(std::move(tick)), stop_(stop) {
  std::unordered_set<std::int64_t> ids;
  std::erase_if(candidates_, [&](const Member& member) { return !ids.insert(member->id).second; });
}

/// The edits of each member as they are, side by side; replies in the order of the members.
Result<bool> Remeasurement::evaluate(const std::vector<Member>& members, const Wanted& wanted, Replies& replies) {
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
      EvaluateRequest request{
          members[begun]->edits, 0, {}, wanted.tests, wanted.remeasure, wanted.energies.contains(members[begun]->result.code)};
      request.inputs = inputs_;
      Bytes bytes = wire::encode(request);
      pool_.submit(RequestKind::Evaluate, std::move(bytes), [&, index = begun, request = std::move(request)](const JobResult& result) {
        ++ended;
        if (result.failure == JobFailure::NoWorker)
          broken = Error{result.message, result.details};
        else
          replies[index] = evaluationFrom(request, result, original_);
      });
    }
    pool_.wait(pollInterval);
    tick_();
  }
  if (broken) return std::unexpected(*broken);
  return true;
}

/// Candidates on the first front that `needs` is true of, one of each code, in their order.
template <class Needs> std::vector<Member> Remeasurement::onFront(Needs needs) const {
  std::vector<ObjectiveVector> points;
  for (const Member& member : candidates_) points.push_back(pointOf(*member, objectives_));
  std::vector<Member> chosen;
  if (points.empty()) return chosen;
  KnownCodes codes;
  const Ranking ranking = rankPoints(points);
  for (const std::size_t index : ranking.fronts.front()) {
    const Member& member = candidates_[index];
    if (!isOriginal(*member) && needs(*member) && codes.insert(member->result.code).second) chosen.push_back(member);
  }
  return chosen;
}

void Remeasurement::setFitness(const Hash128& code, const Fitness& fitness) {
  for (Member& member : candidates_) {
    if (isOriginal(*member) || member->result.code != code || member->result.fitness == fitness) continue;
    auto changed = std::make_shared<Individual>(*member);
    changed->result.fitness = fitness;
    fitnessUpdates_[member->id] = fitness;
    member = std::move(changed);
  }
}

void Remeasurement::drop(const Hash128& code) {
  std::erase_if(candidates_, [&](const Member& member) { return !isOriginal(*member) && member->result.code == code; });
}

Result<bool> Remeasurement::retest(const std::vector<std::uint32_t>& tests) {
  std::vector<Member> earlier;
  KnownCodes codes;
  for (const Member& member : candidates_) {
    if (!isOriginal(*member) && member->generation != generation_ && codes.insert(member->result.code).second) earlier.push_back(member);
  }
  Replies replies;
  const Result<bool> evaluated = evaluate(earlier, {.tests = tests}, replies);
  if (!evaluated || !*evaluated) return evaluated;
  for (std::size_t i = 0; i < earlier.size(); ++i) {
    const Hash128 code = earlier[i]->result.code;
    replies[i].result.valid() ? setFitness(code, replies[i].result.fitness) : drop(code);
  }
  return true;
}

Result<bool> Remeasurement::verify(Verified& verified) {
  while (true) {
    const auto hasFailed = [&](const Individual& one) {
      const auto known = verified.find(one.result.code);
      return known != verified.end() && !known->second;
    };
    const std::vector<Member> failed = onFront(hasFailed);
    for (const Member& member : failed) drop(member->result.code);
    if (!failed.empty()) continue; // others are on the front now
    const auto fresh = onFront([&](const Individual& one) { return !verified.contains(one.result.code); });
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
      individual.result = std::move(replies[i].result);
      individual.result.code = fresh[i]->result.code; // a failure may end before the code is known
      individual.result.reused = false;
      verified[individual.result.code] = individual.result.valid();
    }
  }
}

Result<bool> Remeasurement::remeasure(Timings& timings, const std::vector<Member>& contenders) {
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

Result<bool> Remeasurement::measureFront(Timings& timings) {
  const std::vector<Member> all = candidates_;
  for (const Member& member : all) {
    if (timings.knows(member->result.code)) setFitness(member->result.code, timings.fitness(member->result.code));
  }
  KnownCodes done;
  std::uint64_t spent = 0; // microseconds of all workers
  while (true) {
    const KnownCodes energies = nextEnergies(timings);
    const auto front = onFront([&](const Individual& one) {
      const Hash128& code = one.result.code;
      const bool timeIsLeft = spent < longestMeasuring * std::max(1U, pool_.alive());
      return !done.contains(code) || (timeIsLeft && timings.count(code) < fewestMeasurements) || energies.contains(code);
    });
    if (front.empty()) return true;
    Replies replies;
    const Result<bool> evaluated = evaluate(front, {.tests = {}, .remeasure = true, .energies = energies}, replies);
    if (!evaluated || !*evaluated) return evaluated;
    for (std::size_t i = 0; i < front.size(); ++i) {
      const Hash128 code = front[i]->result.code;
      done.insert(code);
      if (!energies.contains(code)) spent += replies[i].result.stageMicroseconds[std::size_t(Stage::Tests)];
      replies[i].result.valid() ? keepMeasurement(code, replies[i].result, timings) : drop(code);
    }
  }
}

void Remeasurement::keepMeasurement(const Hash128& code, const EvaluationResult& result, Timings& timings) {
  measurements_.push_back({code, result.fitness, result.metrics});
  timings.add(code, result.fitness);
  if (result.fitness.hasEnergy()) timings.addEnergy(code, result.fitness.energy, result.metrics.energyPairs);
  objectives_.learn(timings.fitness(code));
  setFitness(code, timings.fitness(code));
}

/// Codes on the front, as far as it is known, whose energy is to be measured now.
KnownCodes Remeasurement::nextEnergies(const Timings& timings) {
  if (!objectives_.haveEnergy() || energiesLeft_ == 0 || candidates_.empty()) return {};
  std::vector<ObjectiveVector> points;
  for (const Member& member : candidates_) points.push_back(pointOf(*member, objectives_));
  const Ranking ranking = rankPoints(points);
  std::vector<std::size_t> front = ranking.fronts.front();
  const auto pairs = [&](std::size_t index) { return timings.energyPairs(candidates_[index]->result.code); };
  std::erase_if(front, [&](std::size_t index) { return isOriginal(*candidates_[index]) || pairs(index) >= fewestEnergyPairs; });
  std::ranges::stable_sort(front, {}, [&](std::size_t index) { return std::pair(pairs(index), -ranking.crowding[index]); });
  KnownCodes chosen;
  for (const std::size_t index : front) {
    if (energiesLeft_ == 0) break;
    if (chosen.insert(candidates_[index]->result.code).second) --energiesLeft_;
  }
  return chosen;
}

} // namespace gevo
