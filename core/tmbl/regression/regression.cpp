#include "core/tmbl/regression/regression.h"

#include "core/base/elapsed.h"
#include "core/base/parallel.h"
#include "core/search/selection.h"
#include "core/tmbl/dead_code.h"
#include "core/tmbl/regression/constant_tuning.h"
#include "core/tmbl/regression/polynomial_programs.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <map>
#include <unordered_set>

namespace gevo::tmbl {

namespace {

/// Attempts at an offspring that computes something else than what is there already.
constexpr std::uint32_t attempts = 20;
/// Share of offspring with the changes of Lewis and Magoulas' rate, about three; the others have one that counts.
constexpr double manyChangesShare = 0.3;
/// Of the first programs, at most; short ones are found to be wrong as surely as long ones, and are cheaper.
constexpr std::size_t longestFirst = 12;
constexpr std::uint32_t entrants = 3;
/// Rows that constants are tuned on, at most; what they gain is checked on all.
constexpr std::size_t tuningRows = 4096;
/// An error that is not below this share of another's is no gain.
constexpr double worthwhile = 0.999;
/// Errors below this share of the target's deviation are not told apart: float32 has no more digits.
constexpr double leastError = 1e-7;

struct Member {
  Program program;
  Code code;
  std::uint64_t hash = 0; ///< of the code
  double error = 0;       ///< with scaling, as a share of the target's standard deviation; infinity: not usable
  std::size_t length = 0;
  bool settled = false; ///< tuning finds nothing
};

std::uint64_t hashOf(const Code& code) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  const auto mix = [&](std::uint64_t word) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15ULL;
    hash ^= hash >> 29;
  };
  const auto mixValue = [&](const Value& value) { mix(static_cast<std::uint64_t>(value.kind) << 32 | value.index); };
  for (const std::uint32_t constant : code.constants) mix(constant);
  for (const Step& step : code.steps) {
    mix(static_cast<std::uint64_t>(step.kind));
    for (const Value& value : {step.a, step.b, step.c}) mixValue(value);
  }
  for (const Value& value : code.results) mixValue(value);
  return hash;
}

class Search {
public:
  Search(const RegressionData& data, const RegressionSettings& settings, PopulationEvaluator& evaluator)
      : data_(data), settings_(settings), evaluator_(evaluator),
        tuningCases_(data.training.first(tuningRows)), tweaks_{{data.training.inputs(), settings.slotCount, settings.operations, 5},
                                                               settings.mostInstructions},
        deviation_(data.training.deviation()) {}

  Result<void> begin() {
    std::vector<Member> first(settings_.population);
    std::vector<Program> polynomials = polynomialPrograms(tuningCases_, settings_.mostInstructions, settings_.operations);
    for (Program& program : polynomials) program.slotCount = std::max(program.slotCount, settings_.slotCount); // that mutations draw from
    inParallel(first.size(), settings_.threads, [&](std::size_t i) {
      if (i < polynomials.size() && i < first.size() / 2) return describe(first[i], std::move(polynomials[i]));
      RandomStream stream({settings_.seed, 0, static_cast<std::uint32_t>(i), 0, Purpose::InitialMutation});
      const std::size_t length = 1 + stream.below(std::min(longestFirst, settings_.mostInstructions));
      describe(first[i], randomProgram(tweaks_.shape, length, stream));
    });
    GEVO_TRY(evaluate(first));
    survive(std::move(first));
    return {};
  }

  Result<void> step() {
    ++generation_;
    std::unordered_set<std::uint64_t> known;
    for (const Member& member : population_) known.insert(member.hash);
    std::vector<Member> offspring(settings_.population);
    inParallel(offspring.size(), settings_.threads, [&](std::size_t i) { breed(offspring[i], static_cast<std::uint32_t>(i), known); });
    std::erase_if(offspring, [&](const Member& member) { return !known.insert(member.hash).second; });
    GEVO_TRY(evaluate(offspring));
    std::ranges::move(population_, std::back_inserter(offspring));
    survive(std::move(offspring));
    return tune();
  }

