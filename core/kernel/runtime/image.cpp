#include "core/kernel/runtime/image.h"

#include <cstring>

namespace gevo::cuda {
namespace {

std::uint32_t wordAt(const std::uint8_t* bytes) {
  std::uint32_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

/// Top-level blocks of a bitcode file: module, identification, string table, symbol table.
bool isTopLevelBlock(std::uint32_t id) { return id == 8 || id == 13 || id == 23 || id == 25; }

} // namespace

ByteView bitcodeAt(const void* data) {
  static constexpr std::uint32_t magic = 0xdec04342; // 'B' 'C' 0xC0DE
  static constexpr std::uint32_t enterBlock = 1;
  const auto* start = static_cast<const std::uint8_t*>(data);
  if (wordAt(start) != magic) return {};
  std::size_t size = 4;
  // Each block begins with a word that holds the abbreviation id (2 bits) and the block id (8 bits), then its length in words.
  while (true) {
    const std::uint32_t head = wordAt(start + size);
    if ((head & 3) != enterBlock || !isTopLevelBlock((head >> 2) & 0xff)) break;
    size += 8 + 4 * static_cast<std::size_t>(wordAt(start + size + 4));
  }
  return {start, size};
}

} // namespace gevo::cuda
