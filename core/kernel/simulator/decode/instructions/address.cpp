#include "core/kernel/simulator/decode/instructions/address.h"

#include "core/kernel/simulator/decode/decoder_parts.h"
#include "core/kernel/simulator/decode/instructions/conversions.h"

#include <llvm/IR/Operator.h>

namespace gevo::sim {

namespace {

/// How LaneFamily::Address reads an index: as a signed or an unsigned word, or as a double cell.
enum IndexForm : unsigned { SignedWord = 0, UnsignedWord = 1, Wide = 2 };

struct Index {
  Slot slot = 0;
  std::uint64_t scale = 0; ///< bytes
  IndexForm form = Wide;
};

/// Converts an index to one that LaneFamily::Address accepts, with a scale that fits 32 bits.
Index prepareIndex(DecoderParts& parts, const llvm::Value* value, std::uint64_t scale) {
  const bool isFolded = parts.extensions.contains(value);
  const ScalarType type = isFolded ? wordType : parts.types.scalarOf(value);
  const bool isWide = type.cell == CellKind::Double;
  Index index{parts.values.slotOf(value), scale, isWide ? Wide : isFolded && !parts.extensions.isSigned(value) ? UnsignedWord : SignedWord};
  if (type.bits < (isWide ? 64 : 32)) {
    const Slot extended = parts.frame.temporary(wideType);
    emitResize(parts, type, wideType, index.slot, extended, true);
    index.slot = extended;
    index.form = Wide;
  }
  if (scale <= 0xffffffffULL) return index;
  const Slot product = parts.frame.temporary(wideType);
  if (index.form != Wide) {
    const Slot extended = parts.frame.temporary(wideType);
    emitResize(parts, wordType, wideType, index.slot, extended, index.form == SignedWord);
    index.slot = extended;
  }
  parts.emitter.emit(LaneFamily::Mul, 1, wideType, product, {index.slot, parts.frame.constant(CellKind::Double, scale)},
                     parts.costs.wideMultiply);
  return {product, 1, Wide};
}

} // namespace

void decodeAddress(DecoderParts& parts, const llvm::GetElementPtrInst& instruction) {
  parts.emitter.countInstruction();
  llvm::SmallMapVector<llvm::Value*, llvm::APInt, 4> variable;
  llvm::APInt constantOffset(64, 0);
  if (!instruction.getType()->isPointerTy() ||
      !llvm::cast<llvm::GEPOperator>(instruction).collectOffset(parts.function.layout, 64, variable, constantOffset))
    return parts.function.unsupported(instruction, "an unsupported address computation");
  Slot base = parts.values.slotOf(instruction.getPointerOperand());
  const auto offset = static_cast<std::int64_t>(constantOffset.getZExtValue());
  if (variable.empty() && offset == 0) return parts.values.alias(instruction, {base});
  const CostTable& costs = parts.costs;
  const Slot result = parts.values.define(instruction).front();
  if (parts.function.failed()) return;
  std::size_t left = variable.size() + (offset != 0 ? 1 : 0);
  auto target = [&] { return --left == 0 ? result : parts.frame.temporary(wideType); };
  for (const auto& [value, scale] : variable) {
    const Index index = prepareIndex(parts, value, scale.getZExtValue());
    const Slot next = target();
    parts.emitter.emit(LaneFamily::Address, index.form, wideType, next, {base, index.slot}, costs.address).extra =
        static_cast<std::uint32_t>(index.scale);
    base = next;
  }
  if (offset == 0) return;
  // A constant offset becomes part of the load or store.
  if (offset == static_cast<std::int32_t>(offset))
    parts.emitter.emit(LaneFamily::AddressOffset, 0, wideType, target(), {base}, costs.free).extra = static_cast<std::uint32_t>(offset);
  else
    parts.emitter.emit(LaneFamily::Add, 1, wideType, target(),
                       {base, parts.frame.constant(CellKind::Double, static_cast<std::uint64_t>(offset))}, costs.free);
}

} // namespace gevo::sim
