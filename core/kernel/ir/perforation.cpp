#include "core/kernel/ir/perforation.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
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

/// Something that a round adds to a variable: operand `operand` of `user`; of a product that is added, one of its factors.
struct Addend {
  Instruction* user;
  unsigned operand;
};

/// A comparison that decides whether the loop ends.
struct Test {
  llvm::ICmpInst* compare;
  unsigned operand; ///< that is a counter, or a conversion of one
  std::size_t counter;
  bool isOfNext = false; ///< of the counter's next value
  bool isAtEnd = false;  ///< of a round, else at its beginning
  bool mayMiss = false;  ///< an equality, which the counter may step over

  bool operator==(const llvm::ICmpInst* other) const { return compare == other; }
};

/// Which of two operands `value` is, and not the other.
std::optional<unsigned> operandThatIs(const Instruction& operation, const Value& value) {
  const bool isLeft = operation.getOperand(0) == &value;
  if (isLeft == (operation.getOperand(1) == &value)) return std::nullopt;
  return isLeft ? 0U : 1U;
}

/// What of a variable's next value leads back to its value before, by additions alone.
class SumChain {
public:
  SumChain(const llvm::Loop& loop, PHINode& variable) : loop_(loop), variable_(variable) {}

  /// All that the rounds add to the variable; nothing where they do something else to it, or use it for something else.
  std::vector<Addend> addends() {
    Value* const next = variable_.getIncomingValueForBlock(loop_.getLoopLatch());
    parts_.insert(&variable_);
    if (next == &variable_ || !leadsBack(next) || !llvm::all_of(parts_, [&](Instruction* part) { return isOnlyAdded(*part); })) return {};
    if (llvm::any_of(addends_, [&](const Addend& addend) { return isOfSum(addend); })) return {};
    return std::move(addends_);
  }

private:
  /// Each part is followed once: what leads elsewhere does so on every way to it.
  bool leadsBack(Value* value) {
    auto* const part = llvm::dyn_cast<Instruction>(value);
    if (!part || !loop_.contains(part) || elsewhere_.contains(part)) return false;
    if (!parts_.insert(part)) return true;
    if (isSum(*part)) return true;
    elsewhere_.insert(part);
    return false;
  }

  bool isSum(Instruction& part) {
    if (auto* const phi = llvm::dyn_cast<PHINode>(&part))
      return llvm::all_of(phi->incoming_values(), [&](Value* arm) { return leadsBack(arm); });
    if (auto* const choice = llvm::dyn_cast<llvm::SelectInst>(&part))
      return leadsBack(choice->getTrueValue()) && leadsBack(choice->getFalseValue());
    if (const auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&part)) {
      const bool multiplies = call->getIntrinsicID() == llvm::Intrinsic::fma || call->getIntrinsicID() == llvm::Intrinsic::fmuladd;
      if (!multiplies) return false;
      addends_.push_back({&part, 0});
      return leadsBack(call->getArgOperand(2));
    }
    switch (part.getOpcode()) {
    case Instruction::FAdd:
    case Instruction::Add:
      return adds(part, 0) || adds(part, 1);
    case Instruction::FSub:
    case Instruction::Sub:
      return adds(part, 0);
    default:
      return false;
    }
  }

  /// Tries one operand; what was found on a way that leads elsewhere is forgotten.
  bool adds(Instruction& operation, unsigned sum) {
    const std::size_t parts = parts_.size();
    const std::size_t addends = addends_.size();
    addends_.push_back({&operation, 1 - sum});
    if (leadsBack(operation.getOperand(sum))) return true;
    while (parts_.size() > parts) parts_.pop_back();
    addends_.resize(addends);
    return false;
  }

  /// The variable itself, twice or as a factor.
  bool isOfSum(const Addend& addend) const {
    const unsigned others = llvm::isa<llvm::IntrinsicInst>(addend.user) ? 2 : 1;
    for (unsigned operand = addend.operand; operand < addend.operand + others; ++operand)
      if (parts_.contains(llvm::dyn_cast<Instruction>(addend.user->getOperand(operand)))) return true;
    return false;
  }

  bool isOnlyAdded(const Instruction& part) const {
    return llvm::all_of(part.users(), [&](const llvm::User* user) {
      auto* const by = const_cast<Instruction*>(llvm::cast<Instruction>(user)); // what the set holds is not changed
      return !loop_.contains(by) || parts_.contains(by);
    });
  }

  const llvm::Loop& loop_;
  PHINode& variable_;
  llvm::SetVector<Instruction*> parts_;
  llvm::SmallPtrSet<const Instruction*, 8> elsewhere_;
  std::vector<Addend> addends_;
};

