#pragma once

/// Repeated measurements on a device whose timings vary. The fitness of a code is the median runtime of all its measurements, whichever
/// individuals they were made for, so that none survives by one lucky measurement; the largest error that any of them showed; and the
/// energy that the GPU's process reported last, which is the median of all pairs that it measured.

#include "core/evolution/evolution.h"

#include <unordered_map>

namespace gevo {

class Timings {
public:
  void add(const Hash128& code, const Fitness& fitness);
  /// Of a code that was measured: elsewhere it shows at least this error.
  void raiseError(const Hash128& code, double error);
  /// `pairs`: as in CodeMetrics.
  void addEnergy(const Hash128& code, double energy, std::uint32_t pairs);
  /// Of a code that was measured.
  Fitness fitness(const Hash128& code) const;
  bool knows(const Hash128& code) const { return codes_.contains(code); }
  std::size_t count(const Hash128& code) const;
  std::uint32_t energyPairs(const Hash128& code) const; ///< 0: its energy was not measured

private:
  struct Samples {
    std::vector<double> runtimes; ///< ascending
    double error = 0;
    double energy = notMeasured;
    std::uint32_t energyPairs = 0;
  };
  std::unordered_map<Hash128, Samples, Hash128Hasher> codes_;
};

} // namespace gevo
