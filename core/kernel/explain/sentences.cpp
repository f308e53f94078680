// The part of ConsequenceFinder that finds words.

#include "core/kernel/explain/consequences.h"

#include "core/kernel/describe/symbols.h"
#include "core/kernel/explain/statements.h"

#include <fmt/format.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

namespace gevo::ir {

using llvm::Instruction;
using llvm::Value;

/// The same operation of the same operands in the other order; what differs is when they were read.
bool ConsequenceFinder::isCommuted(const Instruction& original, const Value& now) const {
  const auto* operation = llvm::dyn_cast<Instruction>(&now);
  if (!operation || !original.isCommutative() || !original.isSameOperationAs(operation) || original.getNumOperands() != 2) return false;
  const auto isAlike = [&](unsigned was, unsigned is) {
    const Words words = wordsBefore(*original.getOperand(was), &original);
    return words && words == wordsNow(*operation->getOperand(is), operation);
  };
  return isAlike(0, 1) && isAlike(1, 0);
}

/// Of a value of the variant, where it is read.
Words ConsequenceFinder::wordsNow(const Value& value, const Instruction* at) const {
  const llvm::Constant* constant = constantOf(value);
  return ifShort(now_.words(constant ? *constant : value, at));
}

/// Of a value of the original, as its variables are there.
Words ConsequenceFinder::wordsBefore(const Value& value, const Instruction* at) const { return ifShort(before_.words(value, at)); }

Words ConsequenceFinder::definitionBefore(const Instruction& original) const {
  return ifShort(before_.definitionWords(original, &original));
}

/// Of the variable that holds what an instruction computes; none of what a loop takes into its next round, as `i + 1`: where that stands,
/// the name says the value of this round.
Words ConsequenceFinder::nameOf(const Instruction& original) const {
  const bool isNext = llvm::any_of(original.users(), [&](const llvm::User* user) { return isNextOf(original, *user); });
  return before_.isVariable(original) && !isNext ? before_.words(original) : std::nullopt;
}

const Instruction* ConsequenceFinder::readerNow(const Entry& entry) const {
  if (entry.now->getParent() && entry.moves.empty()) return entry.now;
  const auto scopeOf = [](const Instruction& instruction) {
    const llvm::DILocation* location = instruction.getDebugLoc();
    return location ? std::pair(location->getScope(), location->getInlinedAt()) : std::pair<llvm::DILocalScope*, llvm::DILocation*>();
  };
  const Instruction* first = nullptr;
  for (const Instruction* next = entry.original->getNextNode(); next; next = next->getNextNode()) {
    const auto behind = std::ranges::find(entries_, next, &Entry::original);
    if (behind == entries_.end() || !behind->now->getParent() || !behind->moves.empty()) continue;
    if (scopeOf(*next) == scopeOf(*entry.original)) return behind->now;
    if (!first) first = behind->now;
  }
  return first ? first : entry.now;
}

/// Of a read whose object may be another one where it is used: what counts is when it happened.
Words ConsequenceFinder::readElsewhere(const Entry& user, const Value& now) const {
  const auto* is = llvm::dyn_cast<llvm::LoadInst>(&now);
  const Words words = is ? wordsNow(now, is) : std::nullopt;
  if (!words) return std::nullopt;
  const Entry* entry = entryOf(is);
  const bool isWhereItWas = entry && entry->moves.empty();
  const auto old = sources_.chain(*user.original);
  const auto place = isWhereItWas ? sources_.chain(*is) : placeOf(*is).at;
  if (old.empty() || place.empty() || old.front().file != place.front().file || old.front().line == place.front().line) return std::nullopt;
  return fmt::format("{} as it was {} line {}", asCode(*words), isWhereItWas ? "in" : "before", place.front().line);
}

/// A loop's condition is tested at two places: before its first round, and after each.
std::string ConsequenceFinder::roundOf(const Instruction& decision) const {
  const llvm::LoopInfo& loops = loopsOf(*decision.getFunction());
  const llvm::Loop* around = loops.getLoopFor(decision.getParent());
  if (decision.isTerminator() && around && around->isLoopLatch(decision.getParent())) return "after each round, ";
  return guardsLoop(decision, loops) ? "before the first round, " : "";
}

/// Behind `tx == 0` the compiler writes `tile[0]` for `tile[tx]`; that stays where the test no longer decides.
std::string ConsequenceFinder::writtenBehind(const Instruction& comparison, bool always) const {
  const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&comparison);
  const bool isKnown = compare && compare->isEquality() && llvm::isa<llvm::ConstantInt>(compare->getOperand(1)) &&
                       always == (compare->getPredicate() == llvm::CmpInst::ICMP_EQ);
  if (!isKnown) return {};
  const llvm::DominatorTree& tree = treeOf(*compare->getFunction());
  for (const llvm::User* user : compare->users()) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(user);
    if (!branch) continue;
    const llvm::BasicBlockEdge way(branch->getParent(), branch->getSuccessor(always ? 0 : 1));
    for (const Instruction& behind : llvm::instructions(*compare->getFunction())) {
      const auto* store = llvm::dyn_cast<llvm::StoreInst>(&behind);
      if (!store || !llvm::isa<llvm::Constant>(store->getPointerOperand()) || !tree.dominates(way, store->getParent())) continue;
      const Words object = ifShort(before_.objectWords(*store->getPointerOperand(), bytesOf(*store), store));
      if (object) return fmt::format("; {} is written behind it", asCode(*object));
    }
  }
  return {};
}

