#include "core/kernel/trace/replay.h"

#include "core/kernel/outputs/rejection_rules.h"
#include "core/kernel/trace/device_state.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gevo::program {
namespace {

/// Warp instructions that take about a second: threads of a block may wait long for each other in another order.
constexpr std::uint64_t leastForOriginal = 10'000'000;

class Replayer {
public:
  Replayer(sim::Simulator& simulator, const sim::Model& model, const std::vector<OutputInfo>& outputs, const EvaluationSettings& settings,
           const Baseline* baseline, const sim::Schedule& schedule, bool followsSynchronisation, std::uint8_t undefinedByte)
      : model_(model), outputs_(outputs), settings_(settings), baseline_(baseline), budgeted_(baseline),
        budgetFactor_(settings.budgetFactor), schedule_(schedule), undefinedByte_(undefinedByte), state_(simulator) {
    report_.followsSynchronisation = followsSynchronisation;
    if (undefinedByte != 0) state_.chooseUndefinedByte(undefinedByte);
  }

  /// Before run(), where there is no baseline that does.
  void limitTo(const Baseline& budgets, double factor) {
    budgeted_ = &budgets;
    budgetFactor_ = factor;
  }

  ReplayReport run(const Trace& trace) {
    if (!succeeded(state_.placeSymbols())) return std::move(report_);
    for (const Event& event : trace.events)
      if (!step(event)) break;
    report_.complete = baseline_ == nullptr || report_.launchWarpInstructions.size() == baseline_->launchWarpInstructions.size();
    return std::move(report_);
  }

private:
  bool step(const Event& event) {
    if (event.kind == EventKind::Launch) return launch(event);
    return copiesToHost(event) ? check(event) : succeeded(state_.apply(event));
  }

  bool launch(const Event& event) {
    const std::size_t index = report_.launchWarpInstructions.size();
    if (baseline_ != nullptr && index < baseline_->overwritten.size()) poison(state_.memory(), baseline_->overwritten[index]);
    const sim::LaunchReport launched = state_.launch(event, limits());
    report_.launchWarpInstructions.push_back(launched.statistics.warpInstructions);
    report_.microseconds += model_.microseconds(launched.statistics.cycles);
    report_.isSameInAllSchedules = report_.isSameInAllSchedules && launched.isSameInAllSchedules;
    sim::collect(report_.races, launched.races);
    sim::collect(report_.undefined, launched.undefined);
    sim::collect(report_.undefinedReads, launched.undefinedReads);
    if (launched.fault) return reject(reasonOf(launched.fault->kind), launched.fault->message());
    return checkRaces(launched.races) && checkUndefined(launched.undefined) && checkUndefinedReads();
  }

  sim::Limits limits() const {
    sim::Limits limits;
    limits.lanesInLockstep = settings_.races == RacePolicy::Warp;
    limits.schedule = schedule_;
    limits.followsSynchronisation = report_.followsSynchronisation;
    if (baseline_ != nullptr) {
      limits.checkRaces = baseline_->checksRaces;
      limits.endsAtRace = baseline_->races.empty() && settings_.races != RacePolicy::Flag;
    }
    const std::size_t index = report_.launchWarpInstructions.size();
    if (budgeted_ == nullptr || index >= budgeted_->launchWarpInstructions.size()) return limits;
    const std::uint64_t budget = launchBudget(budgeted_->launchWarpInstructions[index], budgetFactor_);
    if (baseline_ == nullptr) limits.warpInstructions = std::min(limits.warpInstructions, std::max(leastForOriginal, budget));
    if (baseline_ != nullptr) limits.warpInstructions = budget;
    return limits;
  }

  bool checkRaces(const std::vector<sim::Race>& races) {
    if (baseline_ == nullptr) return true;
    const sim::Race* const race = rejectedRace(races, baseline_->races, settings_.races);
    return race == nullptr || reject(Reason::Race, race->message());
  }

  bool checkUndefined(const std::vector<sim::UndefinedValue>& values) {
    if (baseline_ == nullptr) return true;
    const sim::UndefinedValue* const value = rejectedUndefined(values, baseline_->undefined);
    return value == nullptr || reject(Reason::Undefined, value->message());
  }

  /// All launches together.
  bool checkUndefinedReads() {
    if (baseline_ == nullptr) return true;
    const sim::UndefinedRead* const read = rejectedRead(report_.undefinedReads, baseline_->undefinedReads);
    return read == nullptr || reject(reasonOf(*read), read->message());
  }

