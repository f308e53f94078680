#pragma once

/// Looks up the texture and surface objects that lanes hold, and names how they are read.

#include "core/kernel/simulator/execute/warp.h"

#include <string>

namespace gevo::sim {

/// Null: none has that number. `objects` null: the program has made none.
const Texture* findTexture(const Textures* objects, std::uint64_t object);

/// "two dimensions", "one dimension with layers"
std::string sizeWords(unsigned dimensions, bool isLayered);
/// "2D", "1DLayered": part of the names of CUDA's functions.
std::string placeName(const TexturePlace& place);

/// The lanes of `mask` that hold the same object as the first of them.
Mask lanesOfSameObject(const std::uint64_t* objects, Mask mask);

} // namespace gevo::sim
