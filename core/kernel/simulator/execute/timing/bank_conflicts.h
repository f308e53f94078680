#pragma once

/// How often the banks of shared memory have to be asked for an access. In each turn, of 128 bytes at most, a bank serves one word; the
/// same word for several lanes is one.

#include "core/kernel/simulator/execute/memory/region_access.h"

namespace gevo::sim {

struct BankUse {
  unsigned wavefronts = 1;
  unsigned worst = 1; ///< words of one bank in one turn
  unsigned turns = 1; ///< that an access of all lanes takes at least
};

/// Of an access that may have conflicts.
BankUse fullBankUse(const RegionAccess& part, std::uint32_t bytes);
inline BankUse bankUse(const MemoryFunctions& vectors, const RegionAccess& part, std::uint32_t bytes) {
  if (bytes == 4 && vectors.distinctBanks(part.offset, part.mask)) return {};
  return fullBankUse(part, bytes);
}
/// All lanes load the same bytes.
BankUse bankUseOfUniform(std::uint32_t bytes, Mask mask);

/// A bank has to serve two of the words. Sixteen words and sixteen others meet in no bank where they are within 32, or 16 further on,
/// counted modulo the 32 banks.
inline bool haveBankConflict(const CoalescedWords& words, Mask mask) {
  const std::int64_t distance = (words.start[1] - words.start[0]) / 4;
  return (mask & 0xffffU) != 0 && mask >> 16 != 0 && (distance > 16 || distance < -16) && (distance & 31) != 16;
}

} // namespace gevo::sim
