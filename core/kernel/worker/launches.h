#pragma once

#include "core/base/result.h"
#include "core/protocol/export.h"

namespace gevo::worker {

/// The launches of recorded tests, by kernel, shape and size. Reads the traces only.
Result<LaunchesReply> countLaunches(const LaunchesRequest& request);

} // namespace gevo::worker
