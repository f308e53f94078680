#pragma once

/// Decodes one function: values to slots of the frame, instructions to operations, branches to edges with moves.

#include "core/kernel/simulator/decode/address_cache.h"
#include "core/kernel/simulator/decode/block_order.h"
#include "core/kernel/simulator/decode/emitter.h"
#include "core/kernel/simulator/decode/folded_extensions.h"
#include "core/kernel/simulator/decode/frame_slots.h"
#include "core/kernel/simulator/decode/function_context.h"
#include "core/kernel/simulator/decode/hoisting.h"
#include "core/kernel/simulator/decode/liveness.h"
#include "core/kernel/simulator/decode/scalar_types.h"
#include "core/kernel/simulator/decode/value_slots.h"
#include "core/kernel/simulator/decode/variants.h"

#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <map>
#include <memory_resource>
#include <unordered_map>

namespace gevo::sim {

struct NvvmName;

class FunctionDecoder {
public:
  FunctionDecoder(KernelContext& kernel, const llvm::Function& function);
  Result<CodeFunction> run(KernelCode* kernel);

private:
  // function_decoder.cpp: order of work
  void decodeParameters(KernelCode* kernel);
  void copyStructures();
  void decodeBlock(const llvm::BasicBlock& block);
  void decodeInContext(const llvm::Instruction& instruction);
  void decode(const llvm::Instruction& instruction);
  void noteCost(std::uint32_t block, double cycles);

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
  const Slots& phiSlots(const llvm::PHINode& phi);

  FunctionContext function_;
  ScalarTypes types_;
  FrameSlots frame_;
  BlockOrder order_;
  FoldedExtensions extensions_;
  Liveness liveness_;
  ValueSlots values_;
  Emitter emitter_;
  Hoisting hoisting_;
  AddressCache addressCache_;
  std::pmr::monotonic_buffer_resource arena_;
  std::pmr::unordered_map<const llvm::Value*, Slots> undefined_{&arena_}; ///< masks; their slots are never used again
  llvm::DenseMap<const llvm::Instruction*, std::uint32_t> indices_;       ///< in the function; with Detail::Profile only
};

} // namespace gevo::sim
