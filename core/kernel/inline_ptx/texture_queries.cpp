// Reads through texture objects of one and two dimensions.

#include "core/kernel/inline_ptx/table.h"
#include "core/kernel/inline_ptx/translation.h"

namespace gevo::ir::assembly {

namespace {

using llvm::Value;

/// tex.2d.v4.f32.f32 {r, g, b, a}, [object, {x, y}]
void fetch(Translation& t) {
  const bool hasLevel = t.take("level");
  const bool isPlane = t.take("2d");
  if ((!isPlane && !t.take("1d")) || !t.take("v4")) return t.markUnsupported();
  const Type element = t.takeType();
  const Type coordinate = t.takeType();
  const bool isFloat = element.kind == TypeKind::Float;
  const bool isIndex = coordinate.kind == TypeKind::Signed;
  if (element.width() != 32 || element.lanes != 1 || (!isFloat && !element.isSigned() && element.kind != TypeKind::Unsigned))
    return t.markUnsupported();
  if (coordinate.width() != 32 || coordinate.lanes != 1 || (!isIndex && coordinate.kind != TypeKind::Float)) return t.markUnsupported();
  const Operand& target = t.operand(0);
  const Operand& source = t.operand(1);
  if (target.kind != OperandKind::Vector || target.parts.size() != 4) return t.markUnsupported();
  if (source.kind != OperandKind::Address || source.number != 0 || source.parts.size() != 2) return t.markUnsupported();
  const Operand& position = source.parts[1];
  const bool isScalar = position.kind != OperandKind::Vector;
  if ((isScalar ? 1U : position.parts.size()) != (isPlane ? 2U : 1U)) return t.markUnsupported();
  llvm::SmallVector<Value*, 4> arguments{t.read(source.parts[0], {TypeKind::Bits, 64})};
  if (isScalar) arguments.push_back(t.read(position, coordinate));
  for (const Operand& part : position.parts) arguments.push_back(t.read(part, coordinate));
  if (hasLevel) arguments.push_back(t.in(2, coordinate));
  const std::string types = std::string(isFloat ? "v4f32" : element.isSigned() ? "v4s32" : "v4u32") + (isIndex ? ".s32" : ".f32");
  Value* result = t.call(std::string("llvm.nvvm.tex.unified.") + (isPlane ? "2d." : "1d.") + (hasLevel ? "level." : "") + types, arguments);
  if (t.isUnsupported()) return;
  // Texture reads never see what the same kernel writes.
  if (!t.hasSideEffects()) llvm::cast<llvm::CallInst>(result)->setDoesNotAccessMemory();
  for (unsigned i = 0; i < 4; ++i) t.write(target.parts[i], t.ir().CreateExtractValue(result, i));
}

} // namespace

std::span<const Entry> textureEntries() {
  static constexpr Entry entries[] = {{"tex", fetch, false}};
  return entries;
}

} // namespace gevo::ir::assembly
