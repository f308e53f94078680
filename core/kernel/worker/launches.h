#pragma once

#include "core/protocol/messages.h"

namespace gevo::worker {

/// The launches of recorded tests, by kernel, shape and size. Reads the tapes only.
Result<LaunchesReply> countLaunches(const LaunchesRequest& request);

} // namespace gevo::worker
