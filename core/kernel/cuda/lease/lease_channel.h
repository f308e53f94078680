#pragma once

/// Leases sent to a lease server process. They carry file descriptors, which a frame can't; the greeting is an ordinary frame.

#include "core/base/descriptor.h"
#include "core/kernel/cuda/lease/lease_messages.h"

#include <optional>

namespace gevo::cuda {

struct Lease {
  LeaseTerms terms;
  Descriptor program; ///< a socket to the program
  Descriptor lock;    ///< the GPU's lock file
};

Result<void> sendLease(int channel, const LeaseTerms& terms, int program, int lock);
/// Waits for the next lease; nothing at the end of the channel.
Result<std::optional<Lease>> receiveLease(int channel);
/// Reports that the program is gone and the GPU can be leased again.
Result<void> sendReturn(int channel);

} // namespace gevo::cuda