Words ConsequenceFinder::conditionSentence(const Entry& entry) const {
  const Value& now = *entry.now->getOperand(0);
  const Words was = wordsBefore(*entry.original->getOperand(0), entry.original);
  const std::optional<bool> always = alwaysDecides(*entry.now);
  const Words is = always ? Words(*always ? "true" : "false") : wordsNow(now, readerNow(entry));
  if (!was || !is || *was == *is) return std::nullopt;
  const std::string condition = fmt::format("{}the condition {}", roundOf(*entry.original), asCode(*was));
  if (always) {
    const auto* comparison = llvm::dyn_cast<Instruction>(entry.original->getOperand(0));
    return fmt::format("{} is now always {}{}", condition, *is, comparison ? writtenBehind(*comparison, *always) : std::string());
  }
  return fmt::format("{} is now {}", condition, asCode(*is));
}

Words ConsequenceFinder::operandSentence(const Entry& entry, unsigned operand) const {
  const Instruction& original = *entry.original;
  const Value& before = *original.getOperand(operand);
  const Value& now = *entry.now->getOperand(operand);
  const auto differ = [&](const Words& was, const Words& is, auto sentence) -> Words {
    return was && is && *was != *is ? Words(sentence(asCode(*was), asCode(*is))) : std::nullopt;
  };
  const auto objects = [&](auto sentence) {
    return differ(ifShort(before_.objectWords(before, bytesOf(original), &original)),
                  ifShort(now_.objectWords(now, bytesOf(*entry.now), readerNow(entry))), sentence);
  };
  const auto values = [&](auto sentence) { return differ(wordsBefore(before, &original), wordsNow(now, readerNow(entry)), sentence); };
  switch (original.getOpcode()) {
  case Instruction::Br:
    return conditionSentence(entry);
  case Instruction::Switch:
    return values([](const auto& was, const auto& is) { return fmt::format("this switch now goes by {}, not {}", is, was); });
  case Instruction::Load:
    return objects([](const auto& was, const auto& is) { return fmt::format("{} is read here, not {}", is, was); });
  case Instruction::Store: {
    if (operand == 1)
      return objects([](const auto& was, const auto& is) { return fmt::format("this now writes to {}, not to {}", is, was); });
    const Words object = ifShort(now_.objectWords(*llvm::getLoadStorePointerOperand(entry.now), bytesOf(*entry.now), readerNow(entry)));
    if (!object) return std::nullopt;
    if (const Words sentence =
            values([&](const auto& was, const auto& is) { return fmt::format("{} gets {}, not {}", asCode(*object), is, was); }))
      return sentence;
    const Words read = readElsewhere(entry, now);
    return read ? Words(fmt::format("{} gets {}", asCode(*object), *read)) : std::nullopt;
  }
  case Instruction::AtomicRMW:
    if (operand == 0)
      return objects([](const auto& was, const auto& is) { return fmt::format("this atomic now updates {}, not {}", is, was); });
    return values([](const auto& was, const auto& is) { return fmt::format("this atomic update now takes {}, not {}", is, was); });
  case Instruction::PHI:
    return phiSentence(entry, operand);
  case Instruction::Select:
    return operand == 0 ? conditionSentence(entry) : wholeSentence(entry);
  default:
    if (isBarrier(original)) {
      return differ(barrierText(original, before_, &original), barrierText(*entry.now, now_, readerNow(entry)),
                    [](const auto& was, const auto& is) { return fmt::format("this barrier is now {}, not {}", is, was); });
    }
    return wholeSentence(entry);
  }
}

