#pragma once

/// What a process does that evaluates for a run of another.

#include "core/cluster/access.h"
#include "core/cluster/host.h"

namespace gevo {

/// This machine as a host.
HostOptions thisHost();

/// Until the run ends, or is done without this host: SIGTERM and SIGINT end it ten seconds later, since the run mostly gets them too and
/// then ends all its hosts; the second one ends it at once.
Result<void> serveRun(const ClusterAccess& access);
/// The same once the file is there, for which it waits three minutes at most.
Result<void> serveRun(const std::filesystem::path& accessFile);

} // namespace gevo
