#include "core/evolution/counterexamples.h"

#include <algorithm>
#include <numeric>

namespace gevo {

Counterexamples::Counterexamples(const FuzzWork& work)
    : work_(work.inputs), lines_(work.lines), isTimed_(work.isTimed), leastRuntime_(work.runtime), testWork_(work.tests),
      codeWork_(work.code), likely_(likelyToJoin(work)) {
  work_.resize(std::min(work_.size(), mostInputs));
  lines_.resize(work_.size());
  if (testWork_ == 0 || std::ranges::find(work_, std::uint64_t(0)) != work_.end()) {
    std::ranges::fill(work_, 1);
    testWork_ = 1;
    codeWork_ = 0;
    isWorkKnown_ = false;
  }
  if (!work_.empty()) work_.push_back(workOfChecks * testWork_);
  joinedAfter_.resize(work_.size());
  spent_.resize(work_.size());
}

std::vector<std::uint32_t> Counterexamples::likelyToJoin(const FuzzWork& work) {
  std::vector<std::uint32_t> cheap;
  for (std::uint32_t input = 0; input < work.inputs.size() && cheap.size() < mostLikely; ++input)
    if (work.inputs[input] > 0 && work.inputs[input] * 100 <= (work.tests + work.code) * percentForJoined) cheap.push_back(input);
  return cheap;
}

void Counterexamples::resume(const Checkpoint& from) {
  for (const Counterexample& counterexample : from.counterexamples) add(counterexample);
  for (const KnownTrial& known : from.trials) {
    if (known.trial.input >= work_.size()) continue;
    if (known.trial.isRecorded) {
      record(known.configuration, known.trial.input, known.generation);
      continue;
    }
    spend(known.configuration, known.trial.input, known.generation);
    if (known.trial.reason == Reason::None) {
      pass(known.code, known.trial.input);
      passedBy(known.trial.variant, known.configuration, known.trial.input);
    } else {
      fail(known.code, {known.trial.variant, known.trial.reason, known.message}, known.trial.error);
    }
  }
  for (const KnownRejection& known : from.rejections) rejected_.try_emplace(known.code, known.rejection);
  for (const KnownCause& known : from.causes) {
    if (known.cause.input >= work_.size()) continue;
    FailureCauses::Cause cause{known.cause, std::make_shared<const Individual>(known.variant), configurationOf(known.variant.edits)};
    spend(cause.configuration, cause.known.input, from.generation, cause.known.trials);
    causes_.add(std::move(cause));
  }
  earn(from.evaluations);
}

bool Counterexamples::isKnown(std::uint32_t input) const { return std::ranges::find(found_, input) != found_.end(); }

void Counterexamples::add(const Counterexample& counterexample) {
  const std::uint32_t input = counterexample.input;
  if (input >= work_.size() || isKnown(input)) return;
  found_.push_back(input);
  if (isTimed(input)) return; // those that evaluations are held to are not timed
  if ((joinedWork_ + work_[input]) * 100 > (testWork_ + codeWork_) * percentForJoined) return;
  joinedWork_ += work_[input];
  joinedAfter_[input] = counterexample.generation;
  joined_.insert(std::ranges::upper_bound(joined_, work_[input], {}, [&](std::uint32_t one) { return work_[one]; }), input);
}

bool Counterexamples::isSlower(std::uint32_t input, double microseconds) const {
  const auto original = originalRuntimes_.find(input);
  return isTimed(input) && original != originalRuntimes_.end() && original->second > leastRuntime_ &&
         microseconds > slower * original->second;
}

bool Counterexamples::hasPassed(const Individual& variant, std::uint32_t input) const {
  if (joinedAfter_[input] && *joinedAfter_[input] < variant.generation) return true; // else it would not be valid
  const auto known = passed_.find(variant.result.code);
  return known != passed_.end() && (known->second & bitOf(input)) != 0;
}

const Rejection* Counterexamples::rejectionOf(const Hash128& code) const {
  const auto known = rejected_.find(code);
  return known == rejected_.end() ? nullptr : &known->second;
}

void Counterexamples::fail(const Hash128& code, Rejection rejection, double slowdown) {
  ++failures_;
  if (rejection.reason == Reason::Slower) slowdowns_[code] = slowdown;
  rejected_.insert_or_assign(code, std::move(rejection));
}

/// What is slower with some edits may be faster with others beside them: as much faster as in the tests, as far as is known.
bool Counterexamples::isExpectedToFail(const Individual& variant, const FailureCauses::Cause& cause) const {
  if (hasPassed(variant, cause.known.input)) return false;
  const EvaluationResult& failed = cause.variant->result;
  const auto slowdown = slowdowns_.find(failed.code);
  return slowdown == slowdowns_.end() || slowdown->second * variant.result.fitness.runtime > slower * failed.fitness.runtime;
}

std::optional<Rejection> Counterexamples::rejectionOf(const Individual& variant) const {
  if (const Rejection* known = rejectionOf(variant.result.code)) return *known;
  for (const FailureCauses::Cause* cause : causes_.in(variant)) {
    const Rejection* const failed = rejectionOf(cause->variant->result.code);
    if (failed == nullptr || !isExpectedToFail(variant, *cause)) continue;
    return Rejection{
        variant.id, failed->reason,
        fmt::format("not tried: it has the edits with which variant {} fails: {}", variantName(cause->variant->id), failed->message)};
  }
  return std::nullopt;
}

void Counterexamples::passedBy(std::int64_t variant, const Configuration& configuration, std::uint32_t input) {
  std::vector<std::int64_t>& last = passedLast_[{configuration, input}];
  if (last.size() == mostPassed) last.erase(last.begin());
  last.push_back(variant);
}

const std::vector<std::int64_t>& Counterexamples::passedLast(const Configuration& configuration, std::uint32_t input) const {
  static const std::vector<std::int64_t> none;
  const auto known = passedLast_.find({configuration, input});
  return known == passedLast_.end() ? none : known->second;
}

void Counterexamples::earn(const EvaluationCounts& evaluations) {
  earned_ += std::int64_t(evaluations.tested * (testWork_ + codeWork_) + evaluations.screened * codeWork_ / 2);
}

/// By what is known now, not by when it became known, so that a resumed run has the same.
std::int64_t Counterexamples::credit(std::size_t account) const {
  const std::int64_t forFailures =
      std::min(earned_ * percentForFailures, failures_ * workForFailure * std::int64_t(testWork_ + codeWork_) * 100);
  return (earned_ * percentForTrials + forFailures) / 2 - used_[account];
}

bool Counterexamples::needsRecording(const Configuration& configuration, std::uint32_t input) const {
  return !configuration.empty() && !isCheck(input) && std::ranges::find(likely_, input) == likely_.end() &&
         !recorded_.contains({configuration, input});
}

/// With a build.
std::int64_t Counterexamples::costOfRecording(std::span<const std::uint32_t> inputs) const {
  std::int64_t cost = std::int64_t(workOfBuild) * 100;
  for (const std::uint32_t input : inputs) cost += costOf(input) * recordings;
  return cost;
}

std::vector<std::uint32_t> Counterexamples::affordableRecordings(const Configuration& configuration) const {
  std::vector<std::uint32_t> inputs = order();
  std::erase_if(inputs, [&](std::uint32_t input) { return !needsRecording(configuration, input) || !canBeRecorded(input); });
  const auto canPay = [&] {
    return !inputs.empty() && (!firstRecording_ || usedForRecordings_ + costOfRecording(inputs) <= earned_ * percentForRecordings);
  };
  if (canPay()) return inputs;
  std::erase_if(inputs, [&](std::uint32_t input) { return accountOf(input) == 1; });
  return canPay() ? inputs : std::vector<std::uint32_t>();
}

void Counterexamples::record(const Configuration& configuration, std::uint32_t input, std::uint32_t generation) {
  if (!needsRecording(configuration, input)) return;
  const auto built = builtIn_.find(configuration);
  const bool isBuilt = built != builtIn_.end() && built->second == generation;
  if (!firstRecording_) firstRecording_ = generation;
  const bool isFirst = *firstRecording_ == generation && (builtIn_.empty() || isBuilt);
  if (!isFirst) usedForRecordings_ += costOf(input) * recordings + (isBuilt ? 0 : std::int64_t(workOfBuild) * 100);
  recorded_.insert({configuration, input});
  builtIn_[configuration] = generation;
}

void Counterexamples::spend(const Configuration& configuration, std::uint32_t input, std::uint32_t generation, std::uint32_t trials) {
  record(configuration, input, generation);
  used_[accountOf(input)] += costOf(input) * trials;
  spent_[input] += costOf(input) * trials;
}

std::vector<std::uint32_t> Counterexamples::order() const {
  std::vector<std::uint32_t> order(work_.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t input) { return spent_[input] + costOf(input); });
  return order;
}

bool Counterexamples::Budget::pay(std::uint32_t input, std::int64_t cost, bool owed) {
  std::int64_t& left = left_[isShared_ ? 0 : known_.accountOf(input)];
  if (left < (owed ? 1 : cost)) return false;
  left -= cost;
  return true;
}

bool Counterexamples::Budget::take(std::uint32_t input, bool owed) { return pay(input, known_.costOf(input), owed); }

bool Counterexamples::Budget::takeWithRecording(const Configuration& configuration, std::uint32_t input, bool owed) {
  if (!known_.needsRecording(configuration, input)) return take(input, owed);
  if (!known_.canBeRecorded(input)) return false;
  const std::int64_t build = builds_.contains(configuration) ? 0 : std::int64_t(workOfBuild) * 100;
  if (!pay(input, known_.costOf(input) * (recordings + 1) + build, owed)) return false;
  builds_.insert(configuration);
  return true;
}

} // namespace gevo