class Perforation {
public:
  /// Nothing: the loop's rounds cannot be told apart.
  static std::optional<Perforation> of(const llvm::Loop& loop) {
    Perforation result(loop);
    if (!loop.getLoopLatch() || !loop.getLoopPredecessor() || !result.findVariables() || !result.findTests()) return std::nullopt;
    return result;
  }

  bool scales() const { return !addends_.empty(); }

  void carryOut(unsigned rounds) {
    for (const Addend& addend : addends_) scale(*addend.user, addend.operand, rounds);
    for (const Test& test : tests_) look(test, rounds);
    for (const Counter& counter : counters_) stride(counter, rounds);
  }

private:
  static constexpr unsigned narrowest = 16; ///< integer that is wide enough for every number of rounds

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
    if (!now.getType()->isIntegerTy() || now.getType()->getIntegerBitWidth() < narrowest) return std::nullopt;
    const auto self = operandThatIs(next, now);
    if (!self || !isStep(1 - *self) || (next.getOpcode() == Instruction::Sub && *self != 0)) return std::nullopt;
    return Counter{&now, &next, 1 - *self};
  }

  bool findVariables() {
    for (PHINode& now : loop_->getHeader()->phis()) {
      auto* const next = llvm::dyn_cast<Instruction>(now.getIncomingValueForBlock(loop_->getLoopLatch()));
      if (!next || !loop_->contains(next)) continue;
      if (const auto found = counter(now, *next); found && isUsed(now, *next)) {
        counters_.push_back(*found);
        continue;
      }
      if (now.getType()->isIntOrIntVectorTy() && now.getType()->getScalarSizeInBits() < narrowest) continue;
      const std::vector<Addend> addends = SumChain(*loop_, now).addends();
      addends_.insert(addends_.end(), addends.begin(), addends.end());
    }
    return !counters_.empty();
  }

  /// The counter that the value is, or is converted from.
  std::optional<Test> testOf(llvm::ICmpInst& compare, const llvm::BasicBlock& block) const {
    for (std::size_t i = 0; i < counters_.size(); ++i)
      for (unsigned operand = 0; operand < 2; ++operand) {
        const auto* const conversion = llvm::dyn_cast<llvm::CastInst>(compare.getOperand(operand));
        const Value* const value = conversion ? conversion->getOperand(0) : compare.getOperand(operand);
        if ((value != counters_[i].now && value != counters_[i].next) || !loop_->isLoopInvariant(compare.getOperand(1 - operand))) continue;
        return Test{&compare, operand, i, value == counters_[i].next, &block == loop_->getLoopLatch(), compare.isEquality()};
      }
    return std::nullopt;
  }

  /// Of an integer whose direction is known; the loop ends where the two are equal.
  bool mayOrder(const Test& test, const llvm::BranchInst& branch) const {
    const Counter& counter = counters_[test.counter];
    const auto* const step = llvm::dyn_cast<llvm::ConstantInt>(counter.next->getOperand(counter.step));
    const bool staysWhereTrue = loop_->contains(branch.getSuccessor(0));
    const bool endsWhereEqual = staysWhereTrue == (test.compare->getPredicate() == llvm::ICmpInst::ICMP_NE);
    return step && !step->isZero() && counter.now->getType()->isIntegerTy() && test.compare->getOperand(0)->getType()->isIntegerTy() &&
           endsWhereEqual;
  }

  bool findTests() {
    llvm::SmallVector<llvm::BasicBlock*, 4> ends;
    loop_->getExitingBlocks(ends);
    for (const llvm::BasicBlock* block : ends) {
      const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
      auto* const compare = branch && branch->isConditional() ? llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition()) : nullptr;
      if (!compare || !loop_->contains(compare)) continue;
      const std::optional<Test> test = testOf(*compare, *block);
      if (!test) continue;
      if (llvm::is_contained(tests_, compare)) return false;
      // Between beginning and end a part of a round would run beyond the bound.
      if ((!test->isAtEnd && block != loop_->getHeader()) || (test->mayMiss && !mayOrder(*test, *branch))) return false;
      tests_.push_back(*test);
    }
    return !tests_.empty();
  }

  static Value* multiplied(llvm::IRBuilder<>& ir, Value* value, unsigned by) {
    llvm::Type* const type = value->getType();
    return type->isFPOrFPVectorTy() ? ir.CreateFMul(value, llvm::ConstantFP::get(type, by))
                                    : ir.CreateMul(value, llvm::ConstantInt::get(type, by));
  }

  static void scale(Instruction& user, unsigned operand, unsigned rounds) {
    llvm::IRBuilder<> ir(&user);
    user.dropPoisonGeneratingFlags();
    user.setOperand(operand, multiplied(ir, user.getOperand(operand), rounds));
  }

  /// The counter's next value keeps its other uses: `a[i + 1]` stays the element behind `a[i]`.
  void stride(const Counter& counter, unsigned rounds) const {
    Instruction& further = *counter.next->clone();
    further.insertAfter(counter.next->getIterator());
    scale(further, counter.step, rounds);
    counter.now->setIncomingValueForBlock(loop_->getLoopLatch(), &further);
  }

  bool descends(const Counter& counter) const {
    const auto* const step = llvm::dyn_cast<llvm::ConstantInt>(counter.next->getOperand(counter.step));
    const bool isNegative = step && step->isNegative();
    return isNegative != (counter.next->getOpcode() == Instruction::Sub);
  }

  /// The counter `steps` of its old steps further on. Beyond the last number of the type it stays there, since the first one would be
  /// within the bound again.
  Value* after(llvm::IRBuilder<>& ir, const Counter& counter, unsigned steps, bool isSigned) const {
    Value* const step = counter.next->getOperand(counter.step);
    if (counter.now->getType()->isPointerTy()) {
      const auto& address = llvm::cast<llvm::GetElementPtrInst>(*counter.next);
      return ir.CreateGEP(address.getSourceElementType(), counter.now, multiplied(ir, step, steps));
    }
    const bool subtracts = counter.next->getOpcode() == Instruction::Sub;
    const auto* const constant = llvm::dyn_cast<llvm::ConstantInt>(step);
    if (!isSigned && constant) { // of a size, in a direction
      Value* const size = llvm::ConstantInt::get(step->getType(), constant->getValue().abs() * steps);
      return ir.CreateBinaryIntrinsic(descends(counter) ? llvm::Intrinsic::usub_sat : llvm::Intrinsic::uadd_sat, counter.now, size);
    }
    const llvm::Intrinsic::ID operation = isSigned ? (subtracts ? llvm::Intrinsic::ssub_sat : llvm::Intrinsic::sadd_sat)
                                                   : (subtracts ? llvm::Intrinsic::usub_sat : llvm::Intrinsic::uadd_sat);
    return ir.CreateBinaryIntrinsic(operation, counter.now, multiplied(ir, step, steps));
  }

  /// Ends the loop where the next round that runs would be beyond the bound. A test at a round's beginning does so as it is, but for
  /// equality.
  void look(const Test& test, unsigned rounds) const {
    llvm::ICmpInst& compare = *test.compare;
    const Counter& counter = counters_[test.counter];
    if (!test.isAtEnd && !test.mayMiss) return;
    // At the end the loop asks for the next value, or for the present one whether it was the last.
    const unsigned ahead = test.isAtEnd ? rounds - 1 : 0;
    const unsigned steps = test.isOfNext ? ahead + 1 : ahead;
    llvm::IRBuilder<> ir(&compare);
    Value* const bound = compare.getOperand(1 - test.operand);
    const auto* const conversion = llvm::dyn_cast<llvm::CastInst>(compare.getOperand(test.operand));
    const bool isConverted = conversion && (conversion->getOperand(0) == counter.now || conversion->getOperand(0) == counter.next);
    const auto converted = [&](Value* value) {
      return isConverted ? ir.CreateCast(conversion->getOpcode(), value, conversion->getType()) : value;
    };
    if (!test.mayMiss) return compare.setOperand(test.operand, converted(after(ir, counter, steps, compare.isSigned())));

    // Reached, or gone beyond: the way that it has gone is no shorter than the whole way.
    Value* const step = counter.next->getOperand(counter.step);
    Value* value = counter.now;
    if (steps > 0) {
      Value* const distance = multiplied(ir, step, steps);
      value = counter.next->getOpcode() == Instruction::Sub ? ir.CreateSub(value, distance) : ir.CreateAdd(value, distance);
    }
    Value* const start = converted(counter.now->getIncomingValueForBlock(loop_->getLoopPredecessor()));
    const auto way = [&](Value* to) { return descends(counter) ? ir.CreateSub(start, to) : ir.CreateSub(to, start); };
    Value* gone = way(converted(value));
    Value* whole = way(bound);
    if (test.isOfNext) { // a whole way of 0 is once around all numbers
      Value* const one = llvm::ConstantInt::get(gone->getType(), 1);
      gone = ir.CreateSub(gone, one);
      whole = ir.CreateSub(whole, one);
    }
    const bool isReached = compare.getPredicate() == llvm::ICmpInst::ICMP_EQ;
    compare.setOperand(0, gone);
    compare.setOperand(1, whole);
    compare.setPredicate(isReached ? llvm::ICmpInst::ICMP_UGE : llvm::ICmpInst::ICMP_ULT);
  }

  const llvm::Loop* loop_;
  std::vector<Counter> counters_;
  std::vector<Addend> addends_;
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
