#pragma once

/// Runs probes on a GPU. A faulting probe breaks the context: every later call is an error too.

#include "core/kernel/cuda/device/session.h"

#include <map>
#include <span>
#include <vector>

namespace gevo::cuda {

/// Summary of repeated measurements.
struct Repeats {
  double median = 0;
  double spread = 0; ///< half the range of the middle half, as a share of the median
};
/// At least one value.
Repeats summarise(std::vector<double> values);

struct ProbeLaunch {
  unsigned blocks = 1;
  unsigned threads = 32;
  std::uint32_t shared = 0; ///< bytes
  Address data = 0;
  std::uint32_t count = 1;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
};

struct ProbeTimes {
  double cycles = 0;                 ///< from the first warp's begin to the last one's end; meaningless for several multiprocessors
  double microseconds = 0;           ///< by events around the launch, as variants are timed
  std::vector<std::uint64_t> clocks; ///< begin and end of each warp
};

class ProbeRunner {
public:
  static Result<ProbeRunner> make(Session& session, const std::string& ptx);
  ProbeRunner(ProbeRunner&&) noexcept = default;
  ProbeRunner& operator=(ProbeRunner&&) = delete;

  Result<ProbeTimes> run(const std::string& kernel, const ProbeLaunch& launch);
  /// Microseconds of so many launches of a kernel, one after the other.
  Result<double> row(const std::string& kernel, const ProbeLaunch& launch, unsigned launches);

  Session& session() { return *session_; }

private:
  struct Loaded {
    Session* session = nullptr;
    Module module = nullptr;
    Event begin = nullptr;
    Event end = nullptr;
    Loaded() = default;
    Loaded(const Loaded&) = delete;
    Loaded& operator=(const Loaded&) = delete;
    ~Loaded();
  };
  explicit ProbeRunner(Session& session) : session_(&session), loaded_(std::make_unique<Loaded>()) {}
  Result<Function> find(const std::string& kernel);
  Result<void> launchOnce(Function function, const ProbeLaunch& launch);
  Result<double> elapsed();

  Session* session_;
  std::unique_ptr<Loaded> loaded_;
  Buffer clocks_;
  std::map<std::string, Function> functions_;
};

} // namespace gevo::cuda
