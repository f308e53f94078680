#include "core/kernel/simulator/decode/function_decoder.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/PostDominators.h>

#include <algorithm>

namespace gevo::sim {

FunctionDecoder::FunctionDecoder(KernelContext& kernel, const llvm::Function& function)
    : function_(kernel, function), types_(function_.layout), table_(laneTable()) {}

Result<CodeFunction> FunctionDecoder::run(KernelCode* kernel) {
  function_.code.temporary = newSlot({CellKind::Double, 64, false});
  function_.code.blocks.reserve(function_.function.size() * 2);
  numberBlocks();
  decodeParameters(kernel);
  measureLives();
  for (const llvm::BasicBlock* block : order_) {
    if (function_.failed()) break;
    decodeBlock(*block);
  }
  if (function_.failed()) return std::unexpected(*function_.error);
  findPerBlockResults();
  dropUnawaited();
  function_.code.frameBytes = (frameEnd_ + 63) / 64 * 64;
  return std::move(function_.code);
}

void FunctionDecoder::decodeParameters(KernelCode* kernel) {
  std::uint64_t offset = 0;
  for (const llvm::Argument& argument : function_.function.args()) {
    Slots slots;
    const ScalarFields& fields = types_.fieldsOf(argument.getType());
    if (fields.empty() && !argument.getType()->isEmptyTy()) {
      function_.unsupported(*function_.function.getEntryBlock().begin(), "a parameter of a type that the simulated GPU can't hold");
      return;
    }
    for (const ScalarField& field : fields) slots.push_back(newSlot(field.type));
    function_.code.parameters.insert(function_.code.parameters.end(), slots.begin(), slots.end());
    if (kernel) {
      const bool byValue = argument.hasByValAttr();
      llvm::Type* type = byValue ? argument.getParamByValType() : argument.getType();
      std::uint64_t alignment = function_.layout.getABITypeAlign(type).value();
      if (byValue) alignment = std::max(alignment, argument.getParamAlign().valueOrOne().value());
      offset = (offset + alignment - 1) / alignment * alignment;
      ParameterCode parameter{static_cast<std::uint32_t>(offset),
                              static_cast<std::uint32_t>(function_.layout.getTypeAllocSize(type).getFixedValue()),
                              byValue,
                              {}};
      for (std::size_t i = 0; i < fields.size(); ++i)
        parameter.parts.push_back({slots[i], static_cast<std::uint16_t>(fields[i].offset), fields[i].bytes, fields[i].type.cell});
      kernel->parameters.push_back(std::move(parameter));
      offset += kernel->parameters.back().bytes;
      kernel->parameterBytes = static_cast<std::uint32_t>(offset);
    }
    slots_[&argument] = std::move(slots);
  }
  for (const llvm::Argument& argument : function_.function.args())
    if (function_.kernel.undefined.contains(&argument)) {
      const Slots& masks = undefined_[&argument] = newMasks(types_.fieldsOf(argument.getType()).size());
      function_.code.parameters.insert(function_.code.parameters.end(), masks.begin(), masks.end());
    }
}

/// A structure passed by value to a function that stays a call: each call works on a copy of its own.
void FunctionDecoder::copyStructures() {
  if (function_.isKernel()) return;
  function_.current = &function_.function.getEntryBlock().front();
  for (const llvm::Argument& argument : function_.function.args()) {
    if (!argument.hasByValAttr()) continue;
    const std::uint64_t bytes = function_.layout.getTypeAllocSize(argument.getParamByValType()).getFixedValue();
    const std::uint32_t offset = reserveLocal(bytes, argument.getParamAlign().valueOrOne().value());
    const Slot given = slotOf(&argument);
    const Slot own = newSlot(wideType);
    emit(LaneFamily::AddressOffset, 0, wideType, own, {special(SpecialRegister::LocalBase)}, function_.kernel.model.costs.free).extra =
        offset;
    Op& op = emitKind(OpKind::CopyMemory, 0, CellKind::Double, {own, given, constantSlot(CellKind::Double, bytes)}, {},
                      {4, static_cast<float>(function_.kernel.model.cacheLatency)});
    op.keepInactive = false;
    op.extra = static_cast<std::uint32_t>(function_.code.accesses.size());
    function_.code.accesses.emplace_back();
    slots_[&argument] = {own};
  }
}

void FunctionDecoder::numberBlocks() {
  const llvm::ReversePostOrderTraversal<const llvm::Function*> traversal(&function_.function);
  std::uint32_t number = 0;
  for (const llvm::BasicBlock* block : traversal) {
    position_[block] = static_cast<unsigned>(order_.size());
    order_.push_back(block);
    blockNumbers_[block] = number++;
    for (const llvm::Instruction& instruction : *block) {
      const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      number += call && call->isIndirectCall() ? 2 : splitsBlock(instruction) ? 1 : 0; // the call has a block of its own
    }
  }
  function_.code.blocks.resize(number);
  // The analysis only reads; its interface asks for a mutable function.
  const llvm::PostDominatorTree tree(const_cast<llvm::Function&>(function_.function));
  for (const llvm::BasicBlock* block : order_) {
    const auto* node = tree.getNode(block);
    const auto* next = node ? node->getIDom() : nullptr;
    if (next && next->getBlock() && blockNumbers_.contains(next->getBlock())) postDominator_[block] = blockNumbers_[next->getBlock()];
  }
}

void FunctionDecoder::decodeBlock(const llvm::BasicBlock& block) {
  blockNumber_ = blockNumbers_[&block];
  block_ = &function_.code.blocks[blockNumber_];
  findLocalValues(block);
  if (blockNumber_ == 0) copyStructures();
  for (const llvm::Instruction& instruction : block) {
    if (function_.failed()) return;
    function_.current = &instruction;
    const std::uint32_t number = blockNumber_; // a barrier or a call ends it
    const double before = timer_.latencySum();
    if (!function_.kernel.undefined.none()) noteUses(instruction);
    computesAhead_ = canBeAhead(instruction);
    const std::size_t first = block_->ops.size();
    if (!llvm::isa<llvm::PHINode>(instruction)) decode(instruction);
    if (function_.failed()) return;
    if (computesAhead_) moveAhead(function_.code.blocks[number], first, instruction);
    if (isWatched(instruction)) watch(instruction);
    computesAhead_.reset();
    if (function_.kernel.detail == Detail::PoisonFlags) noteBrokenRules(instruction);
    if (function_.kernel.undefined.contains(&instruction)) followUndefined(instruction);
    if (function_.kernel.detail == Detail::Profile) noteCost(number, timer_.latencySum() - before);
    if (llvm::isa<llvm::PHINode>(instruction)) continue;
    releaseOperands(instruction);
  }
  for (const llvm::Instruction& instruction : block) releaseLocal(&instruction);
  for (const llvm::Value* value : lastNeeded_[position_[&block]]) release(value);
}

void FunctionDecoder::noteCost(std::uint32_t block, double cycles) {
  std::uint32_t index = 0;
  if (indices_.empty())
    for (const llvm::BasicBlock& any : function_.function)
      for (const llvm::Instruction& instruction : any) indices_[&instruction] = index++;
  function_.code.costs.push_back({indices_[function_.current], block, std::max(cycles, 1.0)});
}

void FunctionDecoder::decode(const llvm::Instruction& instruction) {
  if (instruction.isTerminator()) return decodeTerminator(instruction);
  if (const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) return decodeBinary(*operation);
  if (const auto* operation = llvm::dyn_cast<llvm::UnaryOperator>(&instruction)) return decodeNegate(*operation);
  if (const auto* operation = llvm::dyn_cast<llvm::CmpInst>(&instruction)) return decodeCompare(*operation);
  if (const auto* operation = llvm::dyn_cast<llvm::SelectInst>(&instruction)) return decodeSelect(*operation);
  if (const auto* operation = llvm::dyn_cast<llvm::CastInst>(&instruction)) return decodeCast(*operation);
  if (const auto* operation = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) return decodeAddress(*operation);
  if (const auto* operation = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return decodeLoad(*operation);
  if (const auto* operation = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return decodeStore(*operation);
  if (const auto* operation = llvm::dyn_cast<llvm::CallInst>(&instruction)) return decodeCall(*operation);
  if (const auto* operation = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) return decodeAtomic(*operation);
  if (const auto* operation = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) return decodeCompareExchange(*operation);
  if (const auto* operation = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) return decodeAlloca(*operation);
  if (const auto* operation = llvm::dyn_cast<llvm::ExtractElementInst>(&instruction)) return decodeExtractElement(*operation);
  if (const auto* operation = llvm::dyn_cast<llvm::InsertElementInst>(&instruction)) return decodeInsertElement(*operation);
  if (const auto* operation = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction)) return decodeShuffleVector(*operation);
  if (const auto* operation = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction)) return decodeExtractValue(*operation);
  if (const auto* operation = llvm::dyn_cast<llvm::InsertValueInst>(&instruction)) return decodeInsertValue(*operation);
  if (llvm::isa<llvm::FreezeInst>(instruction)) return alias(instruction, slotsOf(instruction.getOperand(0)));
  if (llvm::isa<llvm::FenceInst>(instruction)) {
    ++block_->instructions;
    return;
  }
  function_.unsupported(instruction, "an instruction that the simulated GPU does not know");
}

bool FunctionDecoder::splitsBlock(const llvm::Instruction& instruction) const {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  if (!call || !call->getCalledFunction()) return false;
  const llvm::StringRef name = call->getCalledFunction()->getName();
  return name.starts_with("llvm.nvvm.barrier") || name.starts_with("llvm.nvvm.bar.sync") || !call->getCalledFunction()->isDeclaration();
}

} // namespace gevo::sim
