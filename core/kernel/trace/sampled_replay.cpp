#include "core/kernel/trace/sampled_replay.h"

#include "core/kernel/outputs/rejection_rules.h"
#include "core/kernel/trace/device_state.h"

namespace gevo::program {

namespace {

/// A variable that a variant's code has no use for is not in its module.
bool mayBeMissing(const Event& event) { return event.kind == EventKind::CopyToDevice && event.address >= sim::symbolBase; }

} // namespace

Result<std::vector<LaunchSample>> samplesOf(const Trace& trace) {
  std::vector<LaunchSample> samples;
  for (const Event& event : trace.events) {
    if (event.kind != EventKind::Sample) continue;
    GEVO_TRY_ASSIGN(LaunchSample sample, sampleOf(event));
    samples.push_back(std::move(sample));
  }
  return samples;
}

SampledTimes replaySampled(const Trace& trace, sim::Simulator& simulator, const sim::Model& model, const SampledTimes* original,
                           double budgetFactor) {
  SampledTimes times;
  const auto reject = [&](Reason reason, std::string message) {
    times.reason = reason;
    times.message = std::move(message);
    return times;
  };
  DeviceState state(simulator);
  if (const Result<void> placed = state.placeSymbols(); !placed) return reject(Reason::Unsupported, placed.error().message);
  LaunchSample sample;
  for (const Event& event : trace.events) {
    if (event.kind == EventKind::Sample) {
      Result<LaunchSample> read = sampleOf(event);
      if (!read) return reject(Reason::Unsupported, read.error().message);
      sample = std::move(*read);
    } else if (event.kind != EventKind::Launch) {
      const Result<void> applied = state.apply(event);
      if (!applied && !mayBeMissing(event)) return reject(Reason::Unsupported, applied.error().message);
    } else {
      sim::Limits limits;
      limits.checkRaces = false;
      const std::size_t index = times.instructions.size();
      if (original != nullptr && index < original->instructions.size())
        limits.warpInstructions = launchBudget(original->instructions[index], budgetFactor);
      const sim::LaunchReport report = state.launch(event, limits, &sample.blocks);
      times.microseconds.push_back(model.microseconds(report.statistics.cycles));
      times.instructions.push_back(report.statistics.warpInstructions);
      if (report.fault) return reject(reasonOf(report.fault->kind), report.fault->message());
    }
  }
  return times;
}

double wholeRun(const std::vector<LaunchSample>& samples, const SampledTimes& original, const SampledTimes& variant) {
  double sum = 0;
  for (std::size_t i = 0; i < samples.size() && i < variant.microseconds.size() && i < original.microseconds.size(); ++i) {
    const double ratio = original.microseconds[i] > 0 ? variant.microseconds[i] / original.microseconds[i] : 1;
    sum += samples[i].copies * samples[i].microseconds * ratio;
  }
  return sum;
}

} // namespace gevo::program
