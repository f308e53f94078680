#include "core/kernel/simulator/decode/instructions/memory.h"

#include "core/kernel/simulator/decode/assembler_order.h"
#include "core/kernel/simulator/decode/decoder_parts.h"
#include "core/kernel/simulator/decode/instructions/conversions.h"
#include "core/kernel/simulator/decode/instructions/memory_order.h"

namespace gevo::sim {

namespace {

bool isWord(const Access& access) { return access.bytes == 4 && access.parts.size() == 1 && access.parts[0].bytes == 4; }

void setAddress(DecoderParts& parts, Access& access, const llvm::Value* address) {
  access.isWord = isWord(access);
  if (access.isWord) access.cachedAddress = parts.addressCache.numberOf(address);
}

} // namespace

std::uint32_t addAccess(DecoderParts& parts, Access access) {
  std::vector<Access>& accesses = parts.function.code.accesses;
  accesses.push_back(std::move(access));
  return static_cast<std::uint32_t>(accesses.size() - 1);
}

Cost accessCost(const DecoderParts& parts, unsigned space, const llvm::Value* address) {
  const Model& model = parts.function.kernel.model;
  // Most generic pointers to shared memory show it: the cast is in front of the address computation.
  if (const unsigned origin = spaceOf(address); origin != generic) space = origin;
  const double latency = space == shared ? model.sharedLatency : space == parameter ? model.costs.arithmetic.latency : model.cacheLatency;
  return {1, static_cast<float>(latency)};
}

void emitLoad(DecoderParts& parts, const llvm::Instruction& instruction, const llvm::Value* address, std::uint64_t alignment) {
  parts.emitter.countInstruction();
  const ScalarFields& fields = parts.types.fieldsOf(instruction.getType());
  const Slot from = parts.values.slotOf(address);
  const Slots& results = parts.values.define(instruction);
  if (parts.function.failed()) return;
  Access access;
  access.space = static_cast<std::uint8_t>(address->getType()->getPointerAddressSpace());
  access.alignment = static_cast<std::uint32_t>(std::min<std::uint64_t>(alignment, 16));
  const std::uint64_t bytes = parts.function.layout.getTypeStoreSize(instruction.getType()).getFixedValue();
  access.bytes = static_cast<std::uint32_t>(bytes);
  std::vector<std::pair<Slot, Slot>> masks;
  llvm::SmallVector<Slot, 4> written;
  bool keep = false;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const bool isMask = fields[i].type.cell == CellKind::Mask;
    const Slot target = isMask ? parts.frame.temporary(wordType) : results[i];
    if (isMask) masks.emplace_back(results[i], target);
    keep |= parts.frame.outlivesBlock(target);
    written.push_back(target);
    access.parts.push_back(
        {target, static_cast<std::uint16_t>(fields[i].offset), fields[i].bytes, isMask ? CellKind::Word : fields[i].type.cell});
  }
  setAddress(parts, access, address);
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) access.kind = kindOf(*load);
  Op op;
  op.kind = OpKind::Load;
  op.a = from;
  op.keepInactive = keep;
  if (parts.function.kernel.undefined.contains(&instruction)) {
    const Slots& unwritten = parts.undefined.create(&instruction, fields.size());
    access.undefined.assign(unwritten.begin(), unwritten.end());
  }
  const Cost cost = accessCost(parts, access.space, address);
  op.extra = addAccess(parts, std::move(access));
  parts.emitter.emitOp(op, std::span(&from, 1), written, cost);
  parts.emitter.markLoad(op.extra);
  const auto* const plain = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  if (plain == nullptr || !isConstantLoad(*plain)) parts.emitter.orderAccess({address, bytes, false});
  for (const auto& [result, target] : masks) emitResize(parts, wordType, maskType, target, result, false);
}

void decodeLoad(DecoderParts& parts, const llvm::LoadInst& instruction) {
  emitLoad(parts, instruction, instruction.getPointerOperand(), instruction.getAlign().value());
}

void decodeStore(DecoderParts& parts, const llvm::StoreInst& instruction) {
  parts.emitter.countInstruction();
  const llvm::Value* value = instruction.getValueOperand();
  const ScalarFields& fields = parts.types.fieldsOf(value->getType());
  const Slots& sources = parts.values.slotsOf(value);
  const Slot to = parts.values.slotOf(instruction.getPointerOperand());
  if (fields.empty()) return parts.function.unsupported(instruction, "an unsupported type");
  if (parts.function.failed()) return;
  Access access;
  access.space = static_cast<std::uint8_t>(instruction.getPointerAddressSpace());
  access.alignment = static_cast<std::uint32_t>(std::min<std::uint64_t>(instruction.getAlign().value(), 16));
  const std::uint64_t bytes = parts.function.layout.getTypeStoreSize(value->getType()).getFixedValue();
  access.bytes = static_cast<std::uint32_t>(bytes);
  llvm::SmallVector<Slot, 4> read{to};
  for (std::size_t i = 0; i < fields.size(); ++i) {
    Slot source = sources[i];
    CellKind cell = fields[i].type.cell;
    if (cell == CellKind::Mask) {
      source = parts.frame.temporary(wordType);
      emitResize(parts, maskType, wordType, sources[i], source, false);
      cell = CellKind::Word;
    }
    read.push_back(source);
    access.parts.push_back({source, static_cast<std::uint16_t>(fields[i].offset), fields[i].bytes, cell});
  }
  setAddress(parts, access, instruction.getPointerOperand());
  access.kind = kindOf(instruction);
  Op op;
  op.kind = OpKind::Store;
  op.a = to;
  op.extra = addAccess(parts, std::move(access));
  parts.emitter.emitOp(op, read, {}, {1, 1});
  parts.emitter.markStore(op.extra);
  parts.emitter.orderAccess({instruction.getPointerOperand(), bytes, true});
}

void decodeMemoryIntrinsic(DecoderParts& parts, const llvm::MemIntrinsic& instruction) {
  parts.emitter.countInstruction();
  const Slot to = parts.values.slotOf(instruction.getRawDest());
  const Slot length = parts.values.slotOf(instruction.getLength());
  const Slot from = parts.values.slotOf(instruction.getArgOperand(1));
  if (parts.function.failed()) return;
  const bool isSet = llvm::isa<llvm::MemSetInst>(instruction);
  const ScalarType lengthType = parts.types.scalarOf(instruction.getLength());
  Access access;
  access.space = static_cast<std::uint8_t>(instruction.getDestAddressSpace());
  access.bits = lengthType.bits;
  Op& op = parts.emitter.emitKind(isSet ? OpKind::SetMemory : OpKind::CopyMemory, 0, lengthType.cell, {to, from, length}, {},
                                  {4, static_cast<float>(parts.function.kernel.model.cacheLatency)});
  op.keepInactive = false;
  op.extra = addAccess(parts, std::move(access));
  parts.emitter.orderAll();
}

} // namespace gevo::sim