  /// Compares a copy to the host with the recorded one.
  bool check(const Event& event) {
    if (event.data.empty()) return true;
    const Result<std::uint64_t> address = state_.sourceOf(event);
    if (!address) return reject(Reason::Unsupported, address.error().message);
    const std::uint8_t* delivered = state_.memory().view(*address, event.data.size());
    if (delivered == nullptr)
      return reject(Reason::Unsupported, fmt::format("a copy from {:#x} to the host lies outside of memory", *address));
    if (!checkWritten(*address, event.data.size())) return false;
    const OutputInfo* output = event.output < outputs_.size() ? &outputs_[event.output] : nullptr;
    ByteView got(delivered, event.data.size());
    if (baseline_ == nullptr && (schedule_ != sim::Schedule() || undefinedByte_ != 0)) {
      if (undefinedByte_ != 0) report_.dependent.emplace_back(got.begin(), got.end());
      return noteSpread(event, output, got);
    }
    Bytes independent;
    if (baseline_ != nullptr && baseline_->undefinedByte != 0) {
      independent = withoutDependent(event, output, got);
      got = independent;
    }
    const double spread = baseline_ != nullptr && event.output < baseline_->spread.size() ? baseline_->spread[event.output] : 0;
    OutputComparison comparison = compareWithOriginal(output, event.output, event.data, got, settings_, event.decision, spread);
    report_.error = std::max(report_.error, comparison.error);
    report_.differs = report_.differs || comparison.differs;
    if (settings_.statistical && !event.decision)
      report_.figures.push_back(figuresOf(event.output, elementTypeOf(output), got, ignoredOf(output, false)));
    if (comparison.reason == Reason::None) return true;
    const auto stale = baseline_ != nullptr && !baseline_->overwritten.empty() ? findPoison(*address, got, event.data) : std::nullopt;
    if (stale)
      return reject(Reason::Uninitialised,
                    fmt::format("byte {} of a copy to the host was not written by the launch that is to write it", *stale));
    return reject(comparison.reason, std::move(comparison.message));
  }

  /// What a copy delivers, with the recorded elements in place of those that depend on the value of undefined bytes in the original.
  Bytes withoutDependent(const Event& event, const OutputInfo* output, ByteView got) const {
    Bytes bytes(got.begin(), got.end());
    const std::size_t copy = copies_ - 1;
    if (copy >= baseline_->dependent.size() || baseline_->dependent[copy].size() != bytes.size()) return bytes;
    const Bytes& original = baseline_->dependent[copy];
    const std::size_t size = elementBytes(elementTypeOf(output));
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      if (original[i] == event.data[i]) continue;
      const std::size_t begin = i / size * size;
      std::copy_n(event.data.begin() + std::ptrdiff_t(begin), std::min(size, bytes.size() - begin), bytes.begin() + std::ptrdiff_t(begin));
    }
    return bytes;
  }

  /// The original's outputs may differ in another schedule, as sums of floats do.
  bool noteSpread(const Event& event, const OutputInfo* output, ByteView got) {
    const Comparison found = compare(elementTypeOf(output), event.data, got, settings_.metric, ignoredOf(output, event.decision));
    if (!found.differs) return true;
    if (event.decision)
      return reject(Reason::Decision, undefinedByte_ != 0 ? "the original decides by undefined bytes"
                                                          : "the original decides differently in another order of its threads");
    if (report_.spread.size() <= event.output) report_.spread.resize(event.output + 1);
    double& spread = report_.spread[event.output];
    spread = std::max(spread, found.notFinite || std::isnan(found.error) ? std::numeric_limits<double>::infinity() : found.error);
    return true;
  }

  /// Memory that nobody wrote holds anything on a GPU: it is not a result, whatever it holds here. Bytes that the original
  /// does not write either (padding, a row without a thread) are allowed.
  bool checkWritten(std::uint64_t address, std::size_t size) {
    const std::uint8_t* written = state_.memory().written(address, size);
    if (baseline_ == nullptr) {
      report_.delivered.push_back(written != nullptr ? Bytes(written, written + size) : Bytes());
      return true;
    }
    const std::size_t copy = copies_++;
    if (written == nullptr || copy >= baseline_->delivered.size()) return true;
    const Bytes& expected = baseline_->delivered[copy];
    for (std::size_t i = 0; i < size; ++i)
      if (written[i] == 0 && (expected.empty() || expected[i] != 0))
        return reject(Reason::Uninitialised, fmt::format("byte {} of a copy to the host was never written", i));
    return true;
  }

  bool reject(Reason reason, std::string message) {
    report_.reason = reason;
    report_.message = std::move(message);
    return false;
  }
  bool succeeded(const Result<void>& result) {
    return result.has_value() || reject(Reason::Unsupported, "the trace can't be replayed: " + result.error().message);
  }

