#pragma once

/// Decoded kernels: what the decoder writes and the executor runs. Operands are byte offsets into a warp's register frame, so
/// that running needs neither LLVM nor a look-up.

#include "core/kernel/simulator/machine/counters.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gevo::sim {

inline constexpr unsigned laneCount = 32;
using Mask = std::uint32_t;
using Warps = std::uint32_t; ///< a bit for each warp of a warp group
using Slot = std::uint32_t;  ///< byte offset into the register frame

/// Windows of the generic address space; global memory lies where its allocations are. The low 32 bits of each base are zero,
/// so that a truncated pointer to shared memory still names its offset.
inline constexpr std::uint64_t sharedWindow = 0x7f0000000000ULL;
inline constexpr std::uint64_t localWindow = 0x7e0000000000ULL;
inline constexpr std::uint64_t parameterWindow = 0x7d0000000000ULL;
inline constexpr std::uint64_t windowBytes = 1ULL << 32;

/// How a scalar lies in the frame: a lane mask (i1), or 32 lanes of 32 or 64 bits. Integers are kept zero-extended.
enum class CellKind : std::uint8_t { Mask, Word, Double };

/// Floats of 16 bits lie in the lower half of a word, whose upper half is zero.
struct ScalarType {
  CellKind cell = CellKind::Word;
  std::uint8_t bits = 32;
  bool floating = false;
  bool brain = false; ///< of the floats of 16 bits: bfloat, else half
  bool operator==(const ScalarType&) const = default;
};

inline unsigned cellBytes(CellKind kind) { return kind == CellKind::Mask ? 4 : kind == CellKind::Word ? 128 : 256; }

/// The register frames of some warps as one: where a frame has a cell, here are the cells of all, warp after warp, so that what all do goes
/// through memory in one run.
struct Frames {
  std::byte* cells = nullptr;
  std::uint32_t warps = 1; ///< how many
};

struct Op;
/// Works on some of the frames, by the bits of `warps`. On all 32 lanes of each, whatever the active mask is: SSA makes what it leaves in
/// inactive lanes harmless.
using LaneFunction = void (*)(Frames frames, Warps warps, const Op& op);

enum class OpKind : std::uint8_t {
  Lane,
  Load,
  Store,
  Atomic,
  CompareExchange,
  Texture, ///< `a` the object
  Surface, ///< `a` the object
  CopyMemory,
  SetMemory,
  StartCopy, ///< asynchronous, from global memory `b` to shared memory `a`: `c` bytes, and zeros for the rest of the access
  CommitCopies,
  WaitForCopies, ///< all but the last `a` groups; `extra`: an access for its latency
  WaitForAllCopies,
  Shuffle,
  Vote,
  Match,
  Reduce,
  CheckMatrix,      ///< all lanes are there, with the same `a`, an address, and `b`, bytes from line to line; `extra`: both's alignment
  MultiplyMatrices, ///< `extra`: a MatrixProduct
  TileAddresses,    ///< of each lane's word of an 8 x 8 tile, whose rows' addresses lanes 8 * `extra` and the next 7 have in `a`
  TransposeTile,    ///< of words `a`, with two values in each
  ActiveMask,
  SyncWarp,
  Fence, ///< `extra`: of FenceFlag
  Clock,
  DivisionDelay,     ///< of the quotient of floats `a` and `b`; `extra`: an access for its latency
  Predicate,         ///< isspacep: is the address in a window
  Undefined,         ///< reports the use of a value that is undefined in the lanes of mask `a`; `extra` is an UndefinedUse
  InvalidateAddress, ///< the cached address `extra` is computed again
  OutsideObject,     ///< mask of the lanes where address `b` leaves the allocation that `a` points into
  Print,             ///< vprintf: `a` the format, `b` the arguments
  Malloc,            ///< of `a` bytes
  Free,
  Assert, ///< that did not hold: `a` its text
  Trap
};

struct Op {
  LaneFunction function = nullptr;
  Slot result = 0;
  Slot a = 0;
  Slot b = 0;
  Slot c = 0;
  std::uint32_t extra = 0; ///< index into a side table of the function, or an immediate
  std::uint8_t bits = 32;
  OpKind kind = OpKind::Lane;
  CellKind cell = CellKind::Word; ///< of the result
  bool keepInactive = false;      ///< the result outlives the block: lanes that are not active keep their value
};

/// One scalar of a memory access.
struct AccessPart {
  Slot slot = 0;
  std::uint16_t offset = 0; ///< bytes from the access's address
  std::uint8_t bytes = 0;
  CellKind cell = CellKind::Word;
};

