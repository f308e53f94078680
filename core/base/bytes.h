#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace gevo {

using Bytes = std::vector<std::uint8_t>;
using ByteView = std::span<const std::uint8_t>;

} // namespace gevo
