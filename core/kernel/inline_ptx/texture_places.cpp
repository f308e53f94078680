#include "core/kernel/inline_ptx/texture_places.h"

namespace gevo::ir::assembly {

std::optional<TexturePlace> takePlace(Translation& t) {
  const llvm::StringRef geometry = t.takeOneOf({"1d", "2d", "3d", "a1d", "a2d"});
  if (geometry.empty()) return std::nullopt;
  return TexturePlace{static_cast<unsigned>(geometry[geometry.size() - 2] - '0'), geometry.starts_with("a")};
}

bool readPlace(Translation& t, const Operand& address, const TexturePlace& place, Type coordinate,
               llvm::SmallVectorImpl<llvm::Value*>& arguments) {
  if (address.kind != OperandKind::Address || address.number != 0 || address.parts.size() != 2) return false;
  const Operand& position = address.parts[1];
  const bool isScalar = position.kind != OperandKind::Vector;
  const unsigned used = place.dimensions + (place.isLayered ? 1 : 0);
  const unsigned written = used == 3 ? 4 : used; // there are no vectors of three
  if ((isScalar ? 1U : position.parts.size()) != written) return false;
  arguments.push_back(t.read(address.parts[0], {TypeKind::Bits, 64}));
  for (unsigned i = 0; i < used; ++i)
    arguments.push_back(t.read(isScalar ? position : position.parts[i], i == 0 && place.isLayered ? wordType : coordinate));
  return true;
}

} // namespace gevo::ir::assembly
