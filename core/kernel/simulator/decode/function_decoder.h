#pragma once

/// Decodes one function: values to slots of the frame, instructions to operations, branches to edges with moves.

#include "core/kernel/simulator/decode/block_timer.h"
#include "core/kernel/simulator/decode/constants.h"
#include "core/kernel/simulator/decode/function_context.h"
#include "core/kernel/simulator/decode/scalar_types.h"
#include "core/kernel/simulator/lanes/lanes.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <map>
#include <memory_resource>
#include <unordered_map>

namespace gevo::sim {

using Slots = llvm::SmallVector<Slot, 1>;
struct NvvmName;

/// A kernel's value that is made of nothing but parameters, constants and the places of block and thread: computed before the block runs,
/// once for each warp and launch or, where it changes with the block but is the same in all its threads, once for each block. What is made
/// of both is computed ahead where the block's part seldom changes from one block to the next.
struct ComputedAhead {
  bool changesWithBlock = false;
  bool changesWithThread = false;
  bool seldom = false; ///< it changes with the block
};

class FunctionDecoder {
public:
  FunctionDecoder(KernelContext& kernel, const llvm::Function& function);
  Result<CodeFunction> run(KernelCode* kernel);

private:
  // function_decoder.cpp: order of work
  void decodeParameters(KernelCode* kernel);
  void copyStructures();
  void numberBlocks();
  void decodeBlock(const llvm::BasicBlock& block);
  void decode(const llvm::Instruction& instruction);
  void noteCost(std::uint32_t block, double cycles);
  bool splitsBlock(const llvm::Instruction& instruction) const;

  // ahead.cpp: values computed before a block runs
  std::optional<ComputedAhead> canBeAhead(const llvm::Instruction& instruction);
  std::vector<Op>& opsAhead(const ComputedAhead& when);
  void moveAhead(const Block& block, std::size_t first, const llvm::Instruction& instruction);
  void findPerBlockResults();
  bool isWatched(const llvm::Instruction& instruction) const;
  void watch(const llvm::Instruction& instruction);

  // lives.cpp: how long values are needed
  void measureLives();
  unsigned endOfLife(const llvm::Instruction& instruction) const;
  unsigned startOfLife(const llvm::Instruction& instruction) const;
  const Slots& phiSlots(const llvm::PHINode& phi);

  // values.cpp: slots and their life
  void findLocalValues(const llvm::BasicBlock& block);
  bool sharesSlots(const llvm::Instruction& instruction) const;
  Slot newSlot(ScalarType type);
  Slot scratch(ScalarType type, const llvm::Instruction& owner);
  Slot fromFreeList(ScalarType type, bool outlivesBlock);
  bool outlivesBlock(Slot slot) const;
  /// A slot until the end of the current instruction.
  Slot temporary(ScalarType type);
  Slot constantSlot(CellKind cell, std::uint64_t value);
  Slot special(SpecialRegister which);
  const Slots& slotsOf(const llvm::Value* value);
  Slot slotOf(const llvm::Value* value) { return slotsOf(value).front(); }
  /// New slots for a result.
  const Slots& define(const llvm::Instruction& instruction);
  /// The result is made of slots that exist already.
  void alias(const llvm::Instruction& instruction, Slots slots);
  void releaseOperands(const llvm::Instruction& instruction);
  void release(const llvm::Value* value);
  void releaseLocal(const llvm::Value* value);

  // emit.cpp
  Op& emit(LaneFamily family, unsigned variant, ScalarType type, Slot result, std::initializer_list<Slot> operands, Cost cost);
  Op& emitKind(OpKind kind, Slot result, CellKind cell, std::initializer_list<Slot> reads, std::initializer_list<Slot> writes, Cost cost);
  void finishBlock(Terminator terminator, const llvm::Instruction& at, std::initializer_list<Slot> reads, Cost cost);
  void nextPiece();
  /// Forms of integer and floating families for a scalar's type.
  static unsigned integerVariant(ScalarType type);
  static unsigned floatVariant(ScalarType type);
  /// Two floats of 16 bits are one register and one instruction: the second costs nothing of its own.
  static Cost scalarCost(Cost cost, ScalarType type, std::size_t position);

  // arithmetic.cpp
  void decodeBinary(const llvm::BinaryOperator& instruction);
  void maskBinary(unsigned opcode, Slot result, Slot a, Slot b);
  Cost binaryCost(const llvm::BinaryOperator& instruction, ScalarType type) const;
  void decodeCompare(const llvm::CmpInst& instruction);
  void maskCompare(llvm::CmpInst::Predicate predicate, Slot result, Slot a, Slot b);
  void decodeSelect(const llvm::SelectInst& instruction);
  void decodeNegate(const llvm::UnaryOperator& instruction);

