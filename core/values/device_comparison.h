#pragma once

/// One variant on the simulated GPU and on a real one: `gevo fidelity`.

#include "core/values/evaluation_result.h"

#include <vector>

namespace gevo {

struct ComparedTest {
  double simulated = 0; ///< microseconds
  double simulatedOriginal = 0;
  double measured = 0; ///< microseconds: the ratio to the original, which ran between, times its time
  double measuredOriginal = 0;
  double relativeError = 0; ///< standard error of the measured ratio, as a share of it
};

struct DeviceComparison {
  Reason reason = Reason::None; ///< why there is nothing to compare: where the simulated or the real GPU rejects the variant
  std::string message;
  bool onGpu = false;              ///< it was the real one that rejected it
  Hash128 code;                    ///< of the machine code
  std::vector<ComparedTest> tests; ///< those with the role Test
};

template <class Archive> void fields(Archive& a, ComparedTest& m) {
  a(m.simulated, m.simulatedOriginal, m.measured, m.measuredOriginal, m.relativeError);
}
template <class Archive> void fields(Archive& a, DeviceComparison& m) { a(m.reason, m.message, m.onGpu, m.code, m.tests); }

} // namespace gevo
