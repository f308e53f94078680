#include "core/store/rows.h"

#include <cmath>

namespace gevo {

double RunInfo::nvccRuntime() const { return report.nvcc.runs() ? report.nvcc.result.fitness.runtime : unknown; }

double RunInfo::fastestOriginal() const { return std::fmin(originalRuntime, nvccRuntime()); } // fmin ignores NaN

std::string CounterexampleRow::shownCauses() const {
  std::string text;
  for (const FailureCause& cause : causes) text += (text.empty() ? "" : "; ") + causeText(cause);
  return text;
}

const char* runStateName(RunState state) {
  switch (state) {
  case RunState::Running:
    return "running";
  case RunState::Paused:
    return "paused";
  case RunState::Stopped:
    return "stopped";
  case RunState::Finished:
    return "finished";
  case RunState::Interrupted:
    return "interrupted";
  case RunState::Validating:
    return "validating";
  }
  return "unknown";
}

} // namespace gevo
