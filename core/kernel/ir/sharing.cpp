#include "core/kernel/ir/sharing.h"

#include "core/kernel/ir/marks.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>

#include <optional>

namespace gevo::ir {

using llvm::LoadInst;
using llvm::Value;

namespace {

constexpr unsigned warpLanes = 32;
constexpr unsigned localSpace = 5;
constexpr unsigned wholeWarp = 0x1f; ///< of a shuffle: its lanes are those of the warp

/// The start of an array that is the same for all threads of a launch; null: not known to be.
Value* commonStart(const LoadInst& load) {
  auto* const start = const_cast<Value*>(llvm::getUnderlyingObjectAggressive(load.getPointerOperand()));
  if (llvm::isa<llvm::GlobalVariable>(start)) return start;
  const auto* const argument = llvm::dyn_cast<llvm::Argument>(start);
  return argument && !argument->hasByValAttr() ? start : nullptr;
}

/// The first active lane of those around a lane that take the same value.
Value* leaderOf(llvm::IRBuilder<>& ir, Value* active, unsigned lanes) {
  const auto firstOf = [&](Value* mask) {
    return ir.CreateIntrinsic(ir.getInt32Ty(), llvm::Intrinsic::cttz, {mask, ir.getTrue()}); // its own lane is active
  };
  if (lanes == warpLanes) return firstOf(active);
  Value* const lane = ir.CreateIntrinsic(ir.getInt32Ty(), llvm::Intrinsic::nvvm_read_ptx_sreg_laneid, {});
  Value* const first = ir.CreateAnd(lane, ir.getInt32(warpLanes - lanes));
  return ir.CreateAdd(first, firstOf(ir.CreateLShr(active, first)));
}

/// The lanes of a warp that are at the instruction to be built, and the one that each takes values from.
class Group {
public:
  Group(llvm::IRBuilder<>& ir, unsigned lanes)
      : ir_(ir), active_(ir.CreateIntrinsic(ir.getInt32Ty(), llvm::Intrinsic::nvvm_activemask, {})), leader_(leaderOf(ir, active_, lanes)) {
  }

  Value* taken(Value* word) {
    return ir_.CreateIntrinsic(ir_.getInt32Ty(), llvm::Intrinsic::nvvm_shfl_sync_idx_i32,
                               {active_, word, leader_, ir_.getInt32(wholeWarp)});
  }

private:
  llvm::IRBuilder<>& ir_;
  Value* active_;
  Value* leader_;
};

/// The only operand of address computations from `start` on that is no constant, where it is, or comes from, a number of 32 bits.
struct Index {
  std::vector<llvm::GetElementPtrInst*> path; ///< the load's address first
  llvm::Use* use = nullptr;
  Value* word = nullptr;
};

std::optional<Index> indexOf(const LoadInst& load, const Value& start) {
  Index index;
  Value* at = const_cast<Value*>(load.getPointerOperand());
  while (auto* const step = llvm::dyn_cast<llvm::GetElementPtrInst>(at)) {
    for (llvm::Use& one : step->indices()) {
      if (llvm::isa<llvm::Constant>(one)) continue;
      if (index.use) return std::nullopt;
      index.use = &one;
    }
    index.path.push_back(step);
    at = step->getPointerOperand();
  }
  if (!index.use || at->stripPointerCasts() != &start) return std::nullopt;
  Value* const value = index.use->get();
  index.word = llvm::isa<llvm::SExtInst, llvm::ZExtInst>(value) ? llvm::cast<llvm::CastInst>(value)->getOperand(0) : value;
  return index.word->getType()->isIntegerTy(32) ? std::optional(std::move(index)) : std::nullopt;
}

/// The address with the leader's index.
Value* takenPlace(llvm::IRBuilder<>& ir, Group& group, const Index& index) {
  Value* taken = group.taken(index.word);
  if (const auto* const cast = llvm::dyn_cast<llvm::CastInst>(index.use->get()); cast && cast->getOperand(0) == index.word)
    taken = ir.CreateCast(cast->getOpcode(), taken, cast->getDestTy());
  Value* place = index.path.back()->getPointerOperand();
  for (llvm::GetElementPtrInst* const step : llvm::reverse(index.path)) {
    auto* const copy = llvm::cast<llvm::GetElementPtrInst>(step->clone());
    copy->setOperand(0, place);
    if (index.use->getUser() == step) copy->setOperand(index.use->getOperandNo(), taken);
    copy->dropPoisonGeneratingFlags();
    place = ir.Insert(copy);
  }
  return place;
}

/// The address as far behind the array's start as the leader's.
Value* takenPlace(llvm::IRBuilder<>& ir, Group& group, const LoadInst& load, Value* start) {
  Value* const place = const_cast<Value*>(load.getPointerOperand());
  if (start->getType() != place->getType()) start = ir.CreateAddrSpaceCast(start, place->getType());
  llvm::Type* const wide = ir.getInt64Ty();
  Value* const offset = ir.CreateSub(ir.CreatePtrToInt(place, wide), ir.CreatePtrToInt(start, wide));
  Value* const low = group.taken(ir.CreateTrunc(offset, ir.getInt32Ty()));
  Value* const high = group.taken(ir.CreateTrunc(ir.CreateLShr(offset, 32), ir.getInt32Ty()));
  Value* const taken = ir.CreateOr(ir.CreateZExt(low, wide), ir.CreateShl(ir.CreateZExt(high, wide), 32));
  return ir.CreatePtrAdd(start, taken);
}

void share(LoadInst& load, unsigned lanes) {
  Value* const start = commonStart(load);
  if (!start) return;
  llvm::IRBuilder<> ir(&load);
  Group group(ir, lanes);
  const std::optional<Index> index = indexOf(load, *start);
  load.setOperand(LoadInst::getPointerOperandIndex(), index ? takenPlace(ir, group, *index) : takenPlace(ir, group, load, start));
}

} // namespace

bool mayBeShared(const llvm::Instruction& instruction) {
  const auto* const load = llvm::dyn_cast<LoadInst>(&instruction);
  if (!load || !load->isSimple() || load->getPointerAddressSpace() >= localSpace) return false;
  // Functions get other pointers in other threads, and may have no shuffles if LLVM takes them to be free of such.
  if (load->getFunction()->getCallingConv() != llvm::CallingConv::PTX_Kernel) return false;
  const Value* const start = commonStart(*load);
  if (!start) return false;
  llvm::APInt offset(load->getDataLayout().getIndexTypeSizeInBits(load->getPointerOperandType()), 0);
  const Value* const varying = load->getPointerOperand()->stripAndAccumulateConstantOffsets(load->getDataLayout(), offset, true);
  return varying->stripPointerCasts() != start; // else all threads load it anyway
}

void carryOutSharing(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    for (const auto& [instruction, value] : takeMarked(function, Mark::Sharing)) {
      unsigned lanes = 0;
      auto* const load = llvm::dyn_cast<LoadInst>(instruction);
      if (load && llvm::to_integer(value, lanes, 10) && mayBeShared(*load)) share(*load, lanes);
    }
  }
}

} // namespace gevo::ir
