#include "core/kernel/simulator/decode/function_decoder.h"

#include <algorithm>

namespace gevo::sim {

FunctionDecoder::FunctionDecoder(KernelContext& kernel, const llvm::Function& function)
    : function_(kernel, function), types_(function_.layout), frame_(function_.code), order_(function), extensions_(order_),
      liveness_(order_, extensions_), values_(function_, types_, frame_, liveness_), emitter_(function_, frame_), hoisting_(function_),
      addressCache_(function_, hoisting_, emitter_) {}

Result<CodeFunction> FunctionDecoder::run(KernelCode* kernel) {
  function_.code.temporary = frame_.allocate({CellKind::Double, 64, false});
  function_.code.blocks.resize(order_.codeBlocks());
  decodeParameters(kernel);
  for (const llvm::BasicBlock* block : order_.blocks()) {
    if (function_.failed()) break;
    decodeBlock(*block);
  }
  if (function_.failed()) return std::unexpected(*function_.error);
  hoisting_.listPerBlockResults(types_, extensions_);
  dropUnawaited(function_.code);
  function_.code.frameBytes = frame_.frameBytes();
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
    for (const ScalarField& field : fields) slots.push_back(frame_.allocate(field.type));
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
    values_.assign(&argument, std::move(slots));
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
    const Slot given = values_.slotOf(&argument);
    const Slot own = frame_.allocate(wideType);
    emitter_
        .emit(LaneFamily::AddressOffset, 0, wideType, own, {frame_.special(SpecialRegister::LocalBase)}, function_.kernel.model.costs.free)
        .extra = offset;
    Op& op = emitter_.emitKind(OpKind::CopyMemory, 0, CellKind::Double, {own, given, frame_.constant(CellKind::Double, bytes)}, {},
                               {4, static_cast<float>(function_.kernel.model.cacheLatency)});
    op.keepInactive = false;
    op.extra = static_cast<std::uint32_t>(function_.code.accesses.size());
    function_.code.accesses.emplace_back();
    values_.assign(&argument, {own});
  }
}

void FunctionDecoder::decodeBlock(const llvm::BasicBlock& block) {
  emitter_.enterBlock(order_.numberOf(block));
  if (emitter_.blockNumber() == 0) copyStructures();
  for (const llvm::Instruction& instruction : block) {
    if (function_.failed()) return;
    decodeInContext(instruction);
  }
  if (!function_.failed()) values_.endBlock(block);
}

void FunctionDecoder::decodeInContext(const llvm::Instruction& instruction) {
  function_.current = &instruction;
  const std::uint32_t block = emitter_.blockNumber(); // a barrier or a call ends it
  const double before = emitter_.latencySum();
  if (!function_.kernel.undefined.none()) noteUses(instruction);
  const std::optional<Hoisted> hoisted = hoisting_.canHoist(instruction);
  values_.keepResults(hoisted.has_value());
  const std::size_t first = emitter_.block().ops.size();
  if (!llvm::isa<llvm::PHINode>(instruction)) decode(instruction);
  if (function_.failed()) return;
  if (hoisted && emitter_.blockNumber() == block)
    hoisting_.hoist(instruction, *hoisted, values_.slotsOf(&instruction), emitter_.block(), first);
  values_.keepResults(false);
  addressCache_.addressComputed(instruction);
  if (function_.kernel.detail == Detail::PoisonFlags) noteBrokenRules(instruction);
  if (function_.kernel.undefined.contains(&instruction)) followUndefined(instruction);
  if (function_.kernel.detail == Detail::Profile) noteCost(block, emitter_.latencySum() - before);
  if (!llvm::isa<llvm::PHINode>(instruction)) values_.endInstruction(instruction);
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
  if (llvm::isa<llvm::FreezeInst>(instruction)) return values_.alias(instruction, values_.slotsOf(instruction.getOperand(0)));
  if (llvm::isa<llvm::FenceInst>(instruction)) {
    emitter_.countInstruction();
    return;
  }
  function_.unsupported(instruction, "an instruction that the simulated GPU does not know");
}

} // namespace gevo::sim
