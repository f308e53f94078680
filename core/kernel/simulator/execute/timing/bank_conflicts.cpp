#include "core/kernel/simulator/execute/timing/bank_conflicts.h"

#include "core/kernel/simulator/execute/warps.h"

#include <algorithm>

namespace gevo::sim {

namespace {

constexpr unsigned banks = 32;

unsigned lanesPerTurn(std::uint32_t bytes) { return std::max(1U, laneCount / std::max(1U, (bytes + 3) / 4)); }
unsigned turnsOf(unsigned lanesPerTurn) { return (laneCount + lanesPerTurn - 1) / lanesPerTurn; }

/// Every lane reaches a word of its own, and lanes reach growing or shrinking addresses.
bool growOrShrink(const std::uint64_t* offset, Mask mask) {
  unsigned grows = 0;
  unsigned shrinks = 0;
  std::uint64_t before = offset[firstLane(mask)] >> 2;
  for (Mask rest = mask & (mask - 1); rest; rest &= rest - 1) {
    const std::uint64_t word = offset[firstLane(rest)] >> 2;
    grows += word > before;
    shrinks += word < before;
    before = word;
  }
  const auto steps = static_cast<unsigned>(__builtin_popcount(mask)) - 1;
  return grows == steps || shrinks == steps;
}

/// Words in the fullest bank, of lanes that share no word.
unsigned fullestBank(const RegionAccess& part) {
  std::uint8_t ways[banks] = {};
  unsigned most = 0;
  for (Mask rest = part.mask; rest; rest &= rest - 1)
    most = std::max<unsigned>(most, ++ways[part.offset[firstLane(rest)] >> 2 & (banks - 1)]);
  return most;
}

/// Words in the fullest bank, of the lanes from `start` to before `end`.
unsigned fullestBank(const RegionAccess& part, unsigned words, unsigned start, unsigned end) {
  std::uint64_t seen[banks];
  std::uint8_t ways[banks] = {};
  std::uint64_t extra[laneCount * 4];
  unsigned extras = 0;
  unsigned most = 0;
  for (unsigned lane = start; lane < end; ++lane) {
    if (!(part.mask >> lane & 1)) continue;
    for (unsigned i = 0; i < std::min(words, 4U); ++i) {
      const std::uint64_t word = (part.offset[lane] >> 2) + i;
      const unsigned bank = word % banks;
      if (ways[bank] == 0) {
        seen[bank] = word;
        ways[bank] = 1;
      } else if (seen[bank] != word && std::find(extra, extra + extras, word) == extra + extras) {
        extra[extras++] = word;
        ++ways[bank];
      }
      most = std::max<unsigned>(most, ways[bank]);
    }
  }
  return most;
}

} // namespace

BankUse fullBankUse(const RegionAccess& part, std::uint32_t bytes) {
  if (bytes == 4 && growOrShrink(part.offset, part.mask)) {
    const unsigned most = fullestBank(part);
    return {most, most, 1};
  }
  const unsigned step = lanesPerTurn(bytes);
  BankUse use{0, 1, turnsOf(step)};
  for (unsigned start = 0; start < laneCount; start += step) {
    const unsigned most = fullestBank(part, std::max(1U, (bytes + 3) / 4), start, std::min(start + step, laneCount));
    use.wavefronts += most;
    use.worst = std::max(use.worst, most);
  }
  return use;
}

BankUse bankUseOfUniform(std::uint32_t bytes, Mask mask) {
  const unsigned step = lanesPerTurn(bytes);
  BankUse use{0, 1, turnsOf(step)};
  for (unsigned start = 0; start < laneCount; start += step)
    use.wavefronts += (mask & static_cast<Mask>(((1ULL << step) - 1) << start)) != 0;
  return use;
}

} // namespace gevo::sim