/// AtomicRead: a load that is atomic. AtomicUpdate: a read-modify-write operation; AtomicWrite: a store that is atomic.
enum class AccessMode : std::uint8_t { Read, Write, AtomicRead, AtomicWrite, AtomicUpdate };

/// What other threads may rely on when they access the same memory.
struct AccessKind {
  AccessMode mode = AccessMode::Read;
  bool isVolatile = false;
  bool isBlockScoped = false; ///< an atomic operation that is one for threads of the same block only
  bool acquires = false;      ///< by itself, without a fence
  bool releases = false;      ///< likewise

  bool isAtomic() const { return mode >= AccessMode::AtomicRead; }
  bool reads() const { return mode == AccessMode::Read || mode == AccessMode::AtomicRead || mode == AccessMode::AtomicUpdate; }
  bool writes() const { return mode != AccessMode::Read && mode != AccessMode::AtomicRead; }
  /// It may be a flag, a counter or a lock that orders threads.
  bool isStrong() const { return isVolatile || isAtomic(); }
};

enum FenceFlag : std::uint32_t { FenceForBlockOnly = 1, FenceAcquires = 2, FenceReleases = 4 };

inline constexpr unsigned mostLevels = 16; ///< of LoadTiming; deeper ones count as the last

/// Where the time of a memory operation goes: its place in the block's dependence graph. Stores delay by bank conflicts those loads that
/// stay behind them.
struct LoadTiming {
  std::uint16_t level = 0;   ///< how many loads, and stores with loads behind them, lie before it on its longest chain inside the block
  float slack = 1e9F;        ///< cycles it may be late without delaying the block's end
  std::int32_t tracked = -1; ///< result that other blocks wait for: its number, else -1
  float assumed = 0;         ///< the latency that the block length rests on
  float ready = 0;           ///< cycles from the start of the block to the result, at that latency
};

/// What an atomic operation on floating point works on; the last two are two values side by side.
enum class AtomicFloat : std::uint8_t { Single, Double, Half, Brain, HalfPair, BrainPair };

enum class AtomicKind : std::uint8_t { Exchange, Add, Sub, And, Or, Xor, Nand, Max, Min, UMax, UMin, FAdd, FSub, FMax, FMin, UInc, UDec };

/// Side table entry of Load, Store, Atomic and CompareExchange.
struct Access {
  std::vector<AccessPart> parts;
  std::uint32_t bytes = 0; ///< of the whole access
  std::uint32_t alignment = 1;
  std::uint8_t space = 0; ///< LLVM address space
  std::uint8_t bits = 32; ///< of an atomic's value
  AccessKind kind;
  bool isWord = false;             ///< a load or store of 4 bytes from or to one word cell
  std::int32_t cachedAddress = -1; ///< number of an address that is used more often than it is computed; -1: none
  AtomicKind atomic = AtomicKind::Exchange;
  AtomicFloat number = AtomicFloat::Single; ///< of the atomic kinds that begin with F
  Slot success = 0;                         ///< CompareExchange: the i1 result
  std::vector<Slot> undefined; ///< Load, where it may read a thread's own memory: for each part, mask of the lanes that nobody wrote for
  LoadTiming timing;
};

/// Where in a texture or surface object a lane reads or writes.
struct TexturePlace {
  std::uint8_t dimensions = 1;
  bool isLayered = false;
  std::array<Slot, 3> position{}; ///< of as many dimensions
  Slot layer = 0;
};

/// Side table entry of Texture. The results are the parts of an access, for its timing.
struct TextureFetch {
  std::uint32_t access = 0;
  TexturePlace place;
  bool byIndex = false;     ///< the coordinate is an integer
  bool readsFloats = false; ///< else integers
};

/// What becomes of an access outside of a surface: it faults; it goes to the nearest element; it reads 0 or writes nothing.
enum class SurfaceBoundary : std::uint8_t { Trap, Clamp, Zero };

/// Side table entry of Surface. The position is a byte of a row, a row, a slice.
struct SurfaceAccess {
  std::uint32_t access = 0; ///< with the scalars that are read or written
  TexturePlace place;
  SurfaceBoundary boundary = SurfaceBoundary::Trap;
};

enum class ShuffleKind : std::uint8_t { Up, Down, Butterfly, Index };
enum class VoteKind : std::uint8_t { All, Any, Uniform, Ballot };
enum class ReduceKind : std::uint8_t { Add, Min, Max, UMin, UMax, And, Or, Xor };

struct CrossLane {
  ShuffleKind shuffle = ShuffleKind::Index;
  VoteKind vote = VoteKind::Any;
  ReduceKind reduce = ReduceKind::Add;
  bool matchAll = false;
  Slot members = 0;
  Slot value = 0;
  Slot lane = 0;
  Slot clamp = 0;
  CellKind cell = CellKind::Word;
  Slot predicate = 0;
  bool hasPredicate = false;
  /// Shuffle, where its value may be undefined: masks of the value and of the result.
  std::optional<std::pair<Slot, Slot>> undefined;
};