  std::uint32_t generation() const { return generation_; }
  std::uint64_t evaluations() const { return evaluations_; }
  double least() const {
    double least = INFINITY;
    for (const Member& member : population_) least = std::min(least, member.error);
    return least;
  }

  std::vector<FittedProgram> front() const {
    std::map<std::size_t, FittedProgram> byLength;
    for (const Member& member : population_) {
      if (!std::isfinite(member.error)) continue;
      FittedProgram fitted = fit(member);
      const auto found = byLength.find(fitted.length);
      if (found == byLength.end() || fitted.trainingError < found->second.trainingError) byLength[fitted.length] = std::move(fitted);
    }
    std::vector<FittedProgram> front;
    for (auto& [length, fitted] : byLength)
      if (front.empty() || fitted.trainingError < front.back().trainingError * worthwhile) front.push_back(std::move(fitted));
    return front;
  }

private:
  void describe(Member& member, Program program) const {
    member.program = std::move(program);
    member.code = lower(member.program, firstSlot);
    member.hash = hashOf(member.code);
    member.length = effectiveLength(member.program, firstSlot);
  }

  /// Changes that reach no result go on accumulating until one does: what they leave behind is what later changes can switch on (Goldman
  /// and Punch 2013).
  void breed(Member& child, std::uint32_t index, const std::unordered_set<std::uint64_t>& known) const {
    RandomStream stream({settings_.seed, generation_, index, 0, Purpose::Mutation});
    Program program = population_.empty() ? randomProgram(tweaks_.shape, 1, stream) : population_[parent(stream)].program;
    if (stream.chance(manyChangesShare)) mutate(program, tweaks_, mutationRate(program.instructions.size()), stream);
    for (std::uint32_t attempt = 0; attempt < attempts; ++attempt) {
      tweak(program, tweaks_, stream);
      describe(child, program);
      if (!known.contains(child.hash)) return;
    }
  }

  /// Half of them by error alone, since most points of the front are short programs that fit badly.
  std::size_t parent(RandomStream& stream) const {
    if (stream.chance(0.5)) return tournament(ranking_, lengths_, entrants, stream);
    std::size_t best = stream.below(population_.size());
    for (std::uint32_t i = 1; i < entrants; ++i) {
      const std::size_t other = stream.below(population_.size());
      if (population_[other].error < population_[best].error) best = other;
    }
    return best;
  }

  Result<void> evaluate(std::vector<Member>& members) {
    std::vector<Code> codes;
    codes.reserve(members.size());
    for (Member& member : members) codes.push_back(std::move(member.code));
    GEVO_TRY_ASSIGN(const std::vector<ErrorSums> sums, evaluator_.evaluate(codes));
    for (std::size_t i = 0; i < members.size(); ++i) {
      members[i].code = std::move(codes[i]);
      members[i].error = errorOf(sums[i]);
    }
    evaluations_ += members.size();
    return {};
  }

  double errorOf(const ErrorSums& sums) const {
    const double error = scalingOf(sums, data_.training).error;
    return deviation_ > 0 ? error / deviation_ : error;
  }

  void survive(std::vector<Member> members) {
    std::erase_if(members, [](const Member& member) { return !std::isfinite(member.error); });
    // Programs that are as good and as long as another are most often the same in other words.
    std::unordered_set<std::uint64_t> seen;
    std::erase_if(members, [&](const Member& member) {
      return !seen.insert(std::bit_cast<std::uint64_t>(member.error) * 0x9e3779b97f4a7c15ULL + member.length).second;
    });
    const auto rank = [&] {
      std::vector<ObjectiveVector> points;
      lengths_.clear();
      for (const Member& member : members) {
        // Logarithms, so that crowding sees what lies between an error of 0.001 and one of 0.0001.
        points.push_back({std::log10(std::max(member.error, leastError)), static_cast<double>(member.length)});
        lengths_.push_back(member.length);
      }
      ranking_ = rankPoints(points);
    };
    rank();
    std::vector<Member> kept;
    for (const std::size_t i : selectBest(ranking_, lengths_, settings_.population)) kept.push_back(std::move(members[i]));
    members = std::move(kept);
    rank();
    population_ = std::move(members);
  }

