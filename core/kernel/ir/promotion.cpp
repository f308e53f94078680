#include "core/kernel/ir/promotion.h"

#include "core/kernel/ir/marks.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>

#include <optional>

namespace gevo::ir {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Loop;
using llvm::Value;

namespace {

using Accesses = std::vector<Instruction*>;

bool isPlain(const Instruction& access) {
  return llvm::getLoadStorePointerOperand(&access) != nullptr && !access.isAtomic() && !access.isVolatile() &&
         llvm::getLoadStoreType(&access)->isSingleValueType();
}

/// It waits for other threads, orders what they see, or accesses memory in a way that nothing is known about.
bool concernsOthers(const Instruction& instruction) {
  if (instruction.isAtomic() || instruction.isVolatile() || llvm::isa<llvm::FenceInst>(instruction)) return true;
  const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call && (call->isConvergent() || (call->mayReadOrWriteMemory() && !llvm::isa<llvm::AssumeInst>(call)));
}

/// What a place is accessed by in a loop.
struct Promotion {
  Loop* loop;
  Accesses accesses; ///< in their order
};

/// Puts the value back where the loop ends.
class Promoter : public llvm::LoadAndStorePromoter {
public:
  Promoter(const Promotion& promotion, llvm::SSAUpdater& values, Value& place, llvm::Align alignment, llvm::ArrayRef<BasicBlock*> ends)
      : LoadAndStorePromoter(promotion.accesses, values, "kept"), place_(place), alignment_(alignment), ends_(ends) {
    for (Instruction* const access : promotion.accesses)
      if (llvm::isa<llvm::StoreInst>(access)) lastStore_ = access;
  }

  void doExtraRewritesBeforeFinalDeletion() override {
    if (lastStore_ == nullptr) return;
    for (BasicBlock* const end : ends_) {
      Value* const value = SSA.GetValueInMiddleOfBlock(end);
      auto* const store = new llvm::StoreInst(value, &place_, /*isVolatile=*/false, alignment_, end->getFirstInsertionPt());
      store->setDebugLoc(lastStore_->getDebugLoc());
    }
  }

private:
  Value& place_;
  llvm::Align alignment_;
  llvm::ArrayRef<BasicBlock*> ends_;
  Instruction* lastStore_ = nullptr;
};

} // namespace

struct PromotableAccesses::Loops {
  llvm::DominatorTree tree;
  llvm::LoopInfo loops;

  explicit Loops(llvm::Function& function) : tree(function), loops(tree) {}

  /// In every round, whichever way it takes.
  bool isInEveryRound(const Instruction& access, const Loop& loop) const {
    llvm::SmallVector<BasicBlock*, 4> ends;
    loop.getExitingBlocks(ends);
    ends.push_back(loop.getLoopLatch());
    return llvm::all_of(ends, [&](const BasicBlock* end) { return tree.dominates(access.getParent(), end); });
  }

  /// All accesses of the place, if the loop allows to keep it in a register.
  std::optional<Accesses> accessesIn(const Loop& loop, const Instruction& access) const {
    const Value* const place = llvm::getLoadStorePointerOperand(&access);
    if (!loop.getLoopLatch() || !loop.getLoopPredecessor() || !loop.isLoopInvariant(place)) return std::nullopt;
    Accesses accesses;
    for (BasicBlock* const block : loop.blocks())
      for (Instruction& one : *block) {
        if (concernsOthers(one)) return std::nullopt;
        if (llvm::getLoadStorePointerOperand(&one) != place) continue;
        if (!isPlain(one) || llvm::getLoadStoreType(&one) != llvm::getLoadStoreType(&access)) return std::nullopt;
        accesses.push_back(&one);
      }
    const bool stores = llvm::any_of(accesses, [](const Instruction* one) { return llvm::isa<llvm::StoreInst>(one); });
    const bool isSure = llvm::any_of(
        accesses, [&](const Instruction* one) { return (!stores || llvm::isa<llvm::StoreInst>(one)) && isInEveryRound(*one, loop); });
    return isSure ? std::optional(std::move(accesses)) : std::nullopt;
  }

  /// The outermost loop that allows it.
  std::optional<Promotion> promotionOf(const Instruction& access) const {
    std::optional<Promotion> found;
    if (!isPlain(access)) return found;
    for (Loop* loop = loops.getLoopFor(access.getParent()); loop != nullptr; loop = loop->getParentLoop()) {
      std::optional<Accesses> accesses = accessesIn(*loop, access);
      if (!accesses) break;
      found = {loop, std::move(*accesses)};
    }
    return found;
  }
};

PromotableAccesses::PromotableAccesses(llvm::Function& function) : loops_(std::make_unique<Loops>(function)) {}
PromotableAccesses::~PromotableAccesses() = default;

std::vector<Instruction*> PromotableAccesses::besides(const Instruction& access) const {
  std::optional<Promotion> promotion = loops_->promotionOf(access);
  return promotion ? std::move(promotion->accesses) : std::vector<Instruction*>();
}

void promote(Instruction& access) {
  const PromotableAccesses promotable(*access.getFunction());
  PromotableAccesses::Loops& loops = *promotable.loops_;
  const std::optional<Promotion> promotion = loops.promotionOf(access);
  if (!promotion) return;
  BasicBlock* before = promotion->loop->getLoopPreheader();
  if (before == nullptr)
    before = llvm::InsertPreheaderForLoop(promotion->loop, &loops.tree, &loops.loops, nullptr, /*PreserveLCSSA=*/false);
  if (before == nullptr) return;
  llvm::formDedicatedExitBlocks(promotion->loop, &loops.tree, &loops.loops, nullptr, /*PreserveLCSSA=*/false);
  if (!promotion->loop->hasDedicatedExits()) return;
  llvm::SmallVector<BasicBlock*, 4> ends;
  promotion->loop->getUniqueExitBlocks(ends);

  Value* const place = llvm::getLoadStorePointerOperand(&access);
  llvm::Align alignment = llvm::getLoadStoreAlignment(&access);
  for (const Instruction* const one : promotion->accesses) alignment = std::min(alignment, llvm::getLoadStoreAlignment(one));
  llvm::IRBuilder<> ir(before->getTerminator());
  ir.SetCurrentDebugLocation(promotion->accesses.front()->getDebugLoc());
  llvm::SSAUpdater values;
  Promoter promoter(*promotion, values, *place, alignment, ends);
  values.AddAvailableValue(before, ir.CreateAlignedLoad(llvm::getLoadStoreType(&access), place, alignment, "kept"));
  promoter.run(llvm::SmallVector<Instruction*, 8>(promotion->accesses.begin(), promotion->accesses.end()));
}

std::vector<Instruction*> accessesToPromote(llvm::Module& module) {
  std::vector<Instruction*> all;
  for (llvm::Function& function : module) {
    std::optional<PromotableAccesses> promotable;
    for (Instruction& instruction : llvm::instructions(function)) {
      if (markOf(instruction, Mark::Promotion).empty()) continue;
      if (!promotable) promotable.emplace(function);
      for (Instruction* const access : promotable->besides(instruction)) all.push_back(access);
    }
  }
  return all;
}

void carryOutPromotions(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    std::vector<llvm::WeakVH> marked; // one may go with another
    for (const auto& [access, value] : takeMarked(function, Mark::Promotion)) marked.emplace_back(access);
    for (const llvm::WeakVH& access : marked)
      if (access) promote(*llvm::cast<Instruction>(access));
  }
}

} // namespace gevo::ir
