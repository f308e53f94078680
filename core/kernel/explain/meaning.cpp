#include "core/kernel/explain/meaning.h"

#include "core/kernel/describe/symbols.h"

#include <llvm/IR/Instructions.h>

namespace gevo::ir {

using llvm::Instruction;
using llvm::Value;

namespace {

constexpr const char* barrierRemoved = "barrier removed";
constexpr const char* synchronisationRemoved = "warp synchronisation removed";
constexpr const char* initialisationRemoved = "initialisation removed";
constexpr const char* storeRemoved = "store removed";
constexpr const char* boundaryRemoved = "boundary check removed";
constexpr const char* conditionalRemoved = "conditional removed";
constexpr const char* perforation = "loop perforation";
constexpr const char* loopChanged = "loop control changed";
constexpr const char* reused = "value reused";
constexpr const char* memoization = "memoization";

bool addsTo(const Leaves& before, const Leaves& now) {
  return llvm::any_of(now, [&](const Instruction* leaf) { return !before.contains(leaf); });
}

/// The conditions that decided before and no longer do.
Leaves lost(const Decision& before, const Decision& now) {
  Leaves gone;
  if (before.value) return gone;
  for (const Instruction* leaf : before.leaves)
    if (!now.leaves.contains(leaf)) gone.insert(leaf);
  return gone;
}

} // namespace

void MeaningFinder::before(const Edit& edit) {
  const Instruction* target = application_.find(edit.target);
  llvm::Function* function = target ? const_cast<llvm::Function*>(target->getFunction()) : nullptr;
  snapshot_ = function ? std::make_unique<Snapshot>(*function) : nullptr;
}

MeaningFinder::Effects MeaningFinder::effectsOf(const Edit& edit) const {
  Effects effects;
  effects.created = application_.find(InstructionRef::created(edit.uid));
  if (effects.created) effects.repeated = application_.find(edit.op == Operator::Copy ? edit.target : edit.other);
  for (const auto& [instruction, entry] : snapshot_->entries()) {
    if (instruction->getParent() == nullptr) {
      effects.removed.push_back(instruction);
      continue;
    }
    for (unsigned i = 0; i < entry.operands.size(); ++i) {
      const Value* now = instruction->getOperand(i);
      if (now != entry.operands[i]) effects.changes.push_back({instruction, i, entry.operands[i], now});
    }
  }
  return effects;
}

std::string MeaningFinder::after(const Edit& edit) {
  place_ = nullptr;
  if (!snapshot_) return {};
  const Effects effects = effectsOf(edit);
  std::string meaning = ofRemoved(effects);
  if (meaning.empty() && movesBarrierAway(edit)) meaning = barrierRemoved;
  if (meaning.empty()) meaning = ofControl();
  if (meaning.empty()) place_ = nullptr;
  if (meaning.empty()) meaning = ofSelection(effects);
  if (meaning.empty() && changesLoop(effects)) meaning = loopChanged;
  if (meaning.empty()) meaning = ofReuse(effects);
  return meaning;
}

/// Statements that are gone, unless another one like it took their place.
std::string MeaningFinder::ofRemoved(const Effects& effects) const {
  for (const Instruction* removed : effects.removed)
    if (snapshot_->isBarrier(*removed) && !(effects.created && ir::isBarrier(*effects.created))) return barrierRemoved;
  const bool another = effects.created && (effects.created->mayWriteToMemory() || effects.created->isTerminator());
  if (another) return {};
  for (const Instruction* removed : effects.removed) {
    if (snapshot_->isWarpSynchronisation(*removed)) return synchronisationRemoved;
    if (snapshot_->initialises(*removed)) return initialisationRemoved;
    if (snapshot_->find(removed)->stored) return storeRemoved;
  }
  return {};
}

/// A barrier moved out of its loop, or next to another barrier.
bool MeaningFinder::movesBarrierAway(const Edit& edit) const {
  if (edit.op != Operator::Move && edit.op != Operator::Swap) return false;
  for (const InstructionRef& ref : {edit.target, edit.other}) {
    const Instruction* moved = application_.find(ref);
    if (!moved || !snapshot_->isBarrier(*moved)) continue;
    if (snapshot_->loops().getLoopDepth(moved->getParent()) < snapshot_->find(moved)->loopDepth) return true;
    for (const bool forwards : {true, false}) {
      const Instruction* next = moved;
      do {
        next = forwards ? next->getNextNode() : next->getPrevNode();
      } while (next && !next->mayReadOrWriteMemory());
      if (next && snapshot_->isBarrier(*next)) return true;
    }
  }
  return false;
}

/// Conditions that no longer decide anything. None is removed where another one decides instead, and may imply it.
std::string MeaningFinder::ofControl() {
  const Control now(snapshot_->function());
  if (std::string meaning = ofDeadBlocks(now); !meaning.empty()) return meaning;
  bool conditional = false;
  bool boundary = false;
  bool leavesLoop = false;
  bool isLoopChanged = false;
  for (const auto& [instruction, entry] : snapshot_->entries()) {
    const auto before = snapshot_->control().decisions().find(instruction);
    const auto after = now.decisions().find(instruction);
    if (before == snapshot_->control().decisions().end() || after == now.decisions().end()) continue;
    if (!snapshot_->control().reaches(*instruction->getParent()) || !now.reaches(*instruction->getParent())) continue;
    if (addsTo(before->second.leaves, after->second.leaves)) return {};
    const Leaves gone = lost(before->second, after->second);
    if (!gone.empty()) place_ = instruction;
    const bool decides = instruction->isTerminator() || instruction->getType()->isIntegerTy(1); // not which value, as a clamp
    for (const Instruction* leaf : gone) boundary = boundary || (decides && snapshot_->find(leaf)->boundary);
    conditional = conditional || !gone.empty();
    if (gone.empty() || !instruction->isTerminator()) continue;
    isLoopChanged = isLoopChanged || guardsLoop(*instruction, snapshot_->loops()); // after each round, the same is tested as before
    const llvm::Loop* loop = snapshot_->loops().getLoopFor(instruction->getParent());
    if (!loop || !after->second.value) continue;
    const auto leaves = [&](bool value) { return !loop->contains(instruction->getSuccessor(value ? 0 : 1)); };
    // Where the compiler unrolled it, the rest of the rounds comes in another loop.
    const bool isLeft = leaves(*after->second.value);
    leavesLoop = leavesLoop || (isLeft && !snapshot_->isUnrolled(*loop));
    isLoopChanged = isLoopChanged || leaves(!*after->second.value) || isLeft;
  }
  if (leavesLoop) return perforation;
  if (isLoopChanged) return loopChanged;
  return boundary ? boundaryRemoved : conditional ? conditionalRemoved : "";
}

/// Code that became unreachable, where it is all of one kind.
std::string MeaningFinder::ofDeadBlocks(const Control& now) const {
  unsigned barriers = 0;
  unsigned initialising = 0;
  unsigned others = 0;
  for (const auto& [instruction, entry] : snapshot_->entries()) {
    const llvm::BasicBlock* block = instruction->getParent();
    if (!block || !snapshot_->control().reaches(*block) || now.reaches(*block)) continue;
    if (snapshot_->isBarrier(*instruction)) ++barriers;
    if (!entry.writes) continue;
    ++(snapshot_->initialises(*instruction) ? initialising : others);
  }
  if (others > 0) return {};
  return initialising > 0 ? initialisationRemoved : barriers > 0 ? barrierRemoved : "";
}

/// A select that was replaced by one of its sides.
std::string MeaningFinder::ofSelection(const Effects& effects) const {
  for (const Instruction* removed : effects.removed) {
    if (!llvm::isa<llvm::SelectInst>(removed)) continue;
    const auto& operands = snapshot_->find(removed)->operands;
    const bool oneSide = llvm::all_of(effects.changes, [&](const Change& change) {
      return change.old != removed || change.now == operands[1] || change.now == operands[2];
    });
    if (!oneSide) continue;
    const auto decision = snapshot_->control().decisions().find(removed);
    if (decision == snapshot_->control().decisions().end() || decision->second.value) continue;
    const bool boundary = removed->getType()->isIntegerTy(1) &&
                          llvm::any_of(decision->second.leaves, [&](const Instruction* leaf) { return snapshot_->find(leaf)->boundary; });
    return boundary ? boundaryRemoved : conditionalRemoved;
  }
  return {};
}

/// Whether it has more rounds or fewer is not known.
bool MeaningFinder::changesLoop(const Effects& effects) const {
  const llvm::DenseSet<const Instruction*> controlling = snapshot_->loopControl();
  return llvm::any_of(effects.removed, [&](const Instruction* removed) { return controlling.contains(removed); }) ||
         llvm::any_of(effects.changes, [&](const Change& change) { return controlling.contains(change.user); });
}

/// A value that is no longer computed is replaced by one that already existed.
std::string MeaningFinder::ofReuse(const Effects& effects) {
  for (const Change& change : effects.changes) {
    const Snapshot::Entry* old = snapshot_->find(change.old);
    if (!old || change.old->getType()->isIntegerTy(1) || !change.old->use_empty()) continue;
    const auto* oldInstruction = llvm::cast<Instruction>(change.old);
    if (llvm::isa<llvm::PHINode, llvm::CastInst, llvm::GetElementPtrInst>(oldInstruction)) continue;
    const Value* now = change.now;
    if (now == effects.created && effects.repeated && effects.created->isIdenticalTo(effects.repeated)) now = effects.repeated;
    const Snapshot::Entry* taken = snapshot_->find(now);
    const bool isNew = llvm::any_of(effects.changes, [&](const Change& other) { return other.user == now; });
    if (!taken || isNew || llvm::is_contained(old->operands, now)) continue; // an operand: a step is skipped instead
    const bool isAlike = oldInstruction->getOpcode() == llvm::cast<Instruction>(now)->getOpcode() && old->callee == taken->callee;
    place_ = change.user;
    if (isAlike) return old->operands == taken->operands ? memoization : reused;
    // A value that was stored is used in place of a load from there.
    const bool wasStored = llvm::isa<llvm::LoadInst>(oldInstruction) && llvm::any_of(snapshot_->entries(), [&](const auto& store) {
                             return store.second.stored == now && Snapshot::shareArray(store.second, *old);
                           });
    if (wasStored) return memoization;
  }
  return {};
}

} // namespace gevo::ir
