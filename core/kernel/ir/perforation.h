#pragma once

/// Loops of which only every n-th round runs (loop perforation; Sidiroglou-Douskos et al. 2011).

namespace llvm {
class Instruction;
} // namespace llvm

namespace gevo::ir {

/// A loop that goes back to its beginning from this terminator alone, and that counts its rounds.
bool mayBePerforated(const llvm::Instruction& terminator);
/// It adds something to a variable that it uses for nothing else.
bool perforationScales(const llvm::Instruction& terminator);
/// Its counters make `rounds` steps at once, and what is only added to a variable counts as often, so that the sum stays about as large.
/// False: the loop is none of those.
bool perforate(llvm::Instruction& terminator, unsigned rounds);

} // namespace gevo::ir
