#include "core/kernel/simulator/decode/assembler_unrolling.h"

#include "core/kernel/simulator/decode/assembler_order.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

namespace gevo::sim {

namespace {

constexpr unsigned rounds = 4;
/// Of one round, in PTX: 47 are unrolled, 51 are not.
constexpr unsigned mostInstructions = 48;

/// LLVM says so of what it has unrolled itself, and edits may.
bool isKeptRolled(const llvm::BranchInst& branch) {
  llvm::MDNode* const loop = branch.getMetadata(llvm::LLVMContext::MD_loop);
  if (loop == nullptr) return false;
  if (llvm::GetUnrollMetadata(loop, "llvm.loop.unroll.disable") != nullptr) return true;
  const llvm::MDNode* const count = llvm::GetUnrollMetadata(loop, "llvm.loop.unroll.count");
  return count != nullptr && llvm::mdconst::extract<llvm::ConstantInt>(count->getOperand(1))->isOne();
}

/// The value after the round, if it is the phi's and a constant step; else null.
const llvm::Value* stepped(const llvm::PHINode& phi) {
  const llvm::Value* const next = phi.getIncomingValueForBlock(phi.getParent());
  if (const auto* const add = llvm::dyn_cast<llvm::BinaryOperator>(next)) {
    const bool isStep = add->getOpcode() == llvm::Instruction::Add && llvm::isa<llvm::ConstantInt>(add->getOperand(1));
    return isStep && add->getOperand(0) == &phi ? next : nullptr;
  }
  const auto* const address = llvm::dyn_cast<llvm::GEPOperator>(next);
  return address != nullptr && address->hasAllConstantIndices() && address->getPointerOperand() == &phi ? next : nullptr;
}

bool isInside(const llvm::Value* value, const llvm::BasicBlock& block) {
  const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(value);
  return instruction != nullptr && instruction->getParent() == &block;
}

/// Compares what is counted with a limit, by order.
bool counts(const llvm::BranchInst& branch) {
  const llvm::BasicBlock& block = *branch.getParent();
  const auto* const condition = llvm::dyn_cast<llvm::ICmpInst>(branch.getCondition());
  if (condition == nullptr || condition->isEquality() || condition->getParent() != &block) return false;
  for (const unsigned side : {0U, 1U}) {
    if (isInside(condition->getOperand(1 - side), block)) continue;
    for (const llvm::PHINode& phi : block.phis()) {
      const llvm::Value* const next = stepped(phi);
      if (next != nullptr && (condition->getOperand(side) == next || condition->getOperand(side) == &phi)) return true;
    }
  }
  return false;
}

/// Its code has a branch, for operands out of the usual.
bool branches(const llvm::Instruction& instruction) {
  const unsigned opcode = instruction.getOpcode();
  if (opcode == llvm::Instruction::FRem) return true;
  if (opcode != llvm::Instruction::FDiv) return false;
  return instruction.getType()->isDoubleTy() || (!instruction.hasApproxFunc() && !instruction.getMetadata(llvm::LLVMContext::MD_fpmath));
}

bool isPlainCall(const llvm::CallBase& call) {
  const auto* const intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call);
  return intrinsic != nullptr && intrinsic->doesNotAccessMemory() && !intrinsic->isConvergent();
}

/// A store keeps the loads of the next round behind it.
bool keepsLoadsApart(const llvm::BasicBlock& block) {
  for (const llvm::Instruction& one : block) {
    const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&one);
    if (store == nullptr) continue;
    for (const llvm::Instruction& other : block) {
      const auto* const load = llvm::dyn_cast<llvm::LoadInst>(&other);
      if (load == nullptr || isConstantLoad(*load)) continue;
      const unsigned from = spaceOf(load->getPointerOperand());
      const unsigned to = spaceOf(store->getPointerOperand());
      if (from == to || from == 0 || to == 0) return true;
    }
  }
  return false;
}

} // namespace

unsigned roundsInOne(const llvm::BasicBlock& block) {
  const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  if (branch == nullptr || !branch->isConditional()) return 1;
  if ((branch->getSuccessor(0) == &block) == (branch->getSuccessor(1) == &block)) return 1;
  if (isKeptRolled(*branch) || !counts(*branch)) return 1;
  unsigned instructions = 0;
  for (const llvm::Instruction& instruction : block) {
    if (llvm::isa<llvm::PHINode>(instruction) || instruction.isDebugOrPseudoInst()) continue;
    if (++instructions > mostInstructions || branches(instruction)) return 1;
    if (const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction); call != nullptr && !isPlainCall(*call)) return 1;
    if (instruction.isAtomic() || instruction.isVolatile() || llvm::isa<llvm::FenceInst>(instruction)) return 1;
  }
  return keepsLoadsApart(block) ? 1 : rounds;
}

} // namespace gevo::sim
