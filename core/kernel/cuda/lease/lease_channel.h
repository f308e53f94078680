#pragma once

/// What passes between a process that leases a GPU and who started it, beside the greeting: loans, whose descriptors a frame can't carry.

#include "core/base/descriptor.h"
#include "core/kernel/cuda/lease/lease_messages.h"

#include <optional>

namespace gevo::cuda {

struct Lease {
  LeaseTerms terms;
  Descriptor program; ///< a socket to the program
  Descriptor lock;    ///< the file of the GPU's turns
};

Result<void> sendLease(int channel, const LeaseTerms& terms, int program, int lock);
/// Waits. Nothing at the end of the channel.
Result<std::optional<Lease>> receiveLease(int channel);
/// The program is gone, and the GPU can be leased again.
Result<void> sendReturn(int channel);

} // namespace gevo::cuda
