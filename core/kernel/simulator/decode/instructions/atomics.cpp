#include "core/kernel/simulator/decode/instructions/atomics.h"

#include "core/kernel/simulator/decode/decoder_parts.h"
#include "core/kernel/simulator/decode/instructions/memory.h"
#include "core/kernel/simulator/decode/instructions/memory_order.h"

namespace gevo::sim {

namespace {

std::optional<AtomicKind> atomicKind(llvm::AtomicRMWInst::BinOp operation) {
  using A = llvm::AtomicRMWInst;
  switch (operation) {
  case A::Xchg:
    return AtomicKind::Exchange;
  case A::Add:
    return AtomicKind::Add;
  case A::Sub:
    return AtomicKind::Sub;
  case A::And:
    return AtomicKind::And;
  case A::Or:
    return AtomicKind::Or;
  case A::Xor:
    return AtomicKind::Xor;
  case A::Nand:
    return AtomicKind::Nand;
  case A::Max:
    return AtomicKind::Max;
  case A::Min:
    return AtomicKind::Min;
  case A::UMax:
    return AtomicKind::UMax;
  case A::UMin:
    return AtomicKind::UMin;
  case A::FAdd:
    return AtomicKind::FAdd;
  case A::FSub:
    return AtomicKind::FSub;
  case A::FMax:
    return AtomicKind::FMax;
  case A::FMin:
    return AtomicKind::FMin;
  case A::UIncWrap:
    return AtomicKind::UInc;
  case A::UDecWrap:
    return AtomicKind::UDec;
  default:
    return std::nullopt;
  }
}

AtomicFloat numberOf(ScalarType type, bool isPair) {
  if (type.bits != 16) return type.cell == CellKind::Double ? AtomicFloat::Double : AtomicFloat::Single;
  if (isPair) return type.brain ? AtomicFloat::BrainPair : AtomicFloat::HalfPair;
  return type.brain ? AtomicFloat::Brain : AtomicFloat::Half;
}

} // namespace

void emitAtomic(DecoderParts& parts, const llvm::Instruction& instruction, AtomicKind kind, const llvm::Value* address,
                const llvm::Value* operand, bool isBlockScoped) {
  const ScalarFields& fields = parts.types.fieldsOf(instruction.getType());
  const bool isPair = fields.size() == 2 && fields[0].type.floating && fields[0].type.bits == 16; // one access to a word
  if ((fields.size() != 1 && !isPair) || fields[0].type.bits < 8)
    return parts.function.unsupported(instruction, "an unsupported atomic operation");
  const Slots& values = parts.values.slotsOf(operand);
  const Slot at = parts.values.slotOf(address);
  const Slots& results = parts.values.define(instruction);
  if (parts.function.failed()) return;
  const ScalarType type = isPair ? wordType : fields[0].type;
  const Slot value = isPair ? parts.frame.temporary(wordType) : values[0];
  const Slot result = isPair ? parts.frame.temporary(wordType) : results[0];
  const Cost free = parts.costs.free;
  if (isPair) parts.emitter.emit(LaneFamily::JoinHalves, 0, wordType, value, {values[0], values[1]}, free);
  Access access;
  access.space = static_cast<std::uint8_t>(address->getType()->getPointerAddressSpace());
  access.bits = type.bits;
  access.bytes = type.bits / 8;
  access.alignment = access.bytes;
  access.kind = updateKind(isBlockScoped);
  access.number = numberOf(fields[0].type, isPair);
  access.atomic = kind;
  access.parts.push_back({value, 0, static_cast<std::uint8_t>(access.bytes), type.cell});
  Op& op = parts.emitter.emitKind(OpKind::Atomic, result, type.cell, {at, value}, {result}, accessCost(parts, access.space, address));
  op.extra = addAccess(parts, std::move(access));
  parts.emitter.markLoad(op.extra);
  parts.emitter.orderAccess({address, type.bits / 8U, true});
  if (!isPair) return;
  parts.emitter.emit(LaneFamily::Narrow, 0, fields[0].type, results[0], {result}, free);
  parts.emitter.emit(LaneFamily::UpperHalf, 0, fields[1].type, results[1], {result}, free);
}

void emitCompareExchange(DecoderParts& parts, const llvm::Value* address, const llvm::Value* expectedValue, const llvm::Value* desiredValue,
                         Slot old, Slot success, bool isBlockScoped) {
  const ScalarFields& fields = parts.types.fieldsOf(expectedValue->getType());
  const Slot expected = parts.values.slotOf(expectedValue);
  const Slot desired = parts.values.slotOf(desiredValue);
  const Slot at = parts.values.slotOf(address);
  if (parts.function.failed()) return;
  Access access;
  access.space = static_cast<std::uint8_t>(address->getType()->getPointerAddressSpace());
  access.bytes = fields[0].bytes;
  access.alignment = access.bytes;
  access.bits = fields[0].type.bits;
  access.success = success;
  access.kind = updateKind(isBlockScoped);
  access.parts.push_back({expected, 0, fields[0].bytes, fields[0].type.cell});
  Op& op = parts.emitter.emitKind(OpKind::CompareExchange, old, fields[0].type.cell, {at, expected, desired}, {old, success},
                                  accessCost(parts, access.space, address));
  op.extra = addAccess(parts, std::move(access));
  parts.emitter.markLoad(op.extra);
  parts.emitter.orderAccess({address, fields[0].bytes, true});
}

void decodeAtomic(DecoderParts& parts, const llvm::AtomicRMWInst& instruction) {
  parts.emitter.countInstruction();
  const auto kind = atomicKind(instruction.getOperation());
  if (!kind) return parts.function.unsupported(instruction, "an unsupported atomic operation");
  emitAtomic(parts, instruction, *kind, instruction.getPointerOperand(), instruction.getValOperand(),
             isForBlockOnly(instruction.getContext(), instruction.getSyncScopeID()));
}

void decodeCompareExchange(DecoderParts& parts, const llvm::AtomicCmpXchgInst& instruction) {
  parts.emitter.countInstruction();
  const ScalarFields& fields = parts.types.fieldsOf(instruction.getCompareOperand()->getType());
  if (fields.size() != 1 || fields[0].type.bits < 8) return parts.function.unsupported(instruction, "an unsupported atomic operation");
  const Slots& results = parts.values.define(instruction); // old value, i1
  if (parts.function.failed()) return;
  emitCompareExchange(parts, instruction.getPointerOperand(), instruction.getCompareOperand(), instruction.getNewValOperand(), results[0],
                      results[1], isForBlockOnly(instruction.getContext(), instruction.getSyncScopeID()));
}

} // namespace gevo::sim
