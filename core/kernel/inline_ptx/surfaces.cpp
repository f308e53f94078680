// Reads and writes through surface objects, unformatted.

#include "core/kernel/inline_ptx/table.h"
#include "core/kernel/inline_ptx/texture_places.h"

namespace gevo::ir::assembly {

namespace {

using llvm::Value;

/// What a surface instruction says besides its opcode.
struct Surface {
  TexturePlace place;
  unsigned elements = 1;
  Type type;
  std::string boundary; ///< of intrinsics
  std::string name(const char* opcode) const {
    return fmt::format("llvm.nvvm.{}.{}{}i{}.{}", opcode, place.name(), elements == 1 ? "" : fmt::format("v{}", elements), type.bits,
                       boundary);
  }
};

std::optional<Surface> takeSurface(Translation& t) {
  if (!t.take("b")) return std::nullopt; // with formats: sust.p
  const auto place = takePlace(t);
  if (!place) return std::nullopt;
  Surface surface;
  surface.place = *place;
  t.takeOneOf({"ca", "cg", "cs", "cv", "wb", "wt"});
  surface.elements = t.take("v2") ? 2 : t.take("v4") ? 4 : 1;
  surface.type = t.takeType();
  surface.boundary = t.takeOneOf({"trap", "clamp", "zero"}).str();
  if (surface.boundary.empty()) surface.boundary = "trap";
  const bool isKnown = surface.type.kind == TypeKind::Bits && surface.type.lanes == 1 && surface.type.bits * surface.elements <= 128;
  return isKnown ? std::optional(surface) : std::nullopt;
}

/// The values' operands: {a, b}, {a} or a.
std::optional<llvm::SmallVector<Operand, 4>> valuesOf(const Operand& operand, const Surface& surface) {
  const bool isVector = operand.kind == OperandKind::Vector;
  if ((isVector ? operand.parts.size() : 1) != surface.elements) return std::nullopt;
  if (!isVector) return llvm::SmallVector<Operand, 4>{operand};
  return llvm::SmallVector<Operand, 4>(operand.parts.begin(), operand.parts.end());
}

/// suld.b.2d.v2.b32.trap {a, b}, [object, {x, y}]
void load(Translation& t) {
  const auto surface = takeSurface(t);
  const auto targets = surface ? valuesOf(t.operand(0), *surface) : std::nullopt;
  llvm::SmallVector<Value*, 5> arguments;
  if (!targets || !readPlace(t, t.operand(1), surface->place, wordType, arguments)) return t.markUnsupported();
  Value* result = t.call(surface->name("suld"), arguments);
  if (t.isUnsupported()) return;
  for (unsigned i = 0; i < surface->elements; ++i) {
    Value* value = surface->elements == 1 ? result : t.ir().CreateExtractValue(result, i);
    t.write((*targets)[i], t.ir().CreateTrunc(value, t.ir().getIntNTy(surface->type.bits)));
  }
}

/// sust.b.2d.v2.b32.trap [object, {x, y}], {a, b}
void store(Translation& t) {
  const auto surface = takeSurface(t);
  const auto sources = surface ? valuesOf(t.operand(1), *surface) : std::nullopt;
  llvm::SmallVector<Value*, 9> arguments;
  if (!sources || !readPlace(t, t.operand(0), surface->place, wordType, arguments)) return t.markUnsupported();
  // The intrinsics take bytes as values of 16 bits.
  llvm::Type* type = t.ir().getIntNTy(std::max(16U, surface->type.bits));
  for (const Operand& source : *sources) arguments.push_back(t.ir().CreateZExt(t.read(source, surface->type), type));
  t.call(surface->name("sust.b"), arguments);
}

} // namespace

std::span<const Entry> surfaceEntries() {
  static constexpr Entry entries[] = {{"suld", load, false}, {"sust", store, false}};
  return entries;
}

} // namespace gevo::ir::assembly