  // casts.cpp
  void decodeCast(const llvm::CastInst& instruction);
  void decodeBitcast(const llvm::CastInst& instruction);
  bool bitcastThroughWords(const llvm::CastInst& instruction, const ScalarFields& from, const ScalarFields& to, const Slots& sources);
  void bitcastThroughBits(const llvm::CastInst& instruction, const ScalarFields& from, const ScalarFields& to, const Slots& sources);
  void castScalar(const llvm::CastInst& instruction, ScalarType from, ScalarType to, Slot source, Slot result);
  /// To a float as the value of 16 bits is computed in; exact.
  Slot widened(ScalarType type, Slot value);
  /// What is no number gives what the GPU gives.
  void emitFloatToInteger(bool isSigned, ScalarType from, ScalarType to, Slot source, Slot result);
  void resize(ScalarType from, ScalarType to, Slot source, Slot result, bool isSigned);

  // aggregates.cpp
  void decodeExtractElement(const llvm::ExtractElementInst& instruction);
  void decodeInsertElement(const llvm::InsertElementInst& instruction);
  void decodeShuffleVector(const llvm::ShuffleVectorInst& instruction);
  void decodeExtractValue(const llvm::ExtractValueInst& instruction);
  void decodeInsertValue(const llvm::InsertValueInst& instruction);

  // memory_operations.cpp
  void decodeAddress(const llvm::GetElementPtrInst& instruction);
  void decodeLoad(const llvm::LoadInst& instruction);
  void decodeStore(const llvm::StoreInst& instruction);
  void decodeAtomic(const llvm::AtomicRMWInst& instruction);
  void decodeCompareExchange(const llvm::AtomicCmpXchgInst& instruction);
  bool decodeNvvmAtomic(const llvm::CallInst& instruction);
  void emitAtomic(const llvm::Instruction& instruction, AtomicKind kind, const llvm::Value* address, const llvm::Value* value);
  void emitCompareExchange(const llvm::Value* address, const llvm::Value* expected, const llvm::Value* desired, Slot old, Slot success);
  void decodeAlloca(const llvm::AllocaInst& instruction);
  void decodeMemoryIntrinsic(const llvm::MemIntrinsic& instruction);
  void emitLoad(const llvm::Instruction& instruction, const llvm::Value* pointer, std::uint64_t alignment);
  void setWatch(Access& access, const llvm::Value* address) const;
  Cost accessCost(unsigned space, const llvm::Value* pointer) const;

  // intrinsics.cpp, nvvm_intrinsics.cpp
  void decodeCall(const llvm::CallInst& instruction);
  bool decodeIntrinsic(const llvm::CallInst& instruction);
  bool decodeLaneIntrinsic(const llvm::CallInst& instruction);
  bool decodeReduction(const llvm::CallInst& instruction);
  bool decodeThreeWay(const llvm::CallInst& instruction);
  bool decodeIsClass(const llvm::CallInst& instruction);
  bool decodeSaturatingConversion(const llvm::CallInst& instruction);
  bool decodeSpecialRegister(const llvm::CallInst& instruction);
  bool decodeTexture(const llvm::CallInst& instruction); // textures.cpp
  bool decodeNvvmOther(const llvm::CallInst& instruction);
  // nvvm_floats.cpp
  bool decodeNvvmMath(const llvm::CallInst& instruction);
  bool decodeNvvmConversion(const llvm::CallInst& instruction);
  void roundToInteger(const llvm::CallInst& instruction, const NvvmName& name, bool isSigned);
  void roundToFloat(const llvm::CallInst& instruction, int rounding, bool isSigned);
  bool roundToSmall(const llvm::CallInst& instruction, const NvvmName& name, ScalarType type);
  Slot flushed(ScalarType type, Slot value);
  void finishFloat(const NvvmName& name, ScalarType type, Slot value);
  // nvvm_integers.cpp
  bool decodeNvvmInteger(const llvm::CallInst& instruction);
  void findLeadingOne(const llvm::CallInst& instruction, bool isSigned);
  void clampedFunnel(const llvm::CallInst& instruction, bool left);
  void dotProduct(const llvm::CallInst& instruction, bool firstSigned, bool secondSigned);
  bool decodeCrossLane(const llvm::CallInst& instruction);
  bool decodeBarrier(const llvm::CallInst& instruction);
  void decodeAssembly(const llvm::CallInst& instruction);
  bool decodeApproximation(const llvm::CallInst& instruction, llvm::StringRef text);
  void decodeWideMultiplyAdd(const llvm::CallInst& instruction);
  bool decodeLibraryCall(const llvm::CallInst& instruction, llvm::StringRef name);
  void decodeFunctionCall(const llvm::CallInst& instruction);
  void decodePointerCall(const llvm::CallInst& instruction);
  bool addArguments(CallSite& site, const llvm::CallInst& instruction);
  std::uint32_t reserveLocal(std::uint64_t bytes, std::uint64_t alignment);
  void perScalar(const llvm::CallInst& instruction, LaneFamily family, Cost cost, unsigned operands);

