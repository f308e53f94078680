// Reads through texture objects.

#include "core/kernel/inline_ptx/table.h"
#include "core/kernel/inline_ptx/texture_places.h"

namespace gevo::ir::assembly {

namespace {

using llvm::Value;

/// tex.2d.v4.f32.f32 {r, g, b, a}, [object, {x, y}]
void fetch(Translation& t) {
  const bool hasLevel = t.take("level");
  const bool hasGradients = !hasLevel && t.take("grad"); // which choose among levels, and no texture has more than one
  const auto place = takePlace(t);
  if (!place || !t.take("v4")) return t.markUnsupported();
  const Type element = t.takeType();
  const Type coordinate = t.takeType();
  const bool isFloat = element.kind == TypeKind::Float;
  const bool isIndex = coordinate.kind == TypeKind::Signed;
  if (element.width() != 32 || element.lanes != 1 || (!isFloat && !element.isSigned() && element.kind != TypeKind::Unsigned))
    return t.markUnsupported();
  if (coordinate.width() != 32 || coordinate.lanes != 1 || (!isIndex && coordinate.kind != TypeKind::Float)) return t.markUnsupported();
  const Operand& target = t.operand(0);
  if (target.kind != OperandKind::Vector || target.parts.size() != 4) return t.markUnsupported();
  llvm::SmallVector<Value*, 6> arguments;
  if (!readPlace(t, t.operand(1), *place, coordinate, arguments)) return t.markUnsupported();
  if (hasLevel) arguments.push_back(t.in(2, coordinate));
  if (hasGradients && t.operandCount() != 4) return t.markUnsupported();
  const std::string types = std::string(isFloat ? "v4f32" : element.isSigned() ? "v4s32" : "v4u32") + (isIndex ? ".s32" : ".f32");
  Value* result = t.call("llvm.nvvm.tex.unified." + place->name() + (hasLevel ? "level." : "") + types, arguments);
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
