#include "core/kernel/build/record_workload.h"

#include "core/format/number.h"
#include "core/kernel/trace/sampled_replay.h"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

namespace gevo::program {

namespace {

/// Of the times that a full run and one of samples alone tell.
constexpr double steadyWithin = 0.05;

/// By kernel, of a trace whose launches ran in full: what samples alone say too much or too little.
struct Correction {
  double touched = 0; ///< what a launch touches of memory, by what as many blocks as it has would touch apart from each other
  double time = 0;    ///< what it takes, by what its samples tell
  double weight = 0;
};

Result<std::map<std::string, Correction>> correctionsOf(const Trace& own, OriginalKernels kernels) {
  GEVO_TRY_ASSIGN(const std::vector<LaunchSample> samples, samplesOf(own));
  const SampledTimes times = replaySampled(own, kernels.simulator, kernels.model, nullptr, 1);
  if (!times.valid()) return fail("the original's workload does not run again: {}", times.message);
  std::map<std::string, Correction> corrections;
  std::size_t at = 0;
  for (const Event& event : own.events) {
    if (event.kind != EventKind::Launch || at >= samples.size() || at >= times.microseconds.size()) continue;
    const LaunchSample& sample = samples[at];
    const double alone =
        static_cast<double>(event.grid[0]) * event.grid[1] * event.grid[2] / static_cast<double>(sample.blocks.blocks.size());
    const double weight = sample.copies * sample.microseconds;
    Correction& correction = corrections[event.name];
    correction.touched += weight * sample.blocks.touched / alone;
    correction.time += weight * (times.microseconds[at] > 0 ? sample.microseconds / times.microseconds[at] : 1);
    correction.weight += weight;
    ++at;
  }
  return corrections;
}

Result<void> setSteady(Trace& trace, bool isSteady) {
  for (Event& event : trace.events) {
    if (event.kind != EventKind::Sample) continue;
    GEVO_TRY_ASSIGN(LaunchSample sample, sampleOf(event));
    sample.isSteady = isSteady;
    event = sampleEvent(sample);
  }
  return {};
}

/// Each sample's time, from its blocks and the corrections.
Result<void> correct(Trace& trace, const std::map<std::string, Correction>& corrections, OriginalKernels kernels) {
  const auto correctionFor = [&](const std::string& kernel) -> const Correction* {
    const auto known = corrections.find(kernel);
    return known != corrections.end() && known->second.weight > 0 ? &known->second : nullptr;
  };
  std::vector<Event*> sampleEvents;
  for (std::size_t i = 0; i + 1 < trace.events.size(); ++i) {
    Event& event = trace.events[i];
    if (event.kind != EventKind::Sample) continue;
    sampleEvents.push_back(&event);
    const Correction* const known = correctionFor(trace.events[i + 1].name);
    if (known == nullptr) continue;
    GEVO_TRY_ASSIGN(LaunchSample sample, sampleOf(event));
    sample.blocks.touched = std::max(1.0, sample.blocks.touched * known->touched / known->weight);
    event = sampleEvent(sample);
  }
  const SampledTimes times = replaySampled(trace, kernels.simulator, kernels.model, nullptr, 1);
  if (!times.valid()) return fail("the workload does not run: {}", times.message);
  for (std::size_t i = 0; i < sampleEvents.size() && i < times.microseconds.size(); ++i) {
    GEVO_TRY_ASSIGN(LaunchSample sample, sampleOf(*sampleEvents[i]));
    const Correction* const known = correctionFor((sampleEvents[i] + 1)->name);
    sample.microseconds = times.microseconds[i] * (known != nullptr ? known->time / known->weight : 1);
    *sampleEvents[i] = sampleEvent(sample);
  }
  return {};
}

} // namespace

Result<double> timeOfWorkload(const Trace& sampled) {
  GEVO_TRY_ASSIGN(const std::vector<LaunchSample> samples, samplesOf(sampled));
  return std::accumulate(samples.begin(), samples.end(), 0.0,
                         [](double sum, const LaunchSample& sample) { return sum + sample.copies * sample.microseconds; });
}

Result<Recording> recordWorkload(RecordRequest request, const std::string& arguments, OriginalKernels kernels) {
  request.sampling = Sampling::All;
  GEVO_TRY_ASSIGN(Recording recording, recordTrace(request, arguments));
  request.sampling = Sampling::Samples;
  request.limit = WorkLimit{std::max(recording.times.whole, std::chrono::milliseconds(1000))};
  GEVO_TRY_ASSIGN(const auto corrections, correctionsOf(recording.trace, kernels));
  GEVO_TRY_ASSIGN(const double all, timeOfWorkload(recording.trace));
  const auto timeAlone = [&]() -> Result<double> {
    GEVO_TRY_ASSIGN(Recording alone, recordTrace(request, arguments));
    GEVO_TRY(correct(alone.trace, corrections, kernels));
    return timeOfWorkload(alone.trace);
  };
  const Result<double> alone = timeAlone();
  const bool isSteady = alone && std::abs(*alone / all - 1) < steadyWithin;
  GEVO_TRY(setSteady(recording.trace, isSteady));
  return recording;
}

Result<Recording> recordWorkload(RecordRequest request, const std::string& arguments, OriginalKernels kernels, const Trace& own,
                                 OriginalKernels ownKernels) {
  GEVO_TRY_ASSIGN(const std::vector<LaunchSample> samples, samplesOf(own));
  const bool isSteady = !samples.empty() && samples.front().isSteady;
  request.sampling = isSteady ? Sampling::Samples : Sampling::All;
  GEVO_TRY_ASSIGN(Recording recording, recordTrace(request, arguments));
  if (!isSteady) return recording;
  GEVO_TRY_ASSIGN(const auto corrections, correctionsOf(own, ownKernels));
  GEVO_TRY(correct(recording.trace, corrections, kernels));
  GEVO_TRY(setSteady(recording.trace, true));
  return recording;
}

std::string noteOfSamples(const Trace& sampled, const std::string& arguments) {
  const Result<std::vector<LaunchSample>> samples = samplesOf(sampled);
  if (!samples || samples->empty()) return {};
  std::uint64_t launches = 0;
  double microseconds = 0;
  for (const LaunchSample& sample : *samples) {
    launches += sample.launches;
    microseconds += sample.copies * sample.microseconds;
  }
  return fmt::format("the workload \"{}\" takes {:.4g} ms of kernel time, simulated; variants run some blocks of {} of its {}{}", arguments,
                     microseconds / 1000, samples->size(), formatCounted(launches, "launch", "launches"),
                     samples->front().isSteady ? ""
                                               : "; its time depends on what it computes, so that other parameters take a full run each");
}

} // namespace gevo::program
