#include "core/kernel/simulator/decode/assembler_order.h"

#include "core/kernel/simulator/decode/addresses.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <ranges>

namespace gevo::sim {

namespace {

/// Steps of a computation that are followed. In blocks that nothing reaches a value may be computed from itself.
constexpr int mostSteps = 16;

/// Takes a constant that is added to an index out of it; what the index is then, before an extension that keeps the sum.
struct Linear {
  const llvm::Value* value;
  unsigned extension = 0;
  std::int64_t constant = 0;
};

Linear linearOf(const llvm::Value* index) {
  Linear linear{index};
  bool keepsSigned = true; // sums below an extension must not wrap
  bool keepsUnsigned = true;
  if (llvm::isa<llvm::SExtInst, llvm::ZExtInst>(index)) {
    const auto* const cast = llvm::cast<llvm::CastInst>(index);
    linear = {cast->getOperand(0), cast->getOpcode()};
    keepsSigned = cast->getOpcode() == llvm::Instruction::ZExt;
    keepsUnsigned = cast->getOpcode() == llvm::Instruction::SExt;
  }
  for (int step = 0; step < mostSteps; ++step) {
    const auto* const sum = llvm::dyn_cast<llvm::BinaryOperator>(linear.value);
    if (sum == nullptr) break;
    const auto* const added = llvm::dyn_cast<llvm::ConstantInt>(sum->getOperand(1));
    if (added == nullptr || added->getBitWidth() > 64) break;
    const auto* const either = llvm::dyn_cast<llvm::PossiblyDisjointInst>(sum);
    const bool adds = sum->getOpcode() == llvm::Instruction::Add && (keepsSigned || sum->hasNoSignedWrap()) &&
                      (keepsUnsigned || sum->hasNoUnsignedWrap());
    if (!adds && !(either != nullptr && either->isDisjoint())) break;
    linear.constant += added->getSExtValue();
    linear.value = sum->getOperand(0);
  }
  return linear;
}

} // namespace

unsigned spaceOf(const llvm::Value* address) {
  const llvm::Value* const object = llvm::getUnderlyingObject(address);
  if (!object->getType()->isPointerTy()) return address->getType()->getPointerAddressSpace();
  const unsigned space = object->getType()->getPointerAddressSpace();
  if (const auto* const argument = llvm::dyn_cast<llvm::Argument>(object)) {
    if (argument->hasByValAttr()) return parameter;
    const bool isKernels = argument->getParent()->getCallingConv() == llvm::CallingConv::PTX_Kernel;
    return isKernels && space == generic ? unsigned{global} : space;
  }
  if (llvm::isa<llvm::AllocaInst>(object)) return local;
  return space;
}

bool isConstantLoad(const llvm::LoadInst& load) {
  if (load.hasMetadata(llvm::LLVMContext::MD_invariant_load)) return true;
  const unsigned space = spaceOf(load.getPointerOperand());
  if (space == constant || space == parameter) return true;
  const auto* const argument = llvm::dyn_cast<llvm::Argument>(llvm::getUnderlyingObject(load.getPointerOperand()));
  return argument != nullptr && argument->hasNoAliasAttr() && argument->onlyReadsMemory();
}

AssemblerOrder::Place AssemblerOrder::placeOf(const llvm::Value* address) const {
  Place place{address->stripPointerCasts()};
  for (int step = 0; step < mostSteps; ++step) {
    const auto* const computation = llvm::dyn_cast<llvm::GEPOperator>(place.base);
    if (computation == nullptr) break;
    const unsigned bits = layout_.getIndexTypeSizeInBits(computation->getType());
    llvm::SmallMapVector<llvm::Value*, llvm::APInt, 4> variables;
    llvm::APInt offset(bits, 0);
    if (!computation->collectOffset(layout_, bits, variables, offset)) break;
    place.offset += offset.getSExtValue();
    for (const auto& [value, scale] : variables) {
      const Linear linear = linearOf(value);
      place.offset += linear.constant * scale.getSExtValue();
      place.indices.push_back({linear.value, linear.extension, scale.getSExtValue()});
    }
    place.base = computation->getPointerOperand()->stripPointerCasts();
  }
  return place;
}

bool AssemblerOrder::areApart(const Earlier& first, const Earlier& second) {
  if (first.space != second.space && first.space != generic && second.space != generic) return true;
  if (first.place.base != second.place.base || !std::ranges::is_permutation(first.place.indices, second.place.indices)) return false;
  const std::int64_t distance = second.place.offset - first.place.offset;
  return distance >= static_cast<std::int64_t>(first.bytes) || -distance >= static_cast<std::int64_t>(second.bytes);
}

std::optional<std::size_t> AssemblerOrder::add(const MemoryUse& use, std::size_t number) {
  if (earlier_.empty() && !use.writes) return std::nullopt;
  const Earlier now{number, false, spaceOf(use.address), use.bytes, placeOf(use.address)};
  // Those before it lie behind each other, so that the last one is enough.
  std::optional<std::size_t> before;
  for (const Earlier& earlier : std::views::reverse(earlier_)) {
    if (!earlier.isFence && areApart(earlier, now)) continue;
    before = earlier.number;
    break;
  }
  if (use.writes) earlier_.push_back(now);
  return before;
}

void AssemblerOrder::addFence(std::size_t number) {
  Earlier fence;
  fence.number = number;
  fence.isFence = true;
  earlier_.assign(1, fence);
}

} // namespace gevo::sim
