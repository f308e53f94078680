#pragma once

/// The arithmetic of 32 lanes at a time. The same source is compiled for baseline x86-64, AVX2 and AVX-512; the table of the
/// machine at hand is chosen once. All three give the same bits.

#include "core/kernel/sim/code.h"

#include <array>

namespace gevo::sim {

/// Families of lane functions. Integer families come in four variants (32 bits, 64 bits, narrower in a 32- or 64-bit
/// cell), floating families in two (float, double); others use the variants that their comment names.
enum class LaneFamily : std::uint8_t {
  // integer, four variants
  Add,
  Sub,
  Mul,
  UDiv,
  SDiv,
  URem,
  SRem,
  Shl,
  LShr,
  AShr,
  And,
  Or,
  Xor,
  SMin,
  SMax,
  UMin,
  UMax,
  UAddSat,
  USubSat,
  SAddSat,
  SSubSat,
  UMulHigh,
  SMulHigh,
  Abs,
  PopulationCount,
  LeadingZeros,
  TrailingZeros,
  ByteSwap,
  BitReverse,
  FunnelLeft,
  FunnelRight,
  // integer to mask, four variants
  Equal,
  NotEqual,
  ULess,
  ULessEqual,
  SLess,
  SLessEqual,
  UAddOverflow,
  USubOverflow,
  UMulOverflow,
  SAddOverflow,
  SSubOverflow,
  SMulOverflow,
  // floating, two variants
  FAdd,
  FSub,
  FMul,
  FDiv,
  FRem,
  FMinNumber,
  FMaxNumber,
  FMinimum,
  FMaximum,
  CopySign,
  Fma,
  FNegate,
  FAbsolute,
  Floor,
  Ceiling,
  Truncate,
  RoundEven,
  RoundAway,
  SquareRoot,
  ReciprocalRoot,
  Reciprocal,
  Exp2,
  Log2,
  Sine,
  Cosine,
  Tanh,
  Saturate,
  Exp,
  Log,
  Log10,
  Power,
  LoadExponent, ///< a * 2^b, b an integer of 32 bits
  /// with the rounding mode in Op::extra
  RoundedAdd,
  RoundedMul,
  RoundedDiv,
  RoundedFma,
  RoundedRoot,
  // floating to mask, two variants
  OrderedEqual,
  OrderedLess,
  OrderedLessEqual,
  OrderedNotEqual,
  Ordered,
  UnorderedEqual,
  UnorderedLess,
  UnorderedLessEqual,
  UnorderedNotEqual,
  Unordered,
  // casts
  ZeroExtend,      ///< 32-bit cell to 64-bit cell
  SignExtend,      ///< from Op::bits to Op::extra; variants: to word, to double from word, to double from double
  Narrow,          ///< to Op::bits; variants: word from word, word from double, double from double
  MaskToInt,       ///< 0 or 1; variants: word, double
  MaskToOnes,      ///< 0 or all ones of Op::bits; variants: word, double
  IntToMask,       ///< lowest bit; variants: word, double
  SignedToFloat,   ///< Op::bits; variants: float word, float double, double word, double double (cell of the integer)
  UnsignedToFloat, ///< likewise
  FloatToSigned,   ///< saturating to Op::bits, NaN gives 0; variants as above
  FloatToUnsigned,
  FloatExtend,
  FloatTruncate, ///< variants: nearest, towards zero
  HighWord,      ///< upper half of a double cell
  LowWord,
  JoinWords, ///< a is the lower half, b the upper
  // masks
  MaskAnd,
  MaskOr,
  MaskXor,
  MaskAndNot, ///< a and not b
  MaskOrNot,  ///< a or not b
  MaskEqual,
  // selection; variants: word, double, mask
  Select,
  Copy,
  // addresses (double cells): a + b * extra, the index b being of variant: signed word, unsigned word, double
  Address,
  AddressOffset, ///< a + extra, sign-extended
  // per-lane permutation of the bytes of two words (PTX prmt)
  Permute,
  Count
};

using LaneTable = std::array<std::array<LaneFunction, 4>, static_cast<std::size_t>(LaneFamily::Count)>;

/// What an access of all lanes needs, whatever is then done with the bytes. Offsets are from the start of a region.
struct MemoryFunctions {
  /// offset[lane] = address - origin for the lanes of `remaining` where that is at most `limit`, `own` for all others.
  /// Returns the lanes inside; `low` gets the bits that any offset has.
  Mask (*offsets)(const std::uint64_t* addresses, std::uint64_t origin, std::uint64_t limit, std::uint64_t own, Mask remaining,
                  std::uint64_t* offset, std::uint64_t* low);
  /// Both halves of the warp reach 16 consecutive 4-byte words each.
  bool (*consecutive)(const std::uint64_t* offset);
  void (*gatherWords)(const std::uint8_t* bytes, const std::uint64_t* offset, std::uint32_t* cells);
  void (*gatherDoubles)(const std::uint8_t* bytes, const std::uint64_t* offset, std::uint64_t* cells);
  /// Every byte of every lane's 4 is 1.
  bool (*allOnes)(const std::uint8_t* flags, const std::uint64_t* offset);
  /// Each lane of the mask reaches a bank of shared memory of its own.
  bool (*distinctBanks)(const std::uint64_t* offset, Mask mask);
};

/// The fastest tables that this machine runs.
const LaneTable& laneTable();
const MemoryFunctions& memoryFunctions();
/// By name, for tests: "baseline", "avx2", "avx512"; null where the machine can't run it.
const LaneTable* laneTable(const char* name);

namespace lanes_baseline {
void fill(LaneTable& table);
void fill(MemoryFunctions& functions);
} // namespace lanes_baseline
namespace lanes_avx2 {
void fill(LaneTable& table);
void fill(MemoryFunctions& functions);
} // namespace lanes_avx2
namespace lanes_avx512 {
void fill(LaneTable& table);
void fill(MemoryFunctions& functions);
} // namespace lanes_avx512

} // namespace gevo::sim
