#include "core/kernel/ir/effects.h"

#include <algorithm>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace gevo::ir {

bool isStore(const llvm::IntrinsicInst& call) {
  llvm::StringRef name = call.getCalledFunction()->getName();
  if (!name.consume_front("llvm.nvvm.")) return false;
  return name.starts_with("sust.") || name.starts_with("stmatrix.") || (name.starts_with("wmma.") && name.contains(".store."));
}

bool hasEffect(const llvm::Function& function) {
  return std::ranges::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
    if (llvm::isa<llvm::StoreInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst, llvm::MemIntrinsic>(instruction)) return true;
    if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction); call && isStore(*call)) return true;
    // Barriers, fences and assumptions write nothing, whatever they are said to do.
    return llvm::isa<llvm::CallBase>(instruction) && !llvm::isa<llvm::IntrinsicInst>(instruction);
  });
}

} // namespace gevo::ir
