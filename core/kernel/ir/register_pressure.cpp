#include "core/kernel/ir/register_pressure.h"

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <vector>

namespace gevo::ir {

namespace {

using llvm::Instruction;
using llvm::Value;

/// Predicates have registers of their own.
unsigned registersOf(const llvm::Type& type) {
  constexpr unsigned shared = 3;
  if (const auto* const vector = llvm::dyn_cast<llvm::FixedVectorType>(&type)) {
    const unsigned bits = vector->getNumElements() * vector->getScalarSizeInBits();
    return vector->getElementType()->isPointerTy() ? 2 * vector->getNumElements() : (bits + 31) / 32;
  }
  if (const auto* const structure = llvm::dyn_cast<llvm::StructType>(&type)) {
    unsigned sum = 0;
    for (const llvm::Type* element : structure->elements()) sum += registersOf(*element);
    return sum;
  }
  if (const auto* const array = llvm::dyn_cast<llvm::ArrayType>(&type))
    return static_cast<unsigned>(std::min<std::uint64_t>(array->getNumElements(), 255)) * registersOf(*array->getElementType());
  if (type.isPointerTy()) return type.getPointerAddressSpace() == shared ? 1 : 2;
  if (type.isIntegerTy(1) || type.isVoidTy() || type.isTokenTy() || type.isMetadataTy() || type.isLabelTy()) return 0;
  return (type.getPrimitiveSizeInBits().getFixedValue() + 31) / 32;
}

/// Sizes of grid and block, the block's index: read again wherever they are needed, or held once for a warp.
bool isSameForTheWarp(const llvm::CallInst& call) {
  const llvm::Function* const callee = call.getCalledFunction();
  llvm::StringRef name = callee ? callee->getName() : llvm::StringRef();
  return name.consume_front("llvm.nvvm.read.ptx.sreg.") && !name.starts_with("tid") && !name.starts_with("laneid");
}

/// What an access or another instruction takes in without a register of its own.
const Value& held(const Value& value) {
  constexpr int longest = 16; // code that never runs may refer to itself
  const Value* result = &value;
  for (int i = 0; i < longest; ++i) {
    const auto* const instruction = llvm::dyn_cast<Instruction>(result);
    const auto* const place = llvm::dyn_cast_or_null<llvm::GetElementPtrInst>(instruction);
    if (place && place->hasAllConstantIndices())
      result = place->getPointerOperand();
    else if (instruction && llvm::isa<llvm::BitCastInst, llvm::AddrSpaceCastInst, llvm::FreezeInst>(instruction))
      result = instruction->getOperand(0);
    else
      break;
  }
  return *result;
}

class Liveness {
public:
  explicit Liveness(const llvm::Function& function) : function_(function) {
    for (const Instruction& instruction : llvm::instructions(function)) {
      if (&held(instruction) != &instruction) continue;
      const auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      const unsigned size = call && isSameForTheWarp(*call) ? 0 : registersOf(*instruction.getType());
      if (size == 0) continue;
      numbers_[&instruction] = static_cast<unsigned>(sizes_.size());
      sizes_.push_back(size);
    }
    for (const llvm::BasicBlock& block : function) liveIn_[&block].resize(static_cast<unsigned>(sizes_.size()));
    settle();
  }

  unsigned most() const {
    unsigned result = 0;
    for (const llvm::BasicBlock& block : function_) {
      llvm::BitVector live = liveOut(block);
      unsigned size = sizeOf(live);
      result = std::max(result, size);
      for (const Instruction& instruction : llvm::reverse(block)) {
        if (llvm::isa<llvm::PHINode>(instruction)) break;
        if (const auto own = numbers_.find(&instruction); own != numbers_.end() && live.test(own->second)) {
          live.reset(own->second);
          size -= sizes_[own->second];
        }
        for (const llvm::Use& use : instruction.operands()) size += enter(live, *use);
        result = std::max(result, size);
      }
    }
    return result;
  }

private:
  /// What the value adds.
  unsigned enter(llvm::BitVector& live, const Value& value) const {
    const auto number = numbers_.find(&held(value));
    if (number == numbers_.end() || live.test(number->second)) return 0;
    live.set(number->second);
    return sizes_[number->second];
  }

  unsigned sizeOf(const llvm::BitVector& live) const {
    unsigned sum = 0;
    for (const unsigned number : live.set_bits()) sum += sizes_[number];
    return sum;
  }

  llvm::BitVector liveOut(const llvm::BasicBlock& block) const {
    llvm::BitVector live(static_cast<unsigned>(sizes_.size()));
    for (const llvm::BasicBlock* next : llvm::successors(&block)) {
      live |= liveIn_.find(next)->second;
      for (const llvm::PHINode& phi : next->phis()) enter(live, *phi.getIncomingValueForBlock(&block));
    }
    return live;
  }

  /// Without what the block's own phis take: that is alive where they take it from.
  llvm::BitVector liveIn(const llvm::BasicBlock& block) const {
    llvm::BitVector live = liveOut(block);
    for (const Instruction& instruction : llvm::reverse(block)) {
      if (const auto own = numbers_.find(&instruction); own != numbers_.end()) live.reset(own->second);
      if (llvm::isa<llvm::PHINode>(instruction)) continue;
      for (const llvm::Use& use : instruction.operands()) enter(live, *use);
    }
    return live;
  }

  void settle() {
    for (bool changes = true; changes;) {
      changes = false;
      for (const llvm::BasicBlock* block : llvm::post_order(&function_)) {
        llvm::BitVector now = liveIn(*block);
        llvm::BitVector& known = liveIn_[block];
        if (now == known) continue;
        known = std::move(now);
        changes = true;
      }
    }
  }

  const llvm::Function& function_;
  llvm::DenseMap<const Value*, unsigned> numbers_; ///< of values that take registers
  std::vector<unsigned> sizes_;
  llvm::DenseMap<const llvm::BasicBlock*, llvm::BitVector> liveIn_;
};

} // namespace

unsigned registerPressure(const llvm::Function& kernel) { return kernel.isDeclaration() ? 0 : Liveness(kernel).most(); }

} // namespace gevo::ir