Words ConsequenceFinder::wholeSentence(const Entry& entry) const {
  const Words was = definitionBefore(*entry.original);
  // Of constants alone, as in `127 > 0`, it is one.
  const llvm::Constant* constant = constantOf(*entry.now);
  const Words is = ifShort(constant ? now_.words(*constant) : now_.definitionWords(*entry.now, readerNow(entry)));
  if (!was || !is || *was == *is) return std::nullopt;
  const Words name = nameOf(*entry.original);
  if (constant && constant->getType()->isIntegerTy(1)) return fmt::format("{} is now always {}", asCode(name.value_or(*was)), *is);
  if (name) return fmt::format("{} is now {}, not {}", asCode(*name), asCode(*is), asCode(*was));
  return fmt::format("{} is now {}", asCode(*was), asCode(*is));
}

Words ConsequenceFinder::phiSentence(const Entry& entry, unsigned operand) const {
  const auto& phi = llvm::cast<llvm::PHINode>(*entry.original);
  const llvm::LoopInfo& loops = loopsOf(*phi.getFunction());
  const llvm::Loop* loop = loops.getLoopFor(phi.getParent());
  const bool isInside = loop && loop->contains(phi.getIncomingBlock(operand));
  // The sentence about a round reads variables as they are during it.
  const bool isRound = isInside && loop->getHeader() == phi.getParent();
  const auto reader = [&](const Instruction& instruction) {
    return isRound ? &*instruction.getParent()->getFirstNonPHIIt() : readerOf(instruction, operand);
  };
  const Words name = before_.isVariable(phi) ? before_.words(phi) : std::nullopt;
  const auto* old = llvm::dyn_cast<Instruction>(phi.getIncomingValue(operand));
  Words was = ifShort(before_.words(*phi.getIncomingValue(operand), reader(phi)));
  if (was == name && old) was = ifShort(before_.definitionWords(*old, reader(phi)));
  const Words is = wordsNow(*entry.now->getOperand(operand), reader(*entry.now));
  if (!name || !is || was == is || *name == *is) return std::nullopt;
  const std::string what = was && *was != *name ? fmt::format("{}, not {}", asCode(*is), asCode(*was)) : asCode(*is);
  const auto isAlike = [&](const llvm::BasicBlock* block) { return loop->contains(block) == isInside; };
  if (!loop || loop->getHeader() != phi.getParent() || llvm::count_if(phi.blocks(), isAlike) > 1)
    return fmt::format("on one path, {} is now {}", asCode(*name), what);
  if (isInside) return fmt::format("after each round of the loop, {} is now {}", asCode(*name), what);
  return fmt::format("{} starts at {}", asCode(*name), what);
}

} // namespace gevo::ir
