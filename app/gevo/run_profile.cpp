#include "app/gevo/run_profile.h"

#include "app/gevo/output.h"
#include "core/format/number.h"
#include "core/format/quantity.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <sys/resource.h>

namespace gevo {

namespace {

double secondsOf(const timeval& time) { return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6; }

double share(double part, double whole) { return whole > 0 ? part / whole : 0; }

double rate(const EvolutionProgress& progress) { return share(static_cast<double>(progress.evaluations), progress.seconds); }

/// Seconds that workers spent evaluating, by the stages' clocks.
double busySeconds(const EvolutionProgress& progress) {
  const auto& stages = progress.stages.microseconds;
  return static_cast<double>(std::accumulate(stages.begin(), stages.end(), std::uint64_t(0))) * 1e-6;
}

/// Share of the workers' time outside of all stages: waiting, the protocol, and what no stage counts.
double idleShare(const RunProfile& profile) {
  return std::max(0.0, 1 - share(busySeconds(profile.progress), profile.progress.seconds * profile.workers));
}

double restSeconds(const RunProfile& profile) {
  return std::max(0.0, profile.mainSeconds - profile.progress.searchSeconds - profile.storeSeconds);
}

} // namespace

Usage usageSoFar() {
  rusage own{};
  rusage children{};
  getrusage(RUSAGE_SELF, &own);
  getrusage(RUSAGE_CHILDREN, &children);
  const auto peak = [](const rusage& usage) { return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024; };
  return {secondsOf(own.ru_utime) + secondsOf(own.ru_stime), secondsOf(children.ru_utime) + secondsOf(children.ru_stime), peak(own),
          peak(children)};
}

RunProfile profileOf(const EvolutionProgress& progress, unsigned workers, double storeSeconds, const Usage& before) {
  const Usage now = usageSoFar();
  return {progress, workers, storeSeconds, now.own - before.own, now.children - before.children, now.ownPeak, now.childPeak};
}

void printProfile(const RunProfile& profile) {
  const EvolutionProgress& progress = profile.progress;
  const double busy = busySeconds(progress);
  fmt::print("where the time went: {} in {}, {}\n", formatCounted(progress.evaluations, "evaluation"), formatDuration(progress.seconds),
             formatRate(rate(progress)));
  Table table({"stage", ">time", ">share", ">evaluations", ">each"});
  for (std::size_t stage = 0; stage < progress.stages.evaluations.size(); ++stage) {
    const std::uint64_t evaluations = progress.stages.evaluations[stage];
    const auto microseconds = static_cast<double>(progress.stages.microseconds[stage]);
    if (evaluations == 0) continue;
    table.add({stageName(static_cast<Stage>(stage)), formatSeconds(microseconds * 1e-6), formatPercent(share(microseconds * 1e-6, busy)),
               formatCount(evaluations), formatRuntime(microseconds / static_cast<double>(evaluations))});
  }
  fmt::print("{}", table.text());
  fmt::print("{}: {} of CPU, at no stage {}, the largest {}\n", formatCounted(profile.workers, "worker"),
             formatSeconds(profile.workerSeconds), formatPercent(idleShare(profile)), formatBytes(profile.workerPeak));
  fmt::print("main process: {} of CPU ({}): search {}, file {}, protocol and the rest {}; {}\n", formatSeconds(profile.mainSeconds),
             formatPercent(share(profile.mainSeconds, profile.mainSeconds + profile.workerSeconds)), formatSeconds(progress.searchSeconds),
             formatSeconds(profile.storeSeconds), formatSeconds(restSeconds(profile)), formatBytes(profile.mainPeak));
  for (const auto& [number, use] : profile.gpus)
    fmt::print("GPU {}: {}, {} more known before; busy {} of {}: checking {}, timing {}{}; {}, {}\n", number,
               formatCounted(use.jobs, "measurement"), formatCount(use.reused), formatPercent(share(use.busySeconds, use.seconds)),
               formatDuration(use.seconds), formatPercent(share(use.checkSeconds, use.seconds)),
               formatPercent(share(use.timeSeconds, use.seconds)),
               use.energySeconds > 0.001 ? fmt::format(", energy {}", formatPercent(share(use.energySeconds, use.seconds))) : "",
               formatCounted(use.deaths, "crash", "crashes"), formatCounted(use.hangs, "hang"));
}

nlohmann::json profileJson(const RunProfile& profile) {
  const EvolutionProgress& progress = profile.progress;
  nlohmann::json stages = nlohmann::json::object();
  for (std::size_t stage = 0; stage < progress.stages.evaluations.size(); ++stage) {
    if (progress.stages.evaluations[stage] == 0) continue;
    stages[stageName(static_cast<Stage>(stage))] = {{"evaluations", progress.stages.evaluations[stage]},
                                                    {"tries", progress.stages.evaluations[stage]}, // the old name of "evaluations"
                                                    {"seconds", static_cast<double>(progress.stages.microseconds[stage]) * 1e-6}};
  }
  nlohmann::json gpus = nlohmann::json::array();
  for (const auto& [number, use] : profile.gpus)
    gpus.push_back({{"gpu", number},
                    {"measurements", use.jobs},
                    {"reused", use.reused},
                    {"crashes", use.deaths},
                    {"hangs", use.hangs},
                    {"seconds", use.seconds},
                    {"busy_seconds", use.busySeconds},
                    {"check_seconds", use.checkSeconds},
                    {"time_seconds", use.timeSeconds},
                    {"energy_seconds", use.energySeconds}});
  return {{"gpus", gpus},
          {"evaluations", progress.evaluations},
          {"tries", progress.evaluations}, // the old name of "evaluations"
          {"seconds", progress.seconds},
          {"evaluations_per_second", rate(progress)},
          {"tries_per_second", rate(progress)}, // the old name
          {"stages", stages},
          {"workers",
           {{"count", profile.workers},
            {"cpu_seconds", profile.workerSeconds},
            {"idle", idleShare(profile)},
            {"peak_bytes", profile.workerPeak}}},
          {"main",
           {{"cpu_seconds", profile.mainSeconds},
            {"search_seconds", progress.searchSeconds},
            {"file_seconds", profile.storeSeconds},
            {"rest_seconds", restSeconds(profile)},
            {"peak_bytes", profile.mainPeak}}}};
}

} // namespace gevo