  // undefined.cpp: masks of the lanes in which a value is undefined
  void noteUses(const llvm::Instruction& instruction);
  void noteCallUses(const llvm::CallInst& call);
  void requireDefined(const llvm::Value* value, UndefinedUse use);
  void note(Slot mask, UndefinedUse use);
  void followUndefined(const llvm::Instruction& instruction);
  Slots undefinedResult(const llvm::Instruction& instruction, std::size_t scalars);
  Slots undefinedByElement(const llvm::Instruction& instruction, std::size_t scalars);
  Slots undefinedChoice(const llvm::SelectInst& choice, std::size_t scalars);
  Slot undefinedLogic(const llvm::Instruction& instruction);
  /// The mask of each scalar of a value; `defined()` where it can't be undefined.
  Slots undefinedOf(const llvm::Value* value);
  Slots newMasks(std::size_t count);
  Slot anyOf(llvm::ArrayRef<Slot> masks);
  Slot defined();
  /// Operations beside the program's own: no modelled time, no instruction counted.
  Op& emitAside(LaneFamily family, unsigned variant, ScalarType type, Slot result, std::initializer_list<Slot> operands);
  Op& addAside(const Op& op);
  // promises.cpp
  Slots brokenPromises(const llvm::Instruction& instruction);
  Slots brokenByScalar(const llvm::Instruction& instruction, ScalarType type, Slot a, Slot b, Slot result);
  Slots brokenTruncation(const llvm::TruncInst& instruction, ScalarType type, Slot a);
  Slots brokenConversion(const llvm::CastInst& instruction, ScalarType type, Slot a);
  Slot outsideObject(const llvm::GetElementPtrInst& instruction);
  void noteBrokenRules(const llvm::Instruction& instruction);
  Slot compareAside(LaneFamily family, ScalarType type, Slot a, Slot b);
  Slot computeAside(LaneFamily family, ScalarType type, Slot a, Slot b);

  // control.cpp
  void decodeTerminator(const llvm::Instruction& instruction);
  std::uint32_t addEdge(Block& block, const llvm::BasicBlock& from, const llvm::BasicBlock& to);
  void orderMoves(std::vector<Move>& moves);
  void resolveTrackedMoves(Block& block);
  void dropUnawaited();
  std::uint32_t reconvergence(const llvm::BasicBlock& block) const;

  FunctionContext function_;
  ScalarTypes types_;
  const LaneTable& table_;

  Block* block_ = nullptr; ///< being filled
  std::uint32_t blockNumber_ = 0;
  std::vector<const llvm::BasicBlock*> order_;
  llvm::DenseMap<const llvm::BasicBlock*, unsigned> position_; ///< in order_
  std::vector<std::pair<unsigned, unsigned>> backEdges_;       ///< positions of the end and the start of a loop
  std::vector<std::vector<const llvm::Value*>> lastNeeded_;    ///< by position: values that no later block needs
  llvm::DenseMap<const llvm::BasicBlock*, std::uint32_t> blockNumbers_;
  llvm::DenseMap<const llvm::BasicBlock*, std::uint32_t> postDominator_;
  BlockTimer timer_;
  llvm::DenseMap<const llvm::Instruction*, std::uint32_t> indices_; ///< in the function; with Detail::Profile only

  // Node-based, because references into them are held while others are added; the nodes go with the decoder.
  std::pmr::monotonic_buffer_resource arena_;
  std::pmr::unordered_map<const llvm::Value*, Slots> slots_{&arena_};
  std::pmr::unordered_map<const llvm::Value*, Slots> undefined_{&arena_}; ///< masks; their slots are never used again
  std::pmr::map<std::pair<CellKind, std::uint64_t>, Slot> constants_{&arena_};
  std::pmr::map<SpecialRegister, Slot> specials_{&arena_};
  llvm::DenseMap<const llvm::Value*, bool> isLocal_; ///< dies with its block
  llvm::DenseMap<const llvm::Value*, unsigned> usesLeft_;
  llvm::DenseMap<Slot, unsigned> holders_;     ///< values that live in a scratch slot
  llvm::DenseMap<Slot, unsigned> scratchKind_; ///< free list that a scratch slot belongs to
  std::array<std::vector<Slot>, 10> free_;     ///< five for values that die with their block, five for others
  std::vector<Slot> temporaries_;
  llvm::MapVector<const llvm::Instruction*, std::pair<ComputedAhead, Slots>> ahead_;
  llvm::DenseMap<const llvm::Value*, std::int32_t> watched_; ///< addresses, see Access::watch
  std::optional<ComputedAhead> computesAhead_;               ///< the instruction being decoded
  Slot frameEnd_ = 0;
  Slot maskEnd_ = 0;
  Slot maskLimit_ = 0;
  /// Extensions of an index that only address computations use: folded into them. True: signed.
  llvm::DenseMap<const llvm::Value*, bool> foldedExtension_;
};

} // namespace gevo::sim
