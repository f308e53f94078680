#pragma once

/// What variants gain on other devices than the run's, or why they don't run there (Liou et al. 2022, Fig. 4 and 5).

#include "core/devices/job_options.h"
#include "core/store/store.h"

namespace gevo {

/// One variant on one device, on the file's tests and workloads.
struct PortabilityCell {
  Reason reason = Reason::None;
  std::string message; ///< why it does not run, or the device can't be used
  double original = 0; ///< microseconds on that device; by the faster compiler
  double runtime = 0;
  bool runs() const { return reason == Reason::None; }
  double speedup() const { return original / runtime; }
};

struct PortabilityRow {
  std::int64_t variant = 0;
  std::vector<PortabilityCell> cells; ///< by device; fewer while devices are still being measured
};

struct Portability {
  std::vector<std::string> devices; ///< as shown: "simulated A100", "H200 (cuda:0)"
  std::vector<PortabilityRow> rows;

  /// Null where it has not been measured yet.
  const PortabilityCell* cell(std::size_t row, std::size_t device) const;
  /// Of a device on which no variant runs, all for one reason, as where it can't be used: one of its cells. Else null.
  const PortabilityCell* sharedFailure(std::size_t device) const;
};

/// Takes what is known so far, after each variant.
using PortabilityMeasured = std::function<void(const Portability& soFar)>;

/// `settings`: of the run, whose device gives way to each of `devices`. A device that can't be used is no error: its cells say why. An
/// error if it was cancelled, or if the file's program may not run here.
Result<Portability> measurePortability(const Store& store, const EvaluationSettings& settings, const std::vector<Individual>& variants,
                                       const std::vector<std::string>& devices, const JobOptions& options,
                                       const PortabilityMeasured& measured = {});

/// "simulated A100", "H200 (cuda:0)"; `name`: of a DeviceChoice.
std::string deviceTitle(const std::string& id, const std::string& name);

} // namespace gevo
