#pragma once

/// 128-bit content hashes (XXH3). They identify contents and codes; they are not cryptographic.

#include "core/base/bytes.h"

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace gevo {

struct Hash128 {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  auto operator<=>(const Hash128&) const = default;
  bool isNull() const { return high == 0 && low == 0; }
};

Hash128 hashBytes(ByteView bytes);
Hash128 hashText(std::string_view text);

/// 32 lower-case hexadecimal digits.
std::string toHex(const Hash128& hash);
std::optional<Hash128> hashFromHex(std::string_view text);

struct Hash128Hasher {
  std::size_t operator()(const Hash128& hash) const { return static_cast<std::size_t>(hash.low); }
};

} // namespace gevo
