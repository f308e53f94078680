#include "core/kernel/simulator/decode/address_cache.h"

#include <llvm/IR/Instructions.h>

namespace gevo::sim {

/// Is the address used more than once for each time it is computed?
bool AddressCache::isReused(const llvm::Instruction& instruction) const {
  if (!function_.isKernel() || !llvm::isa<llvm::GetElementPtrInst>(instruction)) return false;
  unsigned accesses = 0;
  bool elsewhere = false; // in a block that may run more often
  for (const llvm::User* user : instruction.users()) {
    const auto* access = llvm::dyn_cast<llvm::Instruction>(user);
    const bool isAccess = access && llvm::getLoadStorePointerOperand(access) == &instruction;
    accesses += isAccess;
    elsewhere |= isAccess && access->getParent() != instruction.getParent();
  }
  const auto hoisted = hoisting_.find(instruction);
  const bool isSteady = hoisted && (!hoisted->changesWithBlock || hoisted->changesWithThread);
  return accesses > 1 || (accesses == 1 && (elsewhere || isSteady));
}

void AddressCache::update(const llvm::Instruction& instruction) {
  if (!isReused(instruction)) return;
  const auto number = static_cast<std::int32_t>(function_.code.cachedAddresses++);
  numbers_[&instruction] = number;
  const auto hoisted = hoisting_.find(instruction);
  if (hoisted && !hoisted->changesWithBlock) return;
  Op op;
  op.kind = OpKind::InvalidateAddress;
  op.extra = static_cast<std::uint32_t>(number);
  if (hoisted && hoisted->changesWithThread)
    function_.code.seldom.push_back(op);
  else
    emitter_.emitUntimed(op);
}

std::int32_t AddressCache::numberOf(const llvm::Value* address) const {
  const auto found = numbers_.find(address);
  return found == numbers_.end() ? -1 : found->second;
}

} // namespace gevo::sim
