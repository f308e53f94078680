#pragma once

/// SHA-256 (FIPS 180-4), for the digests that trust depends on.

#include "core/base/bytes.h"

#include <array>
#include <string>
#include <string_view>

namespace gevo {

using Sha256Digest = std::array<std::uint8_t, 32>;

class Sha256 {
public:
  Sha256& add(ByteView bytes);
  /// Adds the length first, so that texts that are split differently have different digests.
  Sha256& addText(std::string_view text);
  Sha256& addNumber(std::uint64_t number);
  Sha256Digest finish();

private:
  void block(const std::uint8_t* data);

  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::uint8_t, 64> waiting_{};
  std::size_t waitingSize_ = 0;
  std::uint64_t length_ = 0;
};

Sha256Digest sha256(ByteView bytes);
std::string toHex(const Sha256Digest& digest);

} // namespace gevo
