#include "core/kernel/ir/effects.h"

#include <algorithm>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace gevo::ir {

bool isSurfaceWrite(const llvm::IntrinsicInst& call) { return call.getCalledFunction()->getName().starts_with("llvm.nvvm.sust."); }

bool hasEffect(const llvm::Function& function) {
  return std::ranges::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
    if (llvm::isa<llvm::StoreInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst, llvm::MemIntrinsic>(instruction)) return true;
    if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction); call && isSurfaceWrite(*call)) return true;
    // Barriers, fences and assumptions write nothing, whatever they are said to do.
    return llvm::isa<llvm::CallBase>(instruction) && !llvm::isa<llvm::IntrinsicInst>(instruction);
  });
}

} // namespace gevo::ir