  const sim::Model& model_;
  const std::vector<OutputInfo>& outputs_;
  const EvaluationSettings& settings_;
  const Baseline* baseline_;
  const Baseline* budgeted_; ///< by which launches have a budget; null: the fixed one
  double budgetFactor_;
  sim::Schedule schedule_;
  std::uint8_t undefinedByte_; ///< 0: the trace's own
  DeviceState state_;
  ReplayReport report_;
  std::size_t copies_ = 0; ///< to the host so far
};

/// `run`: replays, with or without following synchronisation, which takes time for each variant: only where it makes a difference.
template <class Run> ReplayReport withFewestRaces(Run run) {
  ReplayReport plain = run(false);
  if (plain.races.empty() || !plain.valid()) return plain;
  ReplayReport followed = run(true);
  return sim::areSame(plain.races, followed.races) ? plain : followed;
}

} // namespace

ReplayReport replay(const Trace& trace, sim::Simulator& simulator, const sim::Model& model, const std::vector<OutputInfo>& outputs,
                    const EvaluationSettings& settings, const Baseline* baseline) {
  const sim::Schedule schedule = baseline != nullptr ? baseline->schedule : sim::Schedule();
  const bool follows = baseline != nullptr && baseline->followsSynchronisation;
  const std::uint8_t undefinedByte = baseline != nullptr ? baseline->undefinedByte : 0;
  return Replayer(simulator, model, outputs, settings, baseline, schedule, follows, undefinedByte).run(trace);
}

ReplayReport replayOriginal(const Trace& trace, sim::Simulator& simulator, const sim::Model& model, const std::vector<OutputInfo>& outputs,
                            const EvaluationSettings& settings) {
  return withFewestRaces([&](bool follows) { return Replayer(simulator, model, outputs, settings, nullptr, {}, follows, 0).run(trace); });
}

ReplayReport replayOriginalIn(const sim::Schedule& schedule, const Baseline& ascending, const Trace& trace, sim::Simulator& simulator,
                              const sim::Model& model, const std::vector<OutputInfo>& outputs, const EvaluationSettings& settings) {
  // Blocks that take turns may wait long; where one runs after the other, a block that waits for a later one waits forever.
  const double patience = schedule.order == sim::Schedule::Order::Interleaved ? 10 : 1;
  const double factor = patience * settings.budgetFactor;
  return withFewestRaces([&](bool follows) {
    Replayer replayer(simulator, model, outputs, settings, nullptr, schedule, follows, 0);
    replayer.limitTo(ascending, factor);
    return replayer.run(trace);
  });
}

ReplayReport replayWithUndefined(std::uint8_t byte, const Trace& trace, sim::Simulator& simulator, const sim::Model& model,
                                 const std::vector<OutputInfo>& outputs, const EvaluationSettings& settings) {
  return Replayer(simulator, model, outputs, settings, nullptr, {}, true, byte).run(trace);
}

Baseline baselineWithUndefined(std::uint8_t byte, const ReplayReport& original) {
  Baseline baseline = baselineOf(original);
  baseline.undefinedByte = byte;
  baseline.dependent = original.dependent;
  baseline.spread.clear(); // elements are left out one by one
  return baseline;
}

Baseline baselineOf(const ReplayReport& original, const sim::Schedule& schedule) {
  Baseline baseline;
  baseline.schedule = schedule;
  baseline.launchWarpInstructions = original.launchWarpInstructions;
  baseline.delivered = original.delivered;
  baseline.races = original.races;
  baseline.undefined = original.undefined;
  baseline.undefinedReads = original.undefinedReads;
  baseline.microseconds = original.microseconds;
  baseline.followsSynchronisation = original.followsSynchronisation;
  baseline.spread = original.spread;
  return baseline;
}

RunFigures recordedFigures(const Trace& trace, const std::vector<OutputInfo>& outputs) {
  RunFigures figures;
  for (const Event& event : trace.events) {
    if (!copiesToHost(event) || event.decision || event.data.empty()) continue;
    const OutputInfo* const output = event.output < outputs.size() ? &outputs[event.output] : nullptr;
    figures.push_back(figuresOf(event.output, elementTypeOf(output), event.data, ignoredOf(output, false)));
  }
  return figures;
}

sim::Schedule scheduleOfRun(std::uint32_t run) { return run == 0 ? sim::Schedule() : sim::Schedule{sim::Schedule::Order::Shuffled, run}; }

std::vector<sim::Schedule> otherSchedules(const sim::Simulator& original) {
  using Order = sim::Schedule::Order;
  std::vector<sim::Schedule> schedules{{Order::Descending, 0}, {Order::Shuffled, 1}, {Order::Shuffled, 2}};
  if (original.canInterleave())
    for (const std::uint64_t seed : {1, 2, 3}) schedules.push_back({Order::Interleaved, seed});
  return schedules;
}

} // namespace gevo::program
