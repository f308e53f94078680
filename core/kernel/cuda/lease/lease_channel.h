#pragma once

/// What passes between a process that lends a GPU and who started it, beside the greeting: loans, whose descriptors a frame can't carry.

#include "core/base/descriptor.h"
#include "core/kernel/cuda/lease/lease_messages.h"

#include <optional>

namespace gevo::cuda {

struct Loan {
  LoanTerms terms;
  Descriptor program; ///< a socket to the program
  Descriptor turn;    ///< the file of the GPU's turns
};

Result<void> sendLoan(int channel, const LoanTerms& terms, int program, int turn);
/// Waits. Nothing at the end of the channel.
Result<std::optional<Loan>> receiveLoan(int channel);
/// The program is gone, and the GPU can be lent again.
Result<void> sendReturn(int channel);

} // namespace gevo::cuda
