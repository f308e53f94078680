#include "core/kernel/ir/perforation.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>

#include <optional>
#include <vector>

namespace gevo::ir {

namespace {

using llvm::Instruction;
using llvm::PHINode;
using llvm::Value;

/// A variable of the loop that grows or shrinks by the same in each round.
struct Counter {
  PHINode* now;
  Instruction* next; ///< in the round after
  unsigned step;     ///< which operand of `next`
};

/// A variable of the loop to which each round adds something.
struct Sum {
  PHINode* before;
  Instruction* after;
  unsigned added; ///< which operand of `after`; of a product that is added, one of its factors
};

/// A comparison that decides whether the loop ends.
struct Test {
  llvm::ICmpInst* compare;
  std::size_t counter;
  unsigned operand;  ///< that is the counter, now or next
  bool isEquality;   ///< the counter must not step over the bound
  bool isDescending; ///< of an equality

  bool operator==(const llvm::ICmpInst* other) const { return compare == other; }
};

/// Which of two operands `value` is, and not the other.
std::optional<unsigned> operandThatIs(const Instruction& operation, const Value& value) {
  const bool isLeft = operation.getOperand(0) == &value;
  if (isLeft == (operation.getOperand(1) == &value)) return std::nullopt;
  return isLeft ? 0U : 1U;
}

class Perforation {
public:
  /// Nothing: the loop's rounds cannot be told apart.
  static std::optional<Perforation> of(const llvm::Loop& loop) {
    Perforation result(loop);
    if (!loop.getLoopLatch() || !loop.getLoopPredecessor() || !result.findVariables() || !result.findTests()) return std::nullopt;
    return result;
  }

  bool scales() const { return !sums_.empty(); }

  void carryOut(unsigned rounds) {
    for (const Sum& sum : sums_) scale(*sum.after, sum.added, rounds);
    for (std::size_t i = 0; i < counters_.size(); ++i) stride(i, rounds);
  }

private:
  explicit Perforation(const llvm::Loop& loop) : loop_(&loop) {}

  bool isIn(const llvm::User* user) const { return loop_->contains(llvm::cast<Instruction>(user)); }

  /// The loop does something with the variable beside computing its next value.
  bool isUsed(const PHINode& now, const Instruction& next) const {
    return llvm::any_of(now.users(), [&](const llvm::User* user) { return user != &next && isIn(user); }) ||
           llvm::any_of(next.users(), [&](const llvm::User* user) { return user != &now && isIn(user); });
  }

  std::optional<Counter> counter(PHINode& now, Instruction& next) const {
    const auto isStep = [&](unsigned operand) { return loop_->isLoopInvariant(next.getOperand(operand)); };
    if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&next)) {
      const bool moves = address->getPointerOperand() == &now && address->getNumIndices() == 1 && isStep(1);
      return moves ? std::optional(Counter{&now, &next, 1}) : std::nullopt;
    }
    if (next.getOpcode() != Instruction::Add && next.getOpcode() != Instruction::Sub) return std::nullopt;
    const auto self = operandThatIs(next, now);
    if (!self || !isStep(1 - *self) || (next.getOpcode() == Instruction::Sub && *self != 0)) return std::nullopt;
    return Counter{&now, &next, 1 - *self};
  }

