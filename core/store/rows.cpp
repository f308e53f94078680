#include "core/store/rows.h"

namespace gevo {

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
