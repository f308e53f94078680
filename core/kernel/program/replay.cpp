#include "core/kernel/program/replay.h"

#include "core/kernel/program/metrics.h"

#include <algorithm>
#include <cmath>

namespace gevo::program {
namespace {

/// A launch that needs almost nothing may still grow by this much before its budget ends it.
constexpr std::uint64_t smallestBudget = 4096;

Reason reasonOf(sim::FaultKind kind) {
  switch (kind) {
  case sim::FaultKind::OutOfBounds:
    return Reason::OutOfBounds;
  case sim::FaultKind::Misaligned:
    return Reason::Misaligned;
  case sim::FaultKind::Uninitialised:
    return Reason::Uninitialised;
  case sim::FaultKind::BarrierDivergence:
    return Reason::BarrierDivergence;
  case sim::FaultKind::Budget:
    return Reason::Budget;
  case sim::FaultKind::NoProgress:
    return Reason::NoProgress;
  case sim::FaultKind::Unsupported:
    return Reason::Unsupported;
  case sim::FaultKind::Trap:
  case sim::FaultKind::StackOverflow:
  case sim::FaultKind::BadLaunch:
    return Reason::Trap;
  }
  return Reason::Trap;
}

std::string errorText(double error, Metric metric) {
  if (metric == Metric::MaxRelative || metric == Metric::Mismatch) return fmt::format("{} {:.3g} %", metricName(metric), error * 100);
  return fmt::format("{} {:.3g}", metricName(metric), error);
}

class Replayer {
public:
  Replayer(sim::Simulator& simulator, const sim::Model& model, const std::vector<OutputInfo>& outputs, const EvaluationSettings& settings,
           const Baseline* baseline)
      : simulator_(simulator), model_(model), outputs_(outputs), settings_(settings), baseline_(baseline) {}

  ReplayReport run(const Tape& tape) {
    if (!succeeded(simulator_.placeSymbols(memory_))) return std::move(report_);
    for (const Event& event : tape.events)
      if (!step(event)) break;
    return std::move(report_);
  }

private:
  bool step(const Event& event) {
    switch (event.kind) {
    case EventKind::Allocate:
      return succeeded(memory_.allocateAt(event.address, event.size));
    case EventKind::Free:
      return succeeded(memory_.free(event.address));
    case EventKind::CopyToDevice:
      return succeeded(memory_.write(event.address, event.data));
    case EventKind::CopyOnDevice:
      return succeeded(memory_.copy(event.address, event.source, event.size));
    case EventKind::Memset:
      return succeeded(memory_.fill(event.address, static_cast<std::uint8_t>(event.value), event.size));
    case EventKind::Launch:
      return launch(event);
    case EventKind::CopyToHost:
      return check(event, event.address);
    case EventKind::WriteSymbol:
    case EventKind::ReadSymbol:
      return accessSymbol(event);
    }
    return reject(Reason::Unsupported, "the tape holds an event that this version does not know");
  }

  bool accessSymbol(const Event& event) {
    const auto symbol = simulator_.symbol(event.name);
    if (!symbol) return reject(Reason::Unsupported, fmt::format("the variable {} is no longer in the module", event.name));
    if (event.kind == EventKind::ReadSymbol) return check(event, symbol->address + event.address);
    return succeeded(memory_.write(symbol->address + event.address, event.data));
  }

  bool launch(const Event& event) {
    const sim::LaunchReport launched =
        simulator_.launch({event.name, event.grid, event.block, event.dynamicShared, event.data}, memory_, limits());
    report_.launchWarpInstructions.push_back(launched.statistics.warpInstructions);
    report_.microseconds += model_.microseconds(launched.statistics.cycles);
    for (const sim::Race& race : launched.races) noteRace(race);
    if (launched.fault) return reject(reasonOf(launched.fault->kind), launched.fault->sentence());
    return judgeRaces(launched.races);
  }

