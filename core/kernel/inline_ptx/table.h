#pragma once

/// Translations of PTX instructions to LLVM IR: one entry for each opcode, grouped in files by subject.

#include <span>
#include <string_view>

namespace gevo::ir::assembly {

class Translation;

struct Entry {
  std::string_view opcode;
  void (*build)(Translation&);
  bool isPure = true; ///< if predicated, it may be computed unconditionally and its result dropped
};

std::span<const Entry> arithmeticEntries();
std::span<const Entry> bitEntries();
std::span<const Entry> carryEntries();
std::span<const Entry> videoEntries();
std::span<const Entry> comparisonEntries();
std::span<const Entry> floatEntries();
std::span<const Entry> conversionEntries();
std::span<const Entry> moveEntries();
std::span<const Entry> memoryEntries();
std::span<const Entry> atomicEntries();
std::span<const Entry> asyncCopyEntries();
std::span<const Entry> textureEntries();
std::span<const Entry> surfaceEntries();
std::span<const Entry> warpEntries();
std::span<const Entry> matrixProductEntries();
std::span<const Entry> matrixTileEntries();
std::span<const Entry> wmmaEntries();
std::span<const Entry> controlEntries();

/// Null for opcodes that are not translated.
const Entry* entryOf(std::string_view opcode);

} // namespace gevo::ir::assembly
