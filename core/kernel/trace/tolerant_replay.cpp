#include "core/kernel/trace/tolerant_replay.h"

#include "core/kernel/outputs/rejection_rules.h"
#include "core/kernel/trace/device_state.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gevo::program {

namespace {

class TolerantReplayer {
public:
  TolerantReplayer(sim::Simulator& simulator, const sim::Model& model, const std::vector<OutputInfo>& outputs,
                   const EvaluationSettings& settings, const Baseline& baseline, std::uint8_t undefinedByte)
      : model_(model), outputs_(outputs), settings_(settings), baseline_(baseline), undefinedByte_(undefinedByte), state_(simulator) {}

  TolerantReport run(const Trace& trace) {
    state_.tolerateUndefined(undefinedByte_);
    if (const Result<void> placed = state_.placeSymbols(); !placed) end(Reason::Unsupported, placed.error().message);
    for (const Event& event : trace.events)
      if (report_.reason != Reason::None || !step(event)) break;
    leaveOutKnown();
    return std::move(report_);
  }

private:
  /// False: nothing more can be said.
  bool step(const Event& event) {
    if (event.kind == EventKind::Launch) return launch(event);
    if (copiesToHost(event)) return check(event);
    if (event.kind == EventKind::TolerateUndefined) return true; // it does already
    const Result<void> applied = state_.apply(event);
    return applied || end(Reason::Unsupported, "the trace can't be replayed: " + applied.error().message);
  }

  bool launch(const Event& event) {
    sim::Limits limits;
    limits.lanesInLockstep = settings_.races == RacePolicy::Warp;
    limits.followsSynchronisation = baseline_.followsSynchronisation;
    limits.checkRaces = settings_.races != RacePolicy::Flag;
    limits.reach = tolerantReach;
    limits.losesStoresOutside = true;
    if (launches_ < baseline_.launchWarpInstructions.size())
      limits.warpInstructions = launchBudget(baseline_.launchWarpInstructions[launches_], settings_.budgetFactor);
    ++launches_;
    const sim::LaunchReport launched = state_.launch(event, limits);
    report_.microseconds += model_.microseconds(launched.statistics.cycles);
    sim::collect(report_.races, launched.races);
    sim::collect(report_.undefined, launched.undefined);
    sim::collect(report_.undefinedReads, launched.undefinedReads);
    return !launched.fault || end(reasonOf(launched.fault->kind), launched.fault->message());
  }

  bool check(const Event& event) {
    if (event.data.empty()) return true;
    const Result<std::uint64_t> address = state_.sourceOf(event);
    const std::uint8_t* const delivered = address ? state_.memory().view(*address, event.data.size()) : nullptr;
    if (delivered == nullptr) return end(Reason::Unsupported, "a copy to the host lies outside of memory");
    const std::size_t copy = copies_++;
    if (lacks(*address, event.data.size(), copy)) return differ(event, Reason::Uninitialised, "a result was never written", infinite);
    const OutputInfo* const output = event.output < outputs_.size() ? &outputs_[event.output] : nullptr;
    const double spread = event.output < baseline_.spread.size() ? baseline_.spread[event.output] : 0;
    const OutputComparison found =
        compareWithOriginal(output, event.output, event.data, ByteView(delivered, event.data.size()), settings_, event.decision, spread);
    return differ(event, found.reason, found.message, found.error);
  }

  /// False where the program would go on in another way.
  bool differ(const Event& event, Reason reason, const std::string& message, double error) {
    const bool hasNoError = reason != Reason::None && reason != Reason::WrongOutput;
    report_.error = std::max(report_.error, hasNoError || std::isnan(error) ? infinite : error);
    if (reason != Reason::None && report_.results == Reason::None) {
      report_.results = reason;
      report_.difference = message;
    }
    return reason == Reason::None || !event.decision;
  }

  /// A byte that the original writes.
  bool lacks(std::uint64_t address, std::size_t size, std::size_t copy) {
    const std::uint8_t* const written = state_.memory().written(address, size);
    if (written == nullptr || copy >= baseline_.delivered.size()) return false;
    const Bytes& expected = baseline_.delivered[copy];
    for (std::size_t i = 0; i < size; ++i)
      if (written[i] == 0 && (expected.empty() || expected[i] != 0)) return true;
    return false;
  }

  bool end(Reason reason, std::string message) {
    report_.reason = reason;
    report_.message = std::move(message);
    return false;
  }

  void leaveOutKnown() {
    const auto leaveOut = [](auto& found, const auto& known) {
      std::erase_if(found,
                    [&](const auto& one) { return std::ranges::any_of(known, [&](const auto& other) { return one.isExcusedBy(other); }); });
    };
    leaveOut(report_.races, baseline_.races);
    leaveOut(report_.undefined, baseline_.undefined);
    leaveOut(report_.undefinedReads, baseline_.undefinedReads);
  }

  static constexpr double infinite = std::numeric_limits<double>::infinity();

  const sim::Model& model_;
  const std::vector<OutputInfo>& outputs_;
  const EvaluationSettings& settings_;
  const Baseline& baseline_;
  std::uint8_t undefinedByte_;
  DeviceState state_;
  TolerantReport report_;
  std::size_t launches_ = 0;
  std::size_t copies_ = 0;
};

} // namespace

TolerantReport replayTolerantly(const Trace& trace, sim::Simulator& simulator, const sim::Model& model,
                                const std::vector<OutputInfo>& outputs, const EvaluationSettings& settings, const Baseline& baseline,
                                std::uint8_t undefinedByte) {
  return TolerantReplayer(simulator, model, outputs, settings, baseline, undefinedByte).run(trace);
}

} // namespace gevo::program