  sim::Limits limits() const {
    sim::Limits limits;
    limits.warpLockStep = settings_.races == RacePolicy::Warp;
    const std::size_t index = report_.launchWarpInstructions.size();
    if (baseline_ == nullptr || index >= baseline_->launchWarpInstructions.size()) return limits;
    const double allowed = std::ceil(settings_.budgetFactor * static_cast<double>(baseline_->launchWarpInstructions[index]));
    limits.warpInstructions = std::max(smallestBudget, static_cast<std::uint64_t>(allowed));
    return limits;
  }

  void noteRace(const sim::Race& race) {
    const auto same = [&](const sim::Race& known) { return known.key() == race.key(); };
    if (std::none_of(report_.races.begin(), report_.races.end(), same)) report_.races.push_back(race);
  }

  bool judgeRaces(const std::vector<sim::Race>& races) {
    if (baseline_ == nullptr || settings_.races == RacePolicy::Flag) return true;
    for (const sim::Race& race : races) {
      const auto same = [&](const sim::Race& known) { return known.key() == race.key(); };
      if (std::none_of(baseline_->races.begin(), baseline_->races.end(), same)) return reject(Reason::Race, race.sentence());
    }
    return true;
  }

  /// Compares what a copy to the host delivers with the tape's oracle.
  bool check(const Event& event, std::uint64_t address) {
    if (event.data.empty()) return true;
    const std::uint8_t* delivered = memory_.view(address, event.data.size());
    if (delivered == nullptr)
      return reject(Reason::Unsupported, fmt::format("a copy from {:#x} to the host lies outside of memory", address));
    if (!checkWritten(address, event.data.size())) return false;
    const OutputInfo* output = event.output < outputs_.size() ? &outputs_[event.output] : nullptr;
    const ElementType type = output != nullptr ? parseElementType(output->type).value_or(ElementType::U8) : ElementType::U8;
    const Comparison found = compare(type, event.data, ByteView(delivered, event.data.size()), settings_.metric);
    if (!found.differs) return true;
    const std::string where =
        fmt::format("output {}, element {}: {} instead of {}", output != nullptr ? output->name : std::to_string(event.output),
                    found.element, found.got, found.expected);
    if (event.decision) return reject(Reason::Decision, where + ", and the program launches more kernels after reading it");
    if (found.notFinite) return reject(Reason::NotFinite, where);
    const double allowed = toleranceOf(output, type);
    report_.error = std::max(report_.error, allowed > 0 ? found.error * (settings_.tolerance / allowed) : found.error);
    if (allowed <= 0 || found.error > allowed || std::isnan(found.error))
      return reject(Reason::WrongOutput, fmt::format("{} ({})", where, errorText(found.error, settings_.metric)));
    return true;
  }

  /// Largest valid error; 0: none. The error of an output that has a tolerance of its own counts as the same share of the run's.
  double toleranceOf(const OutputInfo* output, ElementType type) const {
    if (settings_.mode == Mode::Exact || settings_.tolerance <= 0) return 0;
    if (output != nullptr && output->tolerance) return *output->tolerance;
    return isFloating(type) ? settings_.tolerance : 0;
  }

  /// Memory that nobody wrote holds anything on a GPU: it is no result, whatever it holds here. What the original does not
  /// write either (padding, a row that no thread has) is excused.
  bool checkWritten(std::uint64_t address, std::size_t size) {
    const std::uint8_t* written = memory_.written(address, size);
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

  bool reject(Reason reason, std::string detail) {
    report_.reason = reason;
    report_.detail = std::move(detail);
    return false;
  }
  bool succeeded(const Result<void>& result) {
    return result.has_value() || reject(Reason::Unsupported, "the tape can't be replayed: " + result.error().message);
  }

  sim::Simulator& simulator_;
  const sim::Model& model_;
  const std::vector<OutputInfo>& outputs_;
  const EvaluationSettings& settings_;
  const Baseline* baseline_;
  sim::GlobalMemory memory_;
  ReplayReport report_;
  std::size_t copies_ = 0; ///< to the host so far
};

} // namespace

ReplayReport replay(const Tape& tape, sim::Simulator& simulator, const sim::Model& model, const std::vector<OutputInfo>& outputs,
                    const EvaluationSettings& settings, const Baseline* baseline) {
  return Replayer(simulator, model, outputs, settings, baseline).run(tape);
}

} // namespace gevo::program
