#pragma once

/// What the process does that holds a run which others evaluate.

#include "app/mpi/launch.h"
#include "app/mpi/mpi.h"
#include "core/cluster/cluster.h"

namespace gevo {

/// The options that `gevo-mpi run` has beside those of `gevo run`.
struct LeadOptions {
  unsigned hosts = 0;     ///< that the run waits for; 0: those that were started with it
  bool onlyLeads = false; ///< this process evaluates nothing itself
  std::string listen;     ///< "PORT" or "ADDRESS:PORT"
  std::string accessFile; ///< where others find the run; empty: as it was started
};

/// Tells the other processes where the run is, and listens for them. The file with the keys goes when the result does.
Result<std::shared_ptr<PoolSource>> lead(const std::string& file, const LeadOptions& options, const Launch& launch, Mpi* mpi);

} // namespace gevo
