#include "core/base/hash.h"

#include <charconv>
#include <fmt/format.h>
#include <xxhash.h>

namespace gevo {

Hash128 hashBytes(ByteView bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return {hash.high64, hash.low64};
}

Hash128 hashText(std::string_view text) { return hashBytes({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}); }

std::string toHex(const Hash128& hash) { return fmt::format("{:016x}{:016x}", hash.high, hash.low); }

std::optional<Hash128> hashFromHex(std::string_view text) {
  if (text.size() != 32) return std::nullopt;
  Hash128 hash;
  const char* middle = text.data() + 16;
  const auto high = std::from_chars(text.data(), middle, hash.high, 16);
  const auto low = std::from_chars(middle, middle + 16, hash.low, 16);
  if (high.ec != std::errc() || high.ptr != middle || low.ec != std::errc() || low.ptr != middle + 16) return std::nullopt;
  return hash;
}

} // namespace gevo
