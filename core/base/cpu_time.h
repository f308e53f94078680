#pragma once

/// CPU time of the calling thread, seconds. Unlike wall clock it does not count waiting.

#include <ctime>

namespace gevo {

inline double threadCpuSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Adds the CPU time of its scope to a sum.
class CpuClock {
public:
  explicit CpuClock(double& sum) : sum_(sum) {}
  ~CpuClock() { sum_ += threadCpuSeconds() - begin_; }
  CpuClock(const CpuClock&) = delete;
  CpuClock& operator=(const CpuClock&) = delete;

private:
  double& sum_;
  double begin_ = threadCpuSeconds();
};

} // namespace gevo
