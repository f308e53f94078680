#pragma once

/// Readings of the card through NVML (libnvidia-ml.so.1, or the library that GEVO_NVML names). Read-only: nothing here changes
/// a clock, power limit or mode of the card.

#include "core/base/result.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace gevo::cuda {

inline constexpr const char* nvmlVariable = "GEVO_NVML";

class Nvml {
public:
  /// An error says what is missing and what happens without it.
  static Result<Nvml> open();

  Result<std::string> driverVersion() const; ///< "580.65.06"
  /// Since the driver was loaded, by the card's own counter. GPUs are named by their UUID.
  Result<double> energyJoules(const std::string& gpu) const;
  /// The same counter (millijoules) for frequent reads. It advances in steps of 20 to 100 ms, depending on the card.
  using EnergyCounter = std::function<Result<double>()>;
  Result<EnergyCounter> energyCounter(const std::string& gpu) const;
  Result<std::uint64_t> memoryInUse(const std::string& gpu) const; ///< bytes, of all processes
  struct Clocks {
    unsigned multiprocessors = 0; ///< MHz, now
    unsigned memory = 0;
    unsigned mostMultiprocessors = 0; ///< MHz, at most
  };
  Result<Clocks> clocks(const std::string& gpu) const;

private:
  struct Functions;
  explicit Nvml(std::shared_ptr<const Functions> functions) : functions_(std::move(functions)) {}
  Result<void> check(int status, std::string_view doing) const;
  Result<void*> find(const std::string& gpu) const;
  std::shared_ptr<const Functions> functions_;
};

} // namespace gevo::cuda
