#include "core/kernel/explain/statements.h"

#include <fmt/format.h>
#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace gevo::ir {

using llvm::Instruction;
using llvm::Value;

namespace {

/// Longer expressions tell nobody anything.
constexpr std::size_t longestExpression = 90;
constexpr unsigned deepestConstant = 6;

const Value& simplified(const Value& value, unsigned depth) {
  const auto* instruction = llvm::dyn_cast<Instruction>(&value);
  if (!instruction || depth == 0 || llvm::isa<llvm::PHINode>(instruction) || instruction->mayReadOrWriteMemory()) return value;
  llvm::SmallVector<Value*, 4> operands;
  for (const Value* operand : instruction->operands()) operands.push_back(const_cast<Value*>(&simplified(*operand, depth - 1)));
  const llvm::SimplifyQuery query(instruction->getDataLayout());
  const Value* simpler = llvm::simplifyInstructionWithOperands(const_cast<Instruction*>(instruction), operands, query);
  return simpler ? *simpler : value;
}

} // namespace

std::string asCode(const std::string& text) { return "`" + text + "`"; }

Words ifShort(Words words) { return words && words->size() <= longestExpression ? std::move(words) : std::nullopt; }

std::uint64_t bytesOf(const Instruction& access) {
  const llvm::DataLayout& layout = access.getDataLayout();
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&access)) return layout.getTypeStoreSize(store->getValueOperand()->getType());
  return access.getType()->isSized() && !access.getType()->isVoidTy() ? layout.getTypeStoreSize(access.getType()).getFixedValue() : 0;
}

Words barrierText(const Instruction& barrier, const ExpressionPrinter& printer, const Instruction* at) {
  const Value& number = *barrier.getOperand(0);
  const llvm::Constant* constant = constantOf(number);
  if (constant && constant->isNullValue()) return "__syncthreads()";
  const Words text = ifShort(printer.words(constant ? *constant : number, at));
  return text ? Words("bar.sync " + *text) : std::nullopt;
}

Words nounOf(const Instruction& instruction, const ExpressionPrinter& printer, const Instruction* at) {
  const auto with = [](const char* what, const Words& object) { return object ? Words(what + asCode(*object)) : std::nullopt; };
  if (isBarrier(instruction)) {
    const Words text = barrierText(instruction, printer, at);
    return text == "__syncthreads()" ? Words("barrier") : with("", text);
  }
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return with("store to ", ifShort(printer.objectWords(*store->getPointerOperand(), bytesOf(instruction), at)));
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return with("read of ", ifShort(printer.objectWords(*load->getPointerOperand(), bytesOf(instruction), at)));
  if (const auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    return with("atomic update of ", ifShort(printer.objectWords(*atomic->getPointerOperand(), bytesOf(instruction), at)));
  if (const auto* swap = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return with("compare-and-swap of ",
                ifShort(printer.objectWords(*swap->getPointerOperand(),
                                            instruction.getDataLayout().getTypeStoreSize(swap->getCompareOperand()->getType()), at)));
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee ? Words(asCode(functionName(*callee) + "()")) : std::nullopt;
}

const Instruction* readerOf(const Instruction& user, unsigned operand) {
  const auto* phi = llvm::dyn_cast<llvm::PHINode>(&user);
  return phi ? phi->getIncomingBlock(operand)->getTerminator() : &user;
}

const Instruction* neighbour(const Instruction& instruction, bool next) {
  for (const Instruction* at = &instruction; (at = next ? at->getNextNode() : at->getPrevNode());)
    if (isOrdered(*at)) return at;
  return nullptr;
}

bool isBookkeeping(const Instruction& user, unsigned operand) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&user);
  return isBookkeeping(user) || (call && operand < call->arg_size() && call->paramHasAttr(operand, llvm::Attribute::ImmArg));
}

bool isInvisible(const Instruction& instruction) {
  return llvm::isa<llvm::GetElementPtrInst, llvm::ZExtInst, llvm::SExtInst, llvm::TruncInst, llvm::FPExtInst, llvm::FreezeInst>(
      instruction);
}

llvm::DenseSet<const Instruction*> liveCode(const llvm::Module& module) {
  llvm::DenseSet<const Instruction*> live;
  llvm::SmallVector<const Instruction*, 64> open;
  for (const llvm::Function& function : module)
    for (const Instruction& instruction : llvm::instructions(function))
      if (instruction.isTerminator() || (instruction.mayHaveSideEffects() && !isBookkeeping(instruction))) open.push_back(&instruction);
  while (!open.empty()) {
    const Instruction* instruction = open.pop_back_val();
    if (!live.insert(instruction).second) continue;
    for (const Value* operand : instruction->operands())
      if (const auto* from = llvm::dyn_cast<Instruction>(operand)) open.push_back(from);
  }
  return live;
}

const llvm::Constant* constantOf(const Value& value) {
  const auto* constant = llvm::dyn_cast<llvm::Constant>(&simplified(value, deepestConstant));
  return constant && !llvm::isa<llvm::UndefValue>(constant) ? constant : nullptr;
}

} // namespace gevo::ir
