#pragma once

/// The original on a device, as a worker measured it when it loaded the project.

#include "core/values/device_report.h"

#include <string>
#include <vector>

namespace gevo {

/// The original on this worker's device. Equal on every worker of a simulated run.
struct OriginalReport {
  std::uint32_t instructions = 0;      ///< base instruction ids are 0 .. instructions-1
  EvaluationResult original;           ///< runtime of the unmodified kernels over the tests, error 0
  std::vector<double> testRuntimes;    ///< microseconds per test, in the project's order, NaN where not run (held-out)
  std::vector<double> testSeconds;     ///< likewise, that an evaluation spends on each; NaN where that is not known either
  std::vector<std::uint64_t> testWork; ///< likewise, instructions of all warps in each; 0 where not known
  std::string device;                  ///< as shown: "simulated H200"
  std::uint32_t tests = 1;             ///< those with the role Test
  bool deterministic = true;           ///< false: timings vary, equal code may take another time when measured again
  bool timesInputs = false;            ///< fuzz inputs tell whether a variant is slower there: timings don't vary, or have intervals
  DeviceReport report;
};

template <class Archive> void fields(Archive& a, OriginalReport& m) {
  a(m.instructions, m.original, m.testRuntimes, m.testSeconds, m.testWork, m.device, m.tests, m.deterministic, m.timesInputs, m.report);
}

} // namespace gevo
