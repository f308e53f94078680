#include "core/kernel/simulator/decode/function_decoder.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>

namespace gevo::sim {

FunctionDecoder::FunctionDecoder(DecodeContext& context, const llvm::Function& function)
    : context_(context), function_(function), layout_(context.module.getDataLayout()), table_(laneTable()) {}

std::string typeText(const llvm::Type& type) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  type.print(stream);
  return text;
}

Result<CodeFunction> FunctionDecoder::run(KernelCode* kernel) {
  code_.name = function_.getName().str();
  code_.instructions = function_.getInstructionCount();
  if (function_.hasAddressTaken()) code_.signature = typeText(*function_.getFunctionType());
  code_.temporary = newSlot({CellKind::Double, 64, false});
  code_.blocks.reserve(function_.size() * 2);
  numberBlocks();
  decodeParameters(kernel);
  measureLives();
  for (const llvm::BasicBlock* block : order_) {
    if (error_) break;
    decodeBlock(*block);
  }
  if (error_) return std::unexpected(*error_);
  findPerBlockResults();
  dropUnawaited();
  code_.frameBytes = (frameEnd_ + 63) / 64 * 64;
  return std::move(code_);
}

void FunctionDecoder::decodeParameters(KernelCode* kernel) {
  std::uint64_t offset = 0;
  for (const llvm::Argument& argument : function_.args()) {
    Slots slots;
    const ScalarPlaces& places = scalarsOf(argument.getType());
    if (places.empty() && !argument.getType()->isEmptyTy()) {
      unsupported(*function_.getEntryBlock().begin(), "a parameter of a type that the simulated GPU can't hold");
      return;
    }
    for (const ScalarPlace& place : places) slots.push_back(newSlot(place.type));
    code_.parameters.insert(code_.parameters.end(), slots.begin(), slots.end());
    if (kernel) {
      const bool byValue = argument.hasByValAttr();
      llvm::Type* type = byValue ? argument.getParamByValType() : argument.getType();
      std::uint64_t alignment = layout_.getABITypeAlign(type).value();
      if (byValue) alignment = std::max(alignment, argument.getParamAlign().valueOrOne().value());
      offset = (offset + alignment - 1) / alignment * alignment;
      ParameterCode parameter{
          static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(layout_.getTypeAllocSize(type).getFixedValue()), byValue, {}};
      for (std::size_t i = 0; i < places.size(); ++i)
        parameter.parts.push_back({slots[i], static_cast<std::uint16_t>(places[i].offset), places[i].bytes, places[i].type.cell});
      kernel->parameters.push_back(std::move(parameter));
      offset += kernel->parameters.back().bytes;
      kernel->parameterBytes = static_cast<std::uint32_t>(offset);
    }
    slots_[&argument] = std::move(slots);
  }
  for (const llvm::Argument& argument : function_.args())
    if (context_.undefined.contains(&argument)) {
      const Slots& masks = undefined_[&argument] = newMasks(scalarsOf(argument.getType()).size());
      code_.parameters.insert(code_.parameters.end(), masks.begin(), masks.end());
    }
}

/// A structure passed by value to a function that stays a call: each call works on a copy of its own.
void FunctionDecoder::copyStructures() {
  if (function_.getCallingConv() == llvm::CallingConv::PTX_Kernel) return;
  current_ = &function_.getEntryBlock().front();
  constexpr ScalarType pointer{CellKind::Double, 64, false};
  for (const llvm::Argument& argument : function_.args()) {
    if (!argument.hasByValAttr()) continue;
    const std::uint64_t bytes = layout_.getTypeAllocSize(argument.getParamByValType()).getFixedValue();
    const std::uint32_t offset = reserveLocal(bytes, argument.getParamAlign().valueOrOne().value());
    const Slot given = slotOf(&argument);
    const Slot own = newSlot(pointer);
    emit(LaneFamily::AddressOffset, 0, pointer, own, {special(SpecialRegister::LocalBase)}, context_.model.costs.free).extra = offset;
    Op& op = emitKind(OpKind::CopyMemory, 0, CellKind::Double, {own, given, constantSlot(CellKind::Double, bytes)}, {},
                      {4, static_cast<float>(context_.model.cacheLatency)});
    op.keepInactive = false;
    op.extra = static_cast<std::uint32_t>(code_.accesses.size());
    code_.accesses.emplace_back();
    slots_[&argument] = {own};
  }
}

