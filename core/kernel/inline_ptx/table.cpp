#include "core/kernel/inline_ptx/table.h"

#include <unordered_map>

namespace gevo::ir::assembly {

const Entry* entryOf(std::string_view opcode) {
  static const auto table = [] {
    std::unordered_map<std::string_view, const Entry*> all;
    for (const auto entries :
         {arithmeticEntries(), bitEntries(), carryEntries(), videoEntries(), comparisonEntries(), floatEntries(), conversionEntries(),
          moveEntries(), memoryEntries(), atomicEntries(), asyncCopyEntries(), matrixProductEntries(), matrixTileEntries(), wmmaEntries(),
          textureEntries(), surfaceEntries(), warpEntries(), controlEntries()})
      for (const Entry& entry : entries) all[entry.opcode] = &entry;
    return all;
  }();
  const auto found = table.find(opcode);
  return found == table.end() ? nullptr : found->second;
}

} // namespace gevo::ir::assembly