  static std::optional<Sum> sum(PHINode& before, Instruction& after) {
    const auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&after);
    if (call && (call->getIntrinsicID() == llvm::Intrinsic::fma || call->getIntrinsicID() == llvm::Intrinsic::fmuladd)) {
      const bool isAdded = call->getArgOperand(2) == &before && call->getArgOperand(0) != &before && call->getArgOperand(1) != &before;
      return isAdded ? std::optional(Sum{&before, &after, 0}) : std::nullopt;
    }
    const unsigned opcode = after.getOpcode();
    const bool subtracts = opcode == Instruction::FSub || opcode == Instruction::Sub;
    if (!subtracts && opcode != Instruction::FAdd && opcode != Instruction::Add) return std::nullopt;
    const auto self = operandThatIs(after, before);
    if (!self || (subtracts && *self != 0)) return std::nullopt;
    return Sum{&before, &after, 1 - *self};
  }

  bool findVariables() {
    llvm::BasicBlock* const latch = loop_->getLoopLatch();
    for (PHINode& now : loop_->getHeader()->phis()) {
      auto* const next = llvm::dyn_cast<Instruction>(now.getIncomingValueForBlock(latch));
      if (!next || !loop_->contains(next) || now.getType()->isVectorTy()) continue;
      const bool used = isUsed(now, *next);
      if (const auto found = counter(now, *next); found && used)
        counters_.push_back(*found);
      else if (const auto added = sum(now, *next); added && !used)
        sums_.push_back(*added);
    }
    return !counters_.empty();
  }

  /// An equality needs an integer whose direction is known, since it is no longer met exactly.
  std::optional<Test> testOf(llvm::ICmpInst& compare) const {
    for (std::size_t i = 0; i < counters_.size(); ++i)
      for (unsigned operand = 0; operand < 2; ++operand) {
        const Counter& counter = counters_[i];
        const Value* const value = compare.getOperand(operand);
        if (value != counter.now && value != counter.next) continue;
        if (!loop_->isLoopInvariant(compare.getOperand(1 - operand))) continue;
        if (!compare.isEquality()) return Test{&compare, i, operand, false, false};
        const auto* const step = llvm::dyn_cast<llvm::ConstantInt>(counter.next->getOperand(counter.step));
        if (!step || step->isZero() || !counter.now->getType()->isIntegerTy()) return std::nullopt;
        const bool isDescending = step->isNegative() != (counter.next->getOpcode() == Instruction::Sub);
        return Test{&compare, i, operand, true, isDescending};
      }
    return std::nullopt;
  }

  bool findTests() {
    llvm::SmallVector<llvm::BasicBlock*, 4> ends;
    loop_->getExitingBlocks(ends);
    for (const llvm::BasicBlock* block : ends) {
      const auto* const terminator = block->getTerminator();
      if (terminator->getNumOperands() == 0) continue;
      auto* const compare = llvm::dyn_cast<llvm::ICmpInst>(terminator->getOperand(0));
      if (!compare || !loop_->contains(compare) || llvm::is_contained(tests_, compare)) continue;
      if (const auto test = testOf(*compare))
        tests_.push_back(*test);
      else if (compare->isEquality() && comparesCounter(*compare))
        return false;
    }
    return !tests_.empty();
  }

  bool comparesCounter(const llvm::ICmpInst& compare) const {
    return llvm::any_of(counters_, [&](const Counter& counter) {
      return llvm::any_of(compare.operands(), [&](const llvm::Use& use) {
        const auto* const cast = llvm::dyn_cast<llvm::CastInst>(use.get());
        const Value* const value = cast ? cast->getOperand(0) : use.get();
        return value == counter.now || value == counter.next;
      });
    });
  }

  static void scale(Instruction& user, unsigned operand, unsigned rounds) {
    llvm::IRBuilder<> ir(&user);
    Value* const added = user.getOperand(operand);
    llvm::Type* const type = added->getType();
    user.dropPoisonGeneratingFlags();
    user.setOperand(operand, type->isFloatingPointTy() ? ir.CreateFMul(added, llvm::ConstantFP::get(type, rounds))
                                                       : ir.CreateMul(added, llvm::ConstantInt::get(type, rounds)));
  }

  /// The counter's next value keeps its other uses: `a[i + 1]` stays the element behind `a[i]`.
  void stride(std::size_t index, unsigned rounds) const {
    const Counter& counter = counters_[index];
    Instruction& further = *counter.next->clone();
    further.insertAfter(counter.next->getIterator());
    scale(further, counter.step, rounds);
    counter.now->setIncomingValueForBlock(loop_->getLoopLatch(), &further);
    for (const Test& test : tests_) {
      if (test.counter != index) continue;
      if (test.compare->getOperand(test.operand) == counter.next) test.compare->setOperand(test.operand, &further);
      if (test.isEquality) orderInsteadOfEquality(test);
    }
  }

  /// The counter has reached the bound, or gone beyond: the way that it has gone is no shorter than the whole way.
  void orderInsteadOfEquality(const Test& test) const {
    llvm::IRBuilder<> ir(test.compare);
    Value* const start = counters_[test.counter].now->getIncomingValueForBlock(loop_->getLoopPredecessor());
    Value* const value = test.compare->getOperand(test.operand);
    Value* const bound = test.compare->getOperand(1 - test.operand);
    const auto way = [&](Value* to) { return test.isDescending ? ir.CreateSub(start, to) : ir.CreateSub(to, start); };
    Value* const gone = way(value);
    Value* const whole = way(bound);
    const bool isReached = test.compare->getPredicate() == llvm::ICmpInst::ICMP_EQ;
    test.compare->setOperand(0, gone);
    test.compare->setOperand(1, whole);
    test.compare->setPredicate(isReached ? llvm::ICmpInst::ICMP_UGE : llvm::ICmpInst::ICMP_ULT);
  }

  const llvm::Loop* loop_;
  std::vector<Counter> counters_;
  std::vector<Sum> sums_;
  std::vector<Test> tests_;
};

/// The loops of a function, for as long as one of them is needed.
class LoopAt {
public:
  explicit LoopAt(llvm::Instruction& terminator) : tree_(*terminator.getFunction()), loops_(tree_) {
    llvm::Loop* const loop = loops_.getLoopFor(terminator.getParent());
    // A block may be the end of an inner loop and of those around it.
    for (llvm::Loop* around = loop; around && !loop_; around = around->getParentLoop())
      if (around->getLoopLatch() == terminator.getParent()) loop_ = around;
  }
  std::optional<Perforation> perforation() const { return loop_ ? Perforation::of(*loop_) : std::nullopt; }

private:
  llvm::DominatorTree tree_;
  llvm::LoopInfo loops_;
  llvm::Loop* loop_ = nullptr;
};

} // namespace

bool mayBePerforated(const llvm::Instruction& terminator) {
  return terminator.isTerminator() && LoopAt(const_cast<llvm::Instruction&>(terminator)).perforation().has_value(); // changes nothing
}

bool perforationScales(const llvm::Instruction& terminator) {
  const auto perforation = LoopAt(const_cast<llvm::Instruction&>(terminator)).perforation(); // changes nothing
  return perforation && perforation->scales();
}

bool perforate(llvm::Instruction& terminator, unsigned rounds) {
  const LoopAt at(terminator);
  std::optional<Perforation> perforation = at.perforation();
  if (perforation) perforation->carryOut(rounds);
  return perforation.has_value();
}

} // namespace gevo::ir
