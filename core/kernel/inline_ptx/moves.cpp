// Moves, also between vectors and their parts, and conversions of addresses between spaces.

#include "core/kernel/inline_ptx/spaces.h"
#include "core/kernel/inline_ptx/table.h"
#include "core/kernel/inline_ptx/translation.h"

namespace gevo::ir::assembly {

namespace {

using llvm::Value;

/// The first part is the lowest.
void pack(Translation& t, const Operand& vector, Type type) {
  const auto parts = static_cast<unsigned>(vector.parts.size());
  if (parts != 2 && parts != 4) return t.markUnsupported();
  const Type part{TypeKind::Bits, type.width() / parts};
  llvm::Type* whole = t.ir().getIntNTy(type.width());
  Value* packed = llvm::ConstantInt::get(whole, 0);
  for (unsigned i = 0; i < parts; ++i) {
    Value* wide = t.ir().CreateZExt(t.read(vector.parts[i], part), whole);
    packed = t.ir().CreateOr(packed, t.ir().CreateShl(wide, i * part.bits));
  }
  t.out(0, packed);
}

void unpack(Translation& t, const Operand& vector, Type type) {
  const auto parts = static_cast<unsigned>(vector.parts.size());
  if (parts != 2 && parts != 4) return t.markUnsupported();
  const unsigned bits = type.width() / parts;
  Value* whole = t.in(1, {TypeKind::Bits, type.width()});
  for (unsigned i = 0; i < parts; ++i)
    t.write(vector.parts[i], t.ir().CreateTrunc(t.ir().CreateLShr(whole, i * bits), t.ir().getIntNTy(bits)));
}

void move(Translation& t) {
  const Type type = t.takeType();
  const Operand& target = t.operand(0);
  const Operand& source = t.operand(1);
  if (target.kind == OperandKind::Vector) return unpack(t, target, type);
  if (source.kind == OperandKind::Vector) return pack(t, source, type);
  t.out(0, t.in(1, type));
}

/// An address in a space to a generic one; with `to` the reverse.
void convertAddress(Translation& t) {
  const bool fromGeneric = t.take("to");
  const unsigned space = takeSpace(t);
  const Type type = t.takeType();
  if (space == genericSpace || type.width() != 64) return t.markUnsupported();
  Value* from = t.asPointer(t.operand(1), fromGeneric ? genericSpace : space);
  t.out(0, t.ir().CreateAddrSpaceCast(from, llvm::PointerType::get(t.ir().getContext(), fromGeneric ? space : genericSpace)));
}

void isInSpace(Translation& t) {
  const std::string space = t.takeOneOf({"global", "shared", "shared::cta", "const", "local"}).str();
  if (space.empty()) return t.markUnsupported();
  t.out(0, t.call("llvm.nvvm.isspacep." + (space == "shared::cta" ? "shared" : space), t.asPointer(t.operand(1), genericSpace)));
}

} // namespace

std::span<const Entry> moveEntries() {
  static constexpr Entry entries[] = {{"mov", move}, {"cvta", convertAddress}, {"isspacep", isInSpace}};
  return entries;
}

} // namespace gevo::ir::assembly
