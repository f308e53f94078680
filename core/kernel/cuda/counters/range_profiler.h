#pragma once

/// Counters of each launch in a range, by CUPTI. The GPU counts few things at once, so that the launches have to be repeated: once for each
/// pass.

#include "core/kernel/cuda/counters/cupti.h"
#include "core/kernel/cuda/device/session.h"

#include <functional>
#include <optional>

namespace gevo::cuda {

class RangeProfiler {
public:
  /// `metrics`: names as in ncu. Those that this GPU lacks are left out; at least one has to be there. At most `launches` at once.
  static Result<RangeProfiler> open(Session& session, const std::vector<std::string>& metrics, std::size_t launches);
  RangeProfiler(RangeProfiler&& other) noexcept;
  RangeProfiler& operator=(RangeProfiler&&) = delete;
  ~RangeProfiler();

  /// Calls `pass` until all is counted. It makes the same launches each time, between the two calls that it is given, and waits for them
  /// before the second.
  using Call = std::function<Result<void>()>;
  using Pass = std::function<Result<void>(const Call& begin, const Call& end)>;
  /// By launch and metric; not a number: the GPU lacks it.
  Result<std::vector<std::vector<double>>> count(const Pass& pass);

private:
  RangeProfiler(Session& session, const Cupti& cupti) : session_(&session), cupti_(&cupti) {}
  Result<void> openHost();
  Result<void> choose(const std::vector<std::string>& metrics);
  Result<void> configure();
  Result<void> prepareData();
  Result<std::vector<double>> valuesOf(std::size_t range);

  Session* session_;
  const Cupti* cupti_;
  std::size_t launches_ = 0;
  std::vector<std::uint8_t> availability_; ///< the host's, as long as it is open
  cupti::Host host_ = nullptr;
  cupti::Profiler profiler_ = nullptr;
  std::vector<std::string> known_;                 ///< of the metrics
  std::vector<const char*> names_;                 ///< the same, for CUPTI
  std::vector<std::optional<std::size_t>> places_; ///< of all metrics, in `known_`
  std::vector<std::uint8_t> config_;
  std::vector<std::uint8_t> data_;
};

} // namespace gevo::cuda
