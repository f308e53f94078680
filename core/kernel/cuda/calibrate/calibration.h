#pragma once

/// The measurements of `calibrate`, by the model's figures.

#include "core/kernel/cuda/calibrate/chains.h"
#include "core/kernel/cuda/calibrate/probe_runner.h"

#include <functional>
#include <set>

namespace gevo::cuda {

struct MeasuredFigure {
  double value = 0;
  double spread = 0; ///< as in Repeats
  std::string note;
};

class Calibration {
public:
  Calibration(ProbeRunner& runner, unsigned repeats, unsigned schedulers) : runner_(runner), repeats_(repeats), schedulers_(schedulers) {}

  /// By "section.key"; for pairs by "section.key slots" and "section.key latency".
  const std::map<std::string, MeasuredFigure>& figures() const { return figures_; }
  /// Why impossible results were discarded, by the same names.
  const std::map<std::string, std::string>& doubts() const { return doubts_; }
  const std::vector<std::string>& notes() const { return notes_; }

  // Each adds to the figures above; later ones need the clock and the simple operations.
  Result<void> askDriver();
  Result<void> measureClock();
  Result<void> measureInstructions();
  Result<void> measureControl();
  Result<void> measureShared();
  Result<void> measureCaches();
  Result<void> measureMemory();
  Result<void> measureThroughput();
  Result<void> measureAtomics();
  Result<void> measureLaunches();

  /// Kernels that the measurements run, besides those of otherKernels().
  static std::vector<std::string> chainKernels();

private:
  struct ChainLaunch {
    unsigned links = 8; ///< of the shorter
    unsigned chains = 1;
    ProbeLaunch launch;
  };
  void put(const std::string& figure, double value, double spread, std::string note);
  void put(const std::string& figure, const Repeats& repeats, std::string note) {
    put(figure, repeats.median, repeats.spread, std::move(note));
  }
  /// Cycles of a link of all chains: the difference between the longer and the shorter loop, so that all overhead cancels.
  Result<Repeats> cyclesOfLink(const Chain& chain, ChainLaunch chosen);
  /// Latency of the first `timed` loads of a ring of `bytes`; cold: with empty caches.
  Result<Repeats> chase(const std::string& kernel, std::uint64_t bytes, bool cold);
  /// By events around a launch, after a warm-up.
  Result<Repeats> microseconds(const std::string& kernel, const ProbeLaunch& launch);
  double perCycle(double amount, double microseconds) const { return amount / (microseconds * 1e3 * clockGhz_); }
  Result<std::uint64_t> roomFor(std::uint64_t wanted);
  Result<Repeats> readBandwidth(Address data, std::uint64_t bytes, bool copies);

  ProbeRunner& runner_;
  unsigned repeats_;
  unsigned schedulers_;
  double clockGhz_ = 1;
  double simpleLatency_ = 4; ///< of an integer operation
  double simpleSlots_ = 1;
  double floatLatency_ = 4;
  std::map<std::string, MeasuredFigure> figures_;
  std::map<std::string, std::string> doubts_;
  std::vector<std::string> notes_;
};

/// Least-squares line through the points, which need at least two different x.
struct Line {
  double base = 0;
  double slope = 0;
};
Line fitLine(const std::vector<std::pair<double, double>>& points);

} // namespace gevo::cuda