  /// A step for each member of the front that may still gain by one. Tuning all promising offspring before they are judged was tried too:
  /// at equal evaluations it found less.
  Result<void> tune() {
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < population_.size(); ++i)
      if (ranking_.rank[i] == 0 && !population_[i].settled && population_[i].error > leastError) chosen.push_back(i);
    std::vector<Member> tuned(chosen.size());
    std::vector<std::size_t> used(chosen.size());
    inParallel(chosen.size(), settings_.threads, [&](std::size_t k) {
      TunedProgram result = tuneConstants(population_[chosen[k]].program, tuningCases_);
      used[k] = result.evaluations;
      if (result.program) describe(tuned[k], std::move(*result.program));
    });
    for (const std::size_t count : used) evaluations_ += count;
    std::vector<std::size_t> places;
    std::vector<Member> better;
    for (std::size_t k = 0; k < chosen.size(); ++k) {
      population_[chosen[k]].settled = true;
      if (tuned[k].program.instructions.empty()) continue;
      places.push_back(chosen[k]);
      better.push_back(std::move(tuned[k]));
    }
    GEVO_TRY(evaluate(better));
    for (std::size_t k = 0; k < better.size(); ++k) {
      Member& member = population_[places[k]];
      if (!(better[k].error < member.error)) continue;
      better[k].settled = better[k].error > member.error * worthwhile;
      member = std::move(better[k]);
    }
    return {};
  }

  FittedProgram fit(const Member& member) const {
    FittedProgram fitted;
    fitted.program = withoutDeadCode(member.program, firstSlot);
    const Scaling scaling = scalingOf(BlockCode(member.code).sums(data_.training), data_.training);
    const auto slope = static_cast<float>(scaling.slope);
    const auto intercept = static_cast<float>(scaling.intercept);
    std::vector<Instruction>& instructions = fitted.program.instructions;
    if (slope == 0) instructions = {{Operation::Set, 0, Operand::constant(intercept), {}}};
    if (slope != 0 && slope != 1) instructions.push_back({Operation::Multiply, 0, Operand::constant(slope), {}});
    if (slope != 0 && intercept != 0) instructions.push_back({Operation::Add, 0, Operand::constant(intercept), {}});
    fitted.program = withoutDeadCode(fitted.program, firstSlot);
    fitted.length = fitted.program.instructions.size();
    const BlockCode code(lower(fitted.program, firstSlot));
    fitted.trainingError = rootMeanSquare(code.sums(data_.training), data_.training);
    const Cases& judge = data_.test ? *data_.test : data_.training;
    fitted.testError = rootMeanSquare(code.sums(judge), judge);
    const double deviation = judge.deviation();
    fitted.explained = deviation > 0 ? 1 - fitted.testError * fitted.testError / (deviation * deviation) : 0;
    return fitted;
  }

  const RegressionData& data_;
  const RegressionSettings& settings_;
  PopulationEvaluator& evaluator_;
  Cases tuningCases_;
  Tweaks tweaks_;
  double deviation_; ///< of the targets
  std::vector<Member> population_;
  Ranking ranking_; ///< of the population
  std::vector<std::size_t> lengths_;
  std::uint32_t generation_ = 0;
  std::uint64_t evaluations_ = 0;
};

} // namespace

Result<Regression> runRegression(const RegressionData& data, const RegressionSettings& settings, PopulationEvaluator& evaluator,
                                 const std::function<void(const RegressionProgress&)>& progress, std::stop_token stop) {
  const auto begin = std::chrono::steady_clock::now();
  Search search(data, settings, evaluator);
  GEVO_TRY(search.begin());
  const auto timeIsUp = [&] { return settings.seconds > 0 && secondsSince(begin) >= settings.seconds; };
  while (!stop.stop_requested() && !timeIsUp() && (settings.evaluations == 0 || search.evaluations() < settings.evaluations)) {
    GEVO_TRY(search.step());
    if (progress) progress({search.generation(), search.evaluations(), search.least(), [&search] { return search.front(); }});
  }
  return Regression{search.front(), search.evaluations(), search.generation()};
}

} // namespace gevo::tmbl
