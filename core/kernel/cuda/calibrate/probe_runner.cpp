#include "core/kernel/cuda/calibrate/probe_runner.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gevo::cuda {

namespace {

constexpr std::size_t mostWarps = 1 << 14;
constexpr unsigned warpThreads = 32;

/// Layout of the kernels' parameters.
struct Parameters {
  Address clocks = 0;
  Address data = 0;
  std::uint32_t count = 0;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
};
constexpr std::size_t parameterBytes = 28;

std::size_t warpsOf(const ProbeLaunch& launch) {
  return static_cast<std::size_t>(launch.blocks) * ((launch.threads + warpThreads - 1) / warpThreads);
}

} // namespace

Repeats summarise(std::vector<double> values) {
  std::ranges::sort(values);
  const auto at = [&](double share) {
    const double position = share * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(position);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    return values[below] + (position - static_cast<double>(below)) * (values[above] - values[below]);
  };
  const double median = at(0.5);
  return {median, median == 0 ? 0 : std::abs((at(0.75) - at(0.25)) / 2 / median)};
}

ProbeRunner::Loaded::~Loaded() {
  if (session == nullptr) return;
  if (begin != nullptr) (void)session->driver().eventDestroy(begin);
  if (end != nullptr) (void)session->driver().eventDestroy(end);
  if (module != nullptr) (void)session->driver().moduleUnload(module);
}

Result<ProbeRunner> ProbeRunner::make(Session& session, const std::string& ptx) {
  ProbeRunner runner(session);
  Loaded& loaded = *runner.loaded_;
  loaded.session = &session;
  const Driver& driver = session.driver();
  Result<void> made = session.check(driver.moduleLoadData(&loaded.module, ptx.c_str()), "loading the probes");
  if (made) made = session.check(driver.eventCreate(&loaded.begin, 0), "making an event");
  if (made) made = session.check(driver.eventCreate(&loaded.end, 0), "making an event");
  GEVO_TRY_ASSIGN(Buffer clocks, made ? Buffer::make(session, mostWarps * 2 * sizeof(std::uint64_t)) : std::unexpected(made.error()));
  runner.clocks_ = std::move(clocks);
  return runner;
}

Result<Function> ProbeRunner::find(const std::string& kernel) {
  if (const auto found = functions_.find(kernel); found != functions_.end()) return found->second;
  Function function = nullptr;
  const Driver& driver = session_->driver();
  Result<void> ready = session_->check(driver.moduleGetFunction(&function, loaded_->module, kernel.c_str()), "finding " + kernel);
  if (ready)
    ready = session_->check(
        driver.functionSetAttribute(function, function_attribute::maxDynamicShared, static_cast<int>(session_->gpu().sharedBytes)),
        "asking for all shared memory");
  GEVO_TRY(ready);
  return functions_[kernel] = function;
}

Result<void> ProbeRunner::launchOnce(Function function, const ProbeLaunch& launch) {
  Parameters parameters{clocks_.address(), launch.data, launch.count, launch.a, launch.b};
  std::size_t bytes = parameterBytes;
  std::array<void*, 5> extra{reinterpret_cast<void*>(launch_extra::buffer), &parameters, reinterpret_cast<void*>(launch_extra::bufferBytes),
                             &bytes, reinterpret_cast<void*>(launch_extra::end)};
  return session_->check(session_->driver().launchKernel(function, launch.blocks, 1, 1, launch.threads, 1, 1, launch.shared,
                                                         session_->stream(), nullptr, extra.data()),
                         "launching a probe");
}

Result<double> ProbeRunner::elapsed() {
  float milliseconds = 0;
  GEVO_TRY(
      session_->check(session_->driver().eventElapsedTime(&milliseconds, loaded_->begin, loaded_->end), "reading the time of a probe"));
  return milliseconds * 1e3;
}

Result<double> ProbeRunner::row(const std::string& kernel, const ProbeLaunch& launch, unsigned launches) {
  GEVO_TRY_ASSIGN(const Function function, find(kernel));
  const Driver& driver = session_->driver();
  // The GPU is held while the launches are queued, as in the timing of variants, so that queueing does not count.
  GEVO_TRY_ASSIGN(const Function busy, find("gevo_probe_spin"));
  constexpr std::uint32_t cyclesToBegin = 60'000;
  constexpr std::uint32_t cyclesToQueue = 12'000;
  Result<void> done = launchOnce(busy, {.count = cyclesToBegin + launches * cyclesToQueue});
  if (done) done = session_->check(driver.eventRecord(loaded_->begin, session_->stream()), "recording an event");
  for (unsigned i = 0; done && i < launches; ++i) done = launchOnce(function, launch);
  if (done) done = session_->check(driver.eventRecord(loaded_->end, session_->stream()), "running the probe " + kernel);
  if (done) done = session_->wait("running the probe " + kernel);
  GEVO_TRY(done);
  return elapsed();
}

Result<ProbeTimes> ProbeRunner::run(const std::string& kernel, const ProbeLaunch& launch) {
  GEVO_TRY_ASSIGN(const double time, row(kernel, launch, 1));
  ProbeTimes times;
  times.microseconds = time;
  if (warpsOf(launch) > mostWarps) return times;
  times.clocks.resize(2 * warpsOf(launch));
  Result<void> read = session_->check(session_->driver().copyToHost(times.clocks.data(), clocks_.address(),
                                                                    times.clocks.size() * sizeof(std::uint64_t), session_->stream()),
                                      "reading clocks");
  if (read) read = session_->wait("reading clocks");
  GEVO_TRY(read);
  std::uint64_t first = times.clocks[0];
  std::uint64_t last = times.clocks[1];
  for (std::size_t i = 0; i < times.clocks.size(); i += 2) {
    first = std::min(first, times.clocks[i]);
    last = std::max(last, times.clocks[i + 1]);
  }
  times.cycles = last > first ? static_cast<double>(last - first) : 0;
  return times;
}

} // namespace gevo::cuda