/// Tensor: tf32, a float whose lowest 13 bits don't count. Signed, Unsigned: integers of 8 bits.
enum class MatrixNumber : std::uint8_t { Half, Brain, Tensor, Single, Double, Signed, Unsigned, Word };

/// How the lanes of a warp hold a matrix.
struct MatrixFragment {
  MatrixNumber number = MatrixNumber::Half;
  std::vector<Slot> cells;           ///< words, or of doubles double cells
  unsigned perCell = 1;              ///< elements in a lane's cell
  std::vector<std::uint16_t> places; ///< of each element of each lane of each cell: row * columns + column
};

/// Side table entry of MultiplyMatrices: result = a * b + c, where `a` has `rows` and `depth` columns.
struct MatrixProduct {
  unsigned rows = 0;
  unsigned columns = 0;
  unsigned depth = 0;
  bool saturates = false; ///< of integers: the sum is clamped instead of cut
  MatrixFragment a;
  MatrixFragment b;
  MatrixFragment c;
  MatrixFragment result;
  /// Where an operand may be undefined: its mask, and that of the result.
  std::optional<std::pair<Slot, Slot>> undefined;
};

struct Move {
  Slot to = 0;
  Slot from = 0;
  CellKind cell = CellKind::Word;
};

/// A value that becomes ready after its block ended, passed through a phi.
struct TrackedMove {
  std::int32_t to = -1;
  std::int32_t from = -1; ///< -1: ready already
};

struct Edge {
  std::uint32_t target = 0;
  std::vector<Move> moves; ///< in an order that may be executed one by one
  std::vector<TrackedMove> tracked;
};

enum class Terminator : std::uint8_t { Jump, Branch, Switch, Return, Unreachable, Barrier, Call, CallPointer };

inline constexpr std::uint32_t noBlock = ~0U;

/// What one execution of a block costs, as far as that is known beforehand.
struct BlockTiming {
  float issue = 0;          ///< issue slots of one scheduler
  std::uint32_t levels = 0; ///< of loads in it
  float length = 0;         ///< cycles from start to end with every input ready and the shortest latency of each load
  struct Input {
    std::int32_t tracked = -1;
    float tail = 0; ///< cycles from this input to the end of the block
  };
  struct Output {
    std::int32_t tracked = -1;
    float ready = 0;
  };
  std::vector<Input> inputs;
  std::vector<Output> outputs; ///< other than loads
  bool waits = false;          ///< for inputs, loads or outputs; else it takes `cycles`, whatever happens
  double cycles = 0;           ///< the larger of length and issue
  unsigned rounds = 1;         ///< of a loop that is this block alone: so many run as one, with their loads at the beginning
  float recurrence = 0;        ///< of such a loop: cycles from what a round takes over from the one before to what it leaves to the next
};

struct SwitchCase {
  std::uint64_t value = 0;
  std::uint32_t edge = 0;
};

struct CallSite {
  std::uint32_t function = 0;
  std::string signature;       ///< CallPointer: what the function must have
  std::vector<Move> arguments; ///< `from` in the caller's frame, in the order of the callee's parameters
  std::vector<Move> results;   ///< `to` in the caller's frame, in the order of the callee's results
};

/// A basic block, or the piece of one between barriers and calls.
struct Block {
  std::vector<Op> ops;
  std::vector<Edge> edges;
  Terminator terminator = Terminator::Return;
  std::uint32_t reconverge = noBlock; ///< first block that every path from here passes
  Slot condition = 0;                 ///< Branch: mask; Switch: value; Barrier: number (Word); CallPointer: address
  CellKind conditionCell = CellKind::Mask;
  std::vector<SwitchCase> cases; ///< Switch; edges[0] is the default
  std::uint32_t call = 0;        ///< Call, CallPointer: index into CodeFunction::calls
  /// Barrier with a reduction over the block: 0 none, else "count", "and", "or".
  std::uint8_t barrierReduce = 0;
  std::int8_t barrierNumber = -1; ///< where the program says it itself
  Slot predicate = 0;
  Slot barrierResult = 0;
  CellKind barrierResultCell = CellKind::Word;
  Slot barrierThreads = 0; ///< threads that take part; only where hasThreads
  bool hasThreads = false;
  bool readsClock = false;
  bool onlyReturns = false;   ///< nothing happens here but the return
  std::uint32_t location = 0; ///< of the terminator, an index into Program::locations
  std::uint32_t instructions = 0;
  BlockTiming timing;
  std::vector<std::uint32_t> locations; ///< of each op, likewise
};

