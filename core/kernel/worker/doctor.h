#pragma once

#include "core/protocol/messages.h"

namespace gevo::worker {

/// What this machine has for building programs and exporting variants (`gevo doctor`).
Result<DoctorReply> examineMachine();

} // namespace gevo::worker
