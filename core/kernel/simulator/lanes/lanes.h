#pragma once

/// The arithmetic of 32 lanes at a time. The same source is compiled for the processor's baseline and, on x86-64, for AVX2 and AVX-512;
/// the table of the machine at hand is chosen once. All give the same bits.

#include "core/kernel/simulator/code/code.h"

#include <array>

namespace gevo::sim {

/// Families of lane functions. Integer families come in four variants (32 bits, 64 bits, narrower in a 32- or 64-bit
/// cell), floating families in four (float, double, half, bfloat); others use the variants that their comment names.
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
  // floating, four variants
  FAdd,
  FSub,
  FMul,
  FDiv,
  ApproximateQuotient,
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
  ApproximateRoot,
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
  LoadExponent,   ///< a * 2^b, b an integer of 32 bits
  FlushSubnormal, ///< to a zero of the same sign
  /// with the rounding mode in Op::extra; variants: float, double
  RoundedAdd,
  RoundedMul,
  RoundedDiv,
  RoundedFma,
  RoundedRoot,
  // floating to mask, four variants
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
  IsClass, ///< is the value of one of the classes in Op::extra, LLVM's bits of llvm.is.fpclass
  // casts
  ZeroExtend,      ///< 32-bit cell to 64-bit cell
  SignExtend,      ///< from Op::bits to Op::extra; variants: to word, to double from word, to double from double
  Narrow,          ///< to Op::bits; variants: word from word, word from double, double from double
  MaskToInt,       ///< 0 or 1; variants: word, double
  MaskToOnes,      ///< 0 or all ones of Op::bits; variants: word, double
  IntToMask,       ///< lowest bit; variants: word, double
  SignedToFloat,   ///< Op::bits; variants: float word, float double, double word, double double (cell of the integer)
  UnsignedToFloat, ///< likewise
  FloatToSigned,   ///< saturating to Op::bits, NaN gives 0 or, with Op::extra, the highest bit; variants as above
  FloatToUnsigned,
  FloatExtend,   ///< variants: double of float, float of half, float of bfloat
  FloatTruncate, ///< variants: nearest, with the rounding mode in Op::extra
  /// Op::bits and the rounding mode in Op::extra; variants as above
  RoundedSignedToFloat,
  RoundedUnsignedToFloat,
  FloatToSmall,        ///< to the nearest; variants: half of float, half of double, bfloat of float, bfloat of double
  RoundedFloatToSmall, ///< of float, with the rounding mode in Op::extra; variants: half, bfloat
  SignedToSmall,       ///< Op::bits; variants: half of word, half of double cell, bfloat of word, bfloat of double cell
  UnsignedToSmall,     ///< likewise
  UpperHalf,           ///< upper 16 bits of a word
  JoinHalves,          ///< a is the lower half of a word, b the upper
  HighWord,            ///< upper half of a double cell
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

/// Two accesses of each cell that don't replace each other as a write replaces a write: the first, and the last of others.
struct ShadowSlots {
  std::array<std::uint64_t*, 2> stamps{};
  std::array<std::uint32_t*, 2> locations{};
};

/// The race shadow of one region: for each cell (2^shift bytes) the stamps of its last writer, two readers and two atomic operations, and
/// where in the code they were.
struct ShadowCells {
  std::uint64_t* write = nullptr;
  std::uint32_t* writeLocations = nullptr;
  ShadowSlots readers;
  ShadowSlots atomics; ///< null: there was none that can be part of a race
  unsigned shift = 2;
};

/// What RaceChecker asks of stamps (see race_checker.h).
struct ShadowLimits {
  std::uint64_t quiet = 0;    ///< what is earlier can't be part of a race
  std::uint64_t floor = 0;    ///< what is earlier in this block is ordered before everything from now on
  std::uint64_t keptFrom = 0; ///< readers and atomic operations of the launch's earlier blocks: from here
  std::uint64_t keptTo = 0;   ///< to before here
};

/// Words of 4 bytes side by side in each half of a warp, as far as its lanes take part: where its lane 0 and lane 16 are, or would be, in
/// bytes from the start of a region.
struct CoalescedWords {
  std::array<std::int64_t, 2> start{};
};

/// Where coalesced words may lie: their addresses at most `limit` above `origin`.
struct AddressBounds {
  std::uint64_t origin = 0;
  std::uint64_t limit = 0;
};

/// What an access of all lanes needs, whatever is then done with the bytes. Offsets are from the start of a region.
struct MemoryFunctions {
  /// offset[lane] = address - origin for the lanes of `remaining` where that is at most `limit`, `own` for all others.
  /// Returns the lanes inside; `any` gets the bits that any offset has, `all` those that all have.
  Mask (*offsets)(const std::uint64_t* addresses, std::uint64_t origin, std::uint64_t limit, std::uint64_t own, Mask remaining,
                  std::uint64_t* offset, std::uint64_t* any, std::uint64_t* all);
  /// The lanes of the mask reach coalesced words, aligned, at most `limit` above `origin`. May say no where that is so: lanes one by one
  /// are always right.
  bool (*findCoalesced)(const std::uint64_t* addresses, Mask mask, std::uint64_t origin, std::uint64_t limit, CoalescedWords* words);
  /// From memory to cells and back, of all lanes for which the words were found or of some of them. `flags`: 1 for each byte that was
  /// written; null where all were. loadCoalesced() returns whether those of the lanes were.
  bool (*loadCoalesced)(const std::uint8_t* bytes, const std::uint8_t* flags, const CoalescedWords& words, Mask mask, std::uint32_t* cells);
  void (*storeCoalesced)(std::uint8_t* bytes, std::uint8_t* flags, const CoalescedWords& words, Mask mask, const std::uint32_t* cells);
  /// The same for some warps in lockstep: cells, a mask and words for each, by number. Return the warps of which it holds; of loads,
  /// whose cells are filled.
  Warps (*findCoalescedByWarp)(const std::uint64_t* addresses, Warps warps, const Mask* masks, const AddressBounds& bounds,
                               CoalescedWords* words);
  Warps (*loadCoalescedByWarp)(const std::uint8_t* bytes, const std::uint8_t* flags, const CoalescedWords* words, Warps warps,
                               const Mask* masks, std::uint32_t* cells);
  void (*storeCoalescedByWarp)(std::uint8_t* bytes, std::uint8_t* flags, const CoalescedWords* words, Warps warps, const Mask* masks,
                               const std::uint32_t* cells);
  bool (*allOnesCoalesced)(const std::uint8_t* flags, const CoalescedWords& words, Mask mask);
  void (*setOnesCoalesced)(std::uint8_t* flags, const CoalescedWords& words, Mask mask);
  /// The lanes of the mask hold the same address.
  bool (*allEqual)(const std::uint64_t* addresses, Mask mask);
  /// Gives the lanes of the mask one value.
  void (*spreadWord)(std::uint32_t* cells, std::uint32_t value, Mask mask);
  void (*spreadDouble)(std::uint64_t* cells, std::uint64_t value, Mask mask);
  /// Copies the lanes of the mask of a word or double cell.
  void (*blendWords)(std::uint32_t* to, const std::uint32_t* from, Mask mask);
  void (*blendDoubles)(std::uint64_t* to, const std::uint64_t* from, Mask mask);
  /// Likewise in the frames of some warps, with a mask for each.
  void (*moveCells)(Frames frames, Warps warps, const Mask* masks, Slot to, Slot from, CellKind cell);
  void (*gatherBytes)(const std::uint8_t* bytes, const std::uint64_t* offset, std::uint32_t* cells);
  void (*gatherWords)(const std::uint8_t* bytes, const std::uint64_t* offset, std::uint32_t* cells);
  void (*gatherDoubles)(const std::uint8_t* bytes, const std::uint64_t* offset, std::uint64_t* cells);
  /// Every byte of every lane's 4 is 1.
  bool (*allOnes)(const std::uint8_t* flags, const std::uint64_t* offset);
  /// Each lane of the mask reaches a bank of shared memory of its own.
  bool (*distinctBanks)(const std::uint64_t* offset, Mask mask);
  /// Record an access of each lane to one cell of the race shadow (`first`: the stamp of lane 0). Returns the lanes that were not quiet:
  /// nothing is recorded for them.
  Mask (*recordReads)(const ShadowCells& cells, const std::uint64_t* offset, Mask mask, bool isCoalesced, std::uint64_t first,
                      std::uint32_t location, const ShadowLimits& limits);
  Mask (*recordWrites)(const ShadowCells& cells, const std::uint64_t* offset, Mask mask, bool isCoalesced, std::uint64_t first,
                       std::uint32_t location, const ShadowLimits& limits);
  /// Puts an access into one of a cell's two slots.
  void (*recordInSlots)(const ShadowSlots& slots, std::uint64_t cell, std::uint64_t now, std::uint32_t location,
                        const ShadowLimits& limits);
};

/// The fastest tables that this machine runs, or those that the environment variable GEVO_LANES names.
const LaneTable& laneTable();
const MemoryFunctions& memoryFunctions();
/// By name, for tests: "baseline", "avx2", "avx512"; null where the machine can't run it.
const LaneTable* laneTable(const char* name);
const MemoryFunctions* memoryFunctions(const char* name);

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