enum class SpecialRegister : std::uint8_t {
  ThreadX,
  ThreadY,
  ThreadZ,
  BlockX,
  BlockY,
  BlockZ,
  BlockSizeX,
  BlockSizeY,
  BlockSizeZ,
  GridX,
  GridY,
  GridZ,
  Lane,
  WarpNumber,
  WarpSize,
  LaneMaskEqual,
  LaneMaskLess,
  LaneMaskLessEqual,
  LaneMaskGreater,
  LaneMaskGreaterEqual,
  DynamicShared,
  TotalShared,
  GridWorkspaceHigh, ///< of the address where the blocks of a cooperative launch meet; 0 in others
  GridWorkspaceLow,
  LocalBase, ///< address of the function's own local memory (double cell)
  Zero
};

struct SpecialUse {
  SpecialRegister which = SpecialRegister::Zero;
  Slot slot = 0;
};

struct ConstantUse {
  Slot slot = 0;
  CellKind cell = CellKind::Word;
  std::uint64_t value = 0;
};

/// For profiles: what one execution of an instruction takes.
struct InstructionCost {
  std::uint32_t instruction = 0; ///< its index in the function
  std::uint32_t block = 0;       ///< whose executions are the instruction's
  double cycles = 0;
};

/// For counters: what one execution of a block counts for one of its instructions.
struct BlockShare {
  std::uint32_t block = 0;
  std::uint32_t location = 0; ///< index into Program::locations
  std::uint32_t instructions = 0;
  InstructionClass kind = InstructionClass::Integer;
  double issue = 0;   ///< slots
  double latency = 0; ///< cycles, with every access in the nearest cache
};

/// What all threads of a block have: in the same slot of every warp.
struct BlockResult {
  Slot slot = 0;
  CellKind cell = CellKind::Word;
  bool seldomChanges = false; ///< mostly what it was in the block before
};

struct CodeFunction {
  std::string name;
  std::string signature;     ///< where its address is taken: LLVM's text of its type
  std::vector<Block> blocks; ///< the first is the entry
  std::vector<Access> accesses;
  std::vector<TextureFetch> textures;
  std::vector<SurfaceAccess> surfaces;
  std::vector<CrossLane> crossLanes;
  std::vector<MatrixProduct> products;
  std::vector<CallSite> calls;
  std::vector<SpecialUse> specials;
  std::vector<Slot> parameters; ///< of the parameters' scalars, in order
  std::vector<Move> results;    ///< slots of the returned scalars, `to` only
  std::vector<ConstantUse> constants;
  std::vector<Op> steady;   ///< of a kernel: operations whose results are the same in every block of a launch, run once for each warp
  std::vector<Op> perBlock; ///< of a kernel: operations whose results are the same in all threads of a block, run once for each block
  std::vector<BlockResult> perBlockResults; ///< of these, what other operations need
  /// Of a kernel: operations on these and on the thread's position, run for all warps where one of those that seldom change did.
  std::vector<Op> seldom;
  Slot frameBytes = 0; ///< multiple of 64
  Slot temporary = 0;  ///< scratch cell for results that must be merged
  std::uint32_t localBytes = 0;
  std::uint32_t trackedValues = 0;
  std::uint32_t cachedAddresses = 0;  ///< see Access::cachedAddress; in kernels only
  std::uint32_t instructions = 0;     ///< of the function in the module
  std::vector<InstructionCost> costs; ///< with Detail::Profile only
  std::vector<BlockShare> shares;     ///< with Detail::Counters only
};

struct ParameterCode {
  std::uint32_t offset = 0;
  std::uint32_t bytes = 0;
  bool byValue = false; ///< the slot gets the address in the parameter window
  std::vector<AccessPart> parts;
};

/// A kernel with the functions it calls. Each kernel has its own copies, because shared memory is laid out per kernel.
struct KernelCode {
  std::string name;
  std::vector<CodeFunction> functions;                       ///< the first is the kernel itself
  std::map<std::uint64_t, std::uint32_t> functionsByAddress; ///< what pointers may call
  std::vector<ParameterCode> parameters;
  std::uint32_t parameterBytes = 0;
  std::uint32_t staticShared = 0; ///< bytes; dynamic shared memory starts here
  std::uint32_t registers = 0;    ///< of a thread; 0: not known
};

struct SymbolCode {
  std::string name;
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  Bytes initial;
};

struct Program {
  std::map<std::string, KernelCode> kernels;
  std::map<std::string, std::string> unsupported; ///< kernels that can't be run, with the reason
  std::vector<SymbolCode> symbols;
  std::vector<SourceLocation> locations; ///< 0 is "unknown"
  Detail detail = Detail::None;
};

} // namespace gevo::sim
