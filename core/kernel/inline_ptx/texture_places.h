#pragma once

/// Where texture and surface instructions access an object: "2d", [object, {x, y}].

#include "core/kernel/inline_ptx/translation.h"

namespace gevo::ir::assembly {

struct TexturePlace {
  unsigned dimensions = 1;
  bool isLayered = false;
  /// In the names of intrinsics: "2d.array."
  std::string name() const { return std::to_string(dimensions) + (isLayered ? "d.array." : "d."); }
};

/// Takes the geometry; nothing: none that is supported.
std::optional<TexturePlace> takePlace(Translation& t);
/// Adds the object, the layer and the coordinates of an address to `arguments`; false where it has another form.
bool readPlace(Translation& t, const Operand& address, const TexturePlace& place, Type coordinate,
               llvm::SmallVectorImpl<llvm::Value*>& arguments);

} // namespace gevo::ir::assembly