void FunctionDecoder::numberBlocks() {
  const llvm::ReversePostOrderTraversal<const llvm::Function*> traversal(&function_);
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
  code_.blocks.resize(number);
  // The analysis only reads; its interface asks for a mutable function.
  const llvm::PostDominatorTree tree(const_cast<llvm::Function&>(function_));
  for (const llvm::BasicBlock* block : order_) {
    const auto* node = tree.getNode(block);
    const auto* next = node ? node->getIDom() : nullptr;
    if (next && next->getBlock() && blockNumbers_.contains(next->getBlock())) postDominator_[block] = blockNumbers_[next->getBlock()];
  }
}

void FunctionDecoder::decodeBlock(const llvm::BasicBlock& block) {
  blockNumber_ = blockNumbers_[&block];
  block_ = &code_.blocks[blockNumber_];
  findLocalValues(block);
  if (blockNumber_ == 0) copyStructures();
  for (const llvm::Instruction& instruction : block) {
    if (error_) return;
    current_ = &instruction;
    const std::uint32_t number = blockNumber_; // a barrier or a call ends it
    const double before = timer_.latencySum();
    if (!context_.undefined.none()) noteUses(instruction);
    computesAhead_ = canBeAhead(instruction);
    const std::size_t first = block_->ops.size();
    if (!llvm::isa<llvm::PHINode>(instruction)) decode(instruction);
    if (error_) return;
    if (computesAhead_) moveAhead(code_.blocks[number], first, instruction);
    if (isWatched(instruction)) watch(instruction);
    computesAhead_.reset();
    if (context_.detail == Detail::PoisonFlags) noteBrokenRules(instruction);
    if (context_.undefined.contains(&instruction)) followUndefined(instruction);
    if (context_.detail == Detail::Profile) noteCost(number, timer_.latencySum() - before);
    if (llvm::isa<llvm::PHINode>(instruction)) continue;
    releaseOperands(instruction);
  }
  for (const llvm::Instruction& instruction : block) releaseLocal(&instruction);
  for (const llvm::Value* value : lastNeeded_[position_[&block]]) release(value);
}

void FunctionDecoder::noteCost(std::uint32_t block, double cycles) {
  std::uint32_t index = 0;
  if (indices_.empty())
    for (const llvm::BasicBlock& any : function_)
      for (const llvm::Instruction& instruction : any) indices_[&instruction] = index++;
  code_.costs.push_back({indices_[current_], block, std::max(cycles, 1.0)});
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
  unsupported(instruction, "an instruction that the simulated GPU does not know");
}

bool FunctionDecoder::splitsBlock(const llvm::Instruction& instruction) const {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  if (!call || !call->getCalledFunction()) return false;
  const llvm::StringRef name = call->getCalledFunction()->getName();
  return name.starts_with("llvm.nvvm.barrier") || name.starts_with("llvm.nvvm.bar.sync") || !call->getCalledFunction()->isDeclaration();
}

void FunctionDecoder::unsupported(const llvm::Instruction& instruction, const std::string& why) {
  if (error_) return;
  std::string text;
  llvm::raw_string_ostream stream(text);
  instruction.print(stream);
  const std::size_t start = text.find_first_not_of(' ');
  text = text.substr(start == std::string::npos ? 0 : start);
  if (const std::size_t end = text.find(", !"); end != std::string::npos) text.resize(end);
  const SourceLocation& place = context_.places[placeOf(instruction)];
  const std::string where = place.line ? fmt::format("{}:{}", place.file, place.line) : "an unknown line";
  error_ = Error{fmt::format("the simulated GPU can't run kernel {}: {} at {} ({})", context_.kernel, why, where, text)};
}

std::uint32_t FunctionDecoder::placeOf(const llvm::Instruction& instruction) {
  const llvm::DILocation* location = instruction.getDebugLoc().get();
  if (!location) return 0;
  const auto [found, inserted] = context_.placeNumbers.byLocation.try_emplace(location, 0U);
  if (inserted) {
    const auto number = static_cast<std::uint32_t>(context_.places.size());
    const auto [line, isNew] = context_.placeNumbers.byLine.try_emplace({location->getFilename(), location->getLine()}, number);
    if (isNew) context_.places.push_back({line->first.first.str(), line->first.second});
    found->second = line->second;
  }
  return found->second;
}

} // namespace gevo::sim
