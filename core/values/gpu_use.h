#pragma once

/// What the process that runs a GPU (`gevo-worker gpu`) has used it for so far.

#include <cstdint>

namespace gevo {

struct GpuUse {
  std::uint64_t jobs = 0;   ///< measured
  std::uint64_t reused = 0; ///< replies from earlier measurements
  std::uint64_t deaths = 0; ///< of processes that held a context: crashes of kernels
  std::uint64_t hangs = 0;
  double seconds = 0;       ///< wall clock since the process began
  double busySeconds = 0;   ///< the GPU had a job
  double checkSeconds = 0;  ///< of these in replays whose results are compared with the original's
  double timeSeconds = 0;   ///< of these in replays that are timed
  double energySeconds = 0; ///< of these in replays whose energy is measured
};

template <class Archive> void fields(Archive& a, GpuUse& u) {
  a(u.jobs, u.reused, u.deaths, u.hangs, u.seconds, u.busySeconds, u.checkSeconds, u.timeSeconds, u.energySeconds);
}

} // namespace gevo
