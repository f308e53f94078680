#pragma once

/// SHA-256 (FIPS 180-4). It names the contents of a file where a forger must not succeed: trust rests on it.

#include "core/base/bytes.h"

#include <array>
#include <string>
#include <string_view>

namespace gevo {

using Sha256Digest = std::array<std::uint8_t, 32>;

class Sha256 {
public:
  Sha256& add(ByteView bytes);
  /// The length goes in first, so that a row of texts can't be cut elsewhere and hash alike.
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
