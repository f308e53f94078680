#include "core/kernel/simulator/decode/instructions/instructions.h"

#include "core/kernel/simulator/decode/decoder_parts.h"
#include "core/kernel/simulator/decode/instructions/address.h"
#include "core/kernel/simulator/decode/instructions/aggregates.h"
#include "core/kernel/simulator/decode/instructions/arithmetic.h"
#include "core/kernel/simulator/decode/instructions/atomics.h"
#include "core/kernel/simulator/decode/instructions/calls.h"
#include "core/kernel/simulator/decode/instructions/casts.h"
#include "core/kernel/simulator/decode/instructions/local_memory.h"
#include "core/kernel/simulator/decode/instructions/memory.h"
#include "core/kernel/simulator/decode/instructions/memory_order.h"
#include "core/kernel/simulator/decode/instructions/terminators.h"

namespace gevo::sim {

void decode(DecoderParts& parts, const llvm::Instruction& instruction) {
  using I = llvm::Instruction;
  if (instruction.isTerminator()) return decodeTerminator(parts, instruction);
  if (const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) return decodeBinary(parts, *operation);
  if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) return decodeCast(parts, *cast);
  switch (instruction.getOpcode()) {
  case I::FNeg:
    return decodeNegation(parts, llvm::cast<llvm::UnaryOperator>(instruction));
  case I::ICmp:
  case I::FCmp:
    return decodeComparison(parts, llvm::cast<llvm::CmpInst>(instruction));
  case I::Select:
    return decodeSelect(parts, llvm::cast<llvm::SelectInst>(instruction));
  case I::GetElementPtr:
    return decodeAddress(parts, llvm::cast<llvm::GetElementPtrInst>(instruction));
  case I::Load:
    return decodeLoad(parts, llvm::cast<llvm::LoadInst>(instruction));
  case I::Store:
    return decodeStore(parts, llvm::cast<llvm::StoreInst>(instruction));
  case I::Call:
    return decodeCall(parts, llvm::cast<llvm::CallInst>(instruction));
  case I::AtomicRMW:
    return decodeAtomic(parts, llvm::cast<llvm::AtomicRMWInst>(instruction));
  case I::AtomicCmpXchg:
    return decodeCompareExchange(parts, llvm::cast<llvm::AtomicCmpXchgInst>(instruction));
  case I::Alloca:
    return decodeAlloca(parts, llvm::cast<llvm::AllocaInst>(instruction));
  case I::ExtractElement:
    return decodeExtractElement(parts, llvm::cast<llvm::ExtractElementInst>(instruction));
  case I::InsertElement:
    return decodeInsertElement(parts, llvm::cast<llvm::InsertElementInst>(instruction));
  case I::ShuffleVector:
    return decodeShuffleVector(parts, llvm::cast<llvm::ShuffleVectorInst>(instruction));
  case I::ExtractValue:
    return decodeExtractValue(parts, llvm::cast<llvm::ExtractValueInst>(instruction));
  case I::InsertValue:
    return decodeInsertValue(parts, llvm::cast<llvm::InsertValueInst>(instruction));
  case I::Freeze:
    return parts.values.alias(instruction, parts.values.slotsOf(instruction.getOperand(0)));
  case I::Fence:
    return decodeFence(parts, llvm::cast<llvm::FenceInst>(instruction));
  default:
    parts.function.unsupported(instruction, "an unsupported instruction");
  }
}

} // namespace gevo::sim
