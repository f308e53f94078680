#pragma once

/// Values kept in a register while a loop runs instead of in memory (register promotion: Lu and Cooper 1997). LLVM does so where it can
/// tell that nothing else in the loop refers to the place; here tests tell.

#include <memory>
#include <vector>

namespace llvm {
class Function;
class Instruction;
class Module;
} // namespace llvm

namespace gevo::ir {

/// The loops of a function, as long as it does not change.
class PromotableAccesses {
public:
  explicit PromotableAccesses(llvm::Function& function);
  ~PromotableAccesses();

  /// Of a plain load or store in a loop in which its address is the same in every round: all accesses of its place there, which a register
  /// can take the place of. Empty where the type differs among them, where the place is not accessed, or stored to if at all, in every
  /// round, so that something would be touched that was not, or where the loop waits for other threads or orders what they see.
  std::vector<llvm::Instruction*> besides(const llvm::Instruction& access) const;

private:
  friend void promote(llvm::Instruction& access);
  struct Loops;
  std::unique_ptr<Loops> loops_;
};

/// What the marks (marks.h) are about: all accesses that a register takes the place of.
std::vector<llvm::Instruction*> accessesToPromote(llvm::Module& module);
/// Does what the marks ask for, where the code still allows it: loads the place before the outermost such loop, and stores to it
/// where the loop ends.
void carryOutPromotions(llvm::Module& module);

} // namespace gevo::ir
