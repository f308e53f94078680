#include "core/kernel/cuda/tmbl/population_runner.h"

#include "core/base/elapsed.h"

#include <array>

namespace gevo::cuda {

namespace {

using Clock = std::chrono::steady_clock;

/// Layout of the kernels' parameters (core/tmbl/ptx_text.h).
struct Parameters {
  Address inputs = 0;
  Address targets = 0;
  Address sums = 0;
  double centre = 0;
  std::uint32_t rows = 0;
  std::uint32_t first = 0;
};
static_assert(sizeof(Parameters) == 40);

/// A stream that does not wait for the context's first one.
constexpr unsigned nonBlocking = 1;

Result<Buffer> upload(Session& session, std::span<const float> values) {
  GEVO_TRY_ASSIGN(Buffer buffer, Buffer::make(session, std::max<std::size_t>(values.size_bytes(), sizeof(float))));
  GEVO_TRY(session.check(session.driver().copyToDevice(buffer.address(), values.data(), values.size_bytes(), session.stream()),
                         "copying fitness cases"));
  GEVO_TRY(session.wait("copying fitness cases"));
  return buffer;
}

} // namespace

struct PopulationRunner::LoadedModules {
  explicit LoadedModules(Session& owner) : session(owner) {}
  LoadedModules(const LoadedModules&) = delete;
  LoadedModules& operator=(const LoadedModules&) = delete;
  ~LoadedModules() {
    for (const Module module : modules) (void)session.driver().moduleUnload(module);
  }

  Session& session;
  std::vector<Module> modules;
  std::vector<Function> functions; ///< in the order of the launches
};

Result<PopulationRunner> PopulationRunner::make(Session& session, const tmbl::OpenRequest& cases) {
  PopulationRunner runner(session);
  GEVO_TRY_ASSIGN(runner.inputs_, upload(session, cases.values));
  GEVO_TRY_ASSIGN(runner.targets_, upload(session, cases.targets));
  for (Stream& stream : runner.streams_) GEVO_TRY(session.check(session.driver().streamCreate(&stream, nonBlocking), "making a stream"));
  runner.centre_ = cases.centre;
  runner.rows_ = static_cast<std::uint32_t>(cases.targets.size());
  runner.chunks_ = static_cast<std::uint32_t>((cases.targets.size() + tmbl::chunkCases - 1) / tmbl::chunkCases);
  return runner;
}

Result<void> PopulationRunner::launch(Function function, std::size_t first, std::size_t count) {
  Parameters parameters{inputs_.address(), targets_.address(), sums_.address(), centre_, rows_, static_cast<std::uint32_t>(first)};
  std::size_t bytes = sizeof parameters;
  std::array<void*, 5> extra{reinterpret_cast<void*>(launch_extra::buffer), &parameters, reinterpret_cast<void*>(launch_extra::bufferBytes),
                             &bytes, reinterpret_cast<void*>(launch_extra::end)};
  // In turn, so that kernels of few blocks fill the GPU together.
  const Stream stream = streams_[nextStream_++ % streams_.size()];
  return session_->check(session_->driver().launchKernel(function, static_cast<unsigned>(count), chunks_, 1, tmbl::lanes, 1, 1, 0, stream,
                                                         nullptr, extra.data()),
                         "launching a population");
}

Result<void> PopulationRunner::launchAll(const PopulationCode& code, const LoadedModules& loaded, tmbl::Dispatch dispatch) {
  std::size_t next = 0;
  for (const PopulationModule& module : code.modules) {
    if (dispatch != tmbl::Dispatch::Entries) {
      GEVO_TRY(launch(loaded.functions[next++], module.first, module.count));
      continue;
    }
    for (std::size_t i = 0; i < module.count; ++i) GEVO_TRY(launch(loaded.functions[next++], module.first + i, 1));
  }
  return {};
}

Result<void> PopulationRunner::evaluate(const PopulationCode& code, const LoadedModules& loaded, tmbl::Dispatch dispatch,
                                        std::uint32_t times) {
  for (std::uint32_t i = 0; i < times; ++i) GEVO_TRY(launchAll(code, loaded, dispatch));
  return session_->check(session_->driver().contextSynchronize(), "evaluating a population");
}

Result<tmbl::PopulationReply> PopulationRunner::run(const PopulationCode& code, tmbl::Dispatch dispatch, std::uint32_t launches) {
  const Driver& driver = session_->driver();
  const std::size_t individuals = code.modules.empty() ? 0 : code.modules.back().first + code.modules.back().count;
  tmbl::PopulationReply reply;
  reply.times = code.times;
  std::vector<tmbl::ErrorSums> chunkSums(individuals * chunks_);
  const std::size_t bytes = chunkSums.size() * sizeof chunkSums[0];
  if (bytes > sumBytes_) {
    GEVO_TRY_ASSIGN(sums_, Buffer::make(*session_, bytes));
    sumBytes_ = bytes;
  }

  LoadedModules loaded(*session_);
  auto begin = Clock::now();
  for (const PopulationModule& part : code.modules) {
    Module module = nullptr;
    GEVO_TRY(session_->check(driver.moduleLoadData(&module, part.code.c_str()), "loading a population"));
    loaded.modules.push_back(module);
    reply.codeBytes += part.code.size();
    const std::size_t entries = dispatch == tmbl::Dispatch::Entries ? part.count : 1;
    for (std::size_t i = 0; i < entries; ++i) {
      Function function = nullptr;
      GEVO_TRY(session_->check(driver.moduleGetFunction(&function, module, tmbl::kernelName(dispatch, i).c_str()),
                               "finding a population's kernel"));
      loaded.functions.push_back(function);
    }
  }
  reply.times.load = secondsSince(begin);

  // A first evaluation that is not timed, where there are several, finds the memory and the code cold.
  if (launches > 1) GEVO_TRY(evaluate(code, loaded, dispatch, 1));
  begin = Clock::now();
  GEVO_TRY(evaluate(code, loaded, dispatch, std::max(1U, launches)));
  reply.times.run = secondsSince(begin) / std::max(1U, launches);
  GEVO_TRY(session_->check(driver.copyToHost(chunkSums.data(), sums_.address(), bytes, session_->stream()), "reading sums"));
  GEVO_TRY(session_->wait("reading sums"));
  reply.sums.resize(individuals);
  for (std::size_t i = 0; i < individuals; ++i)
    for (std::size_t chunk = 0; chunk < chunks_; ++chunk) reply.sums[i] += chunkSums[i * chunks_ + chunk];
  return reply;
}

} // namespace gevo::cuda
