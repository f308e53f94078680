// The part of ConsequenceFinder that finds where code stands in the source, and where it moved.

#include "core/kernel/explain/consequences.h"

#include "core/kernel/explain/statements.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

namespace gevo::ir {

using llvm::Instruction;

namespace {

/// Of two chains of inlining, the positions in the innermost function that both are in.
std::pair<SourcePosition, SourcePosition> inOneFunction(const std::vector<SourcePosition>& one, const std::vector<SourcePosition>& other) {
  auto first = one.rbegin();
  auto second = other.rbegin();
  while (std::next(first) != one.rend() && std::next(second) != other.rend() && first->line == second->line &&
         first->column == second->column) {
    ++first;
    ++second;
  }
  return {*first, *second};
}

} // namespace

ConsequenceFinder::Loops::Loops(const llvm::Function& function) : tree(const_cast<llvm::Function&>(function)), loops(tree) {}

const ConsequenceFinder::Loops& ConsequenceFinder::flowOf(const llvm::Function& function) const {
  std::unique_ptr<Loops>& known = loops_[&function]; // edits leave the blocks as they are
  if (!known) known = std::make_unique<Loops>(function);
  return *known;
}

const llvm::LoopInfo& ConsequenceFinder::loopsOf(const llvm::Function& function) const { return flowOf(function).loops; }

const llvm::DominatorTree& ConsequenceFinder::treeOf(const llvm::Function& function) const { return flowOf(function).tree; }

std::optional<bool> ConsequenceFinder::alwaysDecides(const Instruction& decision) const {
  std::unique_ptr<Control>& control = controls_[decision.getFunction()];
  if (!control) control = std::make_unique<Control>(const_cast<llvm::Function&>(*decision.getFunction()));
  const auto found = control->decisions().find(&decision);
  return found != control->decisions().end() ? found->second.value : std::nullopt;
}

bool ConsequenceFinder::isWhereItWas(const Instruction& now) const {
  const Entry* entry = entryOf(&now);
  return now.getDebugLoc() && entry != nullptr && entry->moves.empty();
}

bool ConsequenceFinder::isUsedInItsLine(const Instruction& now) const {
  const auto own = sources_.chain(now);
  return llvm::any_of(now.users(), [&](const llvm::User* user) {
    const auto at = sources_.chain(*llvm::cast<Instruction>(user));
    return !own.empty() && !at.empty() && areOfOneLine(at.front(), own.front());
  });
}

bool ConsequenceFinder::isBehindPartOf(const SourcePosition& line, const Instruction& instruction) const {
  const auto isOfLine = [&](const Instruction& one) {
    const auto chain = isWhereItWas(one) ? sources_.chainOf(one.getDebugLoc()) : std::vector<SourcePosition>();
    return !chain.empty() && areOfOneLine(chain.front(), line);
  };
  for (const Instruction* before = instruction.getPrevNode(); before; before = before->getPrevNode())
    if (isOrdered(*before) && isOfLine(*before)) return true;
  return llvm::any_of(llvm::predecessors(instruction.getParent()), [&](const llvm::BasicBlock* before) {
    return before->getTerminator()->getNumSuccessors() > 1 && isOfLine(*before->getTerminator());
  });
}

ConsequenceFinder::Place ConsequenceFinder::placeOf(const Instruction& instruction) const {
  for (const Instruction* next = instruction.getNextNode(); next; next = next->getNextNode()) {
    // What is only computed may stand anywhere.
    if (!isOrdered(*next) && !next->isTerminator()) continue;
    if (!isWhereItWas(*next)) continue;
    auto chain = sources_.chain(*next);
    if (chain.empty()) continue;
    const llvm::Loop* loop = next->isTerminator() ? loopsOf(*next->getFunction()).getLoopFor(next->getParent()) : nullptr;
    const bool isWithin = isBehindPartOf(chain.front(), instruction);
    return {std::move(chain), loop && loop->isLoopLatch(next->getParent()), isWithin, next};
  }
  return {};
}

/// Of what a loop takes from round to round: the line of its `for`.
std::vector<SourcePosition> ConsequenceFinder::lineOf(const Instruction& original) const {
  const llvm::Loop* loop = llvm::isa<llvm::PHINode>(original) ? loopsOf(*original.getFunction()).getLoopFor(original.getParent()) : nullptr;
  const llvm::BasicBlock* latch = loop && loop->getHeader() == original.getParent() ? loop->getLoopLatch() : nullptr;
  auto line = latch ? sources_.chainOf(latch->getTerminator()->getDebugLoc()) : std::vector<SourcePosition>();
  return line.empty() ? sources_.chain(original) : std::move(line);
}

/// LLVM computes once what several lines ask for.
std::string ConsequenceFinder::otherLinesOf(const Entry& entry) const {
  static constexpr std::size_t named = 3;
  const Instruction& original = *entry.original;
  const bool isOnlyValue = llvm::isa<llvm::LoadInst>(original) || !isOrdered(original);
  if (original.getType()->isVoidTy() || !isOnlyValue || llvm::isa<llvm::PHINode>(original) || before_.isVariable(original)) return {};
  const auto own = sources_.chain(original);
  std::set<std::uint32_t> lines;
  llvm::SmallVector<const Instruction*, 8> open{&original};
  while (!open.empty()) {
    for (const llvm::User* user : open.pop_back_val()->users()) {
      const auto& one = *llvm::cast<Instruction>(user);
      if (isInvisible(one)) open.push_back(&one);
      const auto at = sources_.chainOf(one.getDebugLoc());
      if (isInvisible(one) || at.empty() || own.empty() || isAtSamePlace(at, own)) continue;
      const auto [here, there] = inOneFunction(own, at);
      if (here.file == there.file && here.line != there.line) lines.insert(there.line);
    }
  }
  if (lines.empty()) return {};
  if (lines.size() > named) return fmt::format(", also for {} other lines", lines.size());
  return fmt::format(", also for line{} {}", lines.size() > 1 ? "s" : "", fmt::join(lines, ", "));
}

void ConsequenceFinder::tellMoved(const Entry& entry) {
  if (!isOrdered(*entry.now) || !live_.contains(entry.now)) return; // where a value is computed changes nothing
  const auto originalOf = [&](const Instruction* now) -> const Instruction* {
    const Entry* known = entryOf(now);
    return known ? known->original : nullptr;
  };
  const bool isSame = originalOf(neighbour(*entry.now, true)) == neighbour(*entry.original, true) &&
                      originalOf(neighbour(*entry.now, false)) == neighbour(*entry.original, false) &&
                      entry.now->getParent()->getTerminator() &&
                      originalOf(entry.now->getParent()->getTerminator()) == entry.original->getParent()->getTerminator();
  if (isSame) return;
  const Words noun = nounOf(*entry.original, before_, entry.original);
  const auto own = sources_.chain(*entry.original);
  const Place place = placeOf(*entry.now);
  if (!noun || own.empty() || place.at.empty()) return tell(entry, entry.moves, std::nullopt);
  const auto [here, there] = inOneFunction(own, place.at);
  if (here.file != there.file) return tell(entry, entry.moves, std::nullopt);
  if (place.isEndOfLoop)
    return tell(entry, entry.moves, fmt::format("this {} now comes at the end of the loop of line {}", *noun, there.line));
  const unsigned was = loopsOf(*entry.original->getFunction()).getLoopDepth(entry.original->getParent());
  const unsigned is = loopsOf(*entry.now->getFunction()).getLoopDepth(entry.now->getParent());
  const char* where = is < was ? ", outside its loop" : is > was ? ", inside a loop" : conditionOf(*entry.original, *entry.now);
  const std::string point = here.line == there.line ? "at another point of its line"
                                                    : fmt::format("{} line {}", place.isWithin ? "in the middle of" : "before", there.line);
  tell(entry, entry.moves, fmt::format("this {} now comes {}{}", *noun, point, where));
}

/// Whether it moved into code that not all reach who reached it before, or out of such code.
const char* ConsequenceFinder::conditionOf(const Instruction& original, const Instruction& now) const {
  const llvm::BasicBlock& was = *original.getParent();
  const llvm::BasicBlock* is = nullptr; // of the base: edits leave the blocks as they are
  for (auto [one, other] = std::pair(was.getParent()->begin(), now.getFunction()->begin()); !is && one != was.getParent()->end();
       ++one, ++other)
    if (&*other == now.getParent()) is = &*one;
  const llvm::PostDominatorTree behind(const_cast<llvm::Function&>(*was.getParent()));
  const llvm::DominatorTree& ahead = treeOf(*was.getParent());
  if (!is || is == &was) return "";
  if (ahead.dominates(&was, is) && !behind.dominates(is, &was)) return alwaysReaches(was, *now.getParent()) ? "" : ", behind a condition";
  return ahead.dominates(is, &was) && !behind.dominates(&was, is) ? ", no longer behind its condition" : "";
}

/// Whether the variant comes from a block of the base to one of its own, whatever its conditions are; those that always decide alike lead
/// one way.
bool ConsequenceFinder::alwaysReaches(const llvm::BasicBlock& original, const llvm::BasicBlock& to) const {
  const llvm::Function& function = *to.getParent();
  const auto number = std::distance(original.getParent()->begin(), original.getIterator());
  const llvm::BasicBlock* from = &*std::next(function.begin(), number);
  llvm::SmallVector<const llvm::BasicBlock*> open{from};
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen{from};
  while (!open.empty()) {
    const llvm::BasicBlock* block = open.pop_back_val();
    const Instruction& end = *block->getTerminator();
    if (end.getNumSuccessors() == 0) return false;
    const std::optional<bool> decided = alwaysDecides(end);
    for (unsigned i = 0; i < end.getNumSuccessors(); ++i) {
      const llvm::BasicBlock* next = end.getSuccessor(i);
      if (next == &to || (decided && *decided == (i == 1))) continue;
      if (seen.insert(next).second) open.push_back(next);
    }
  }
  return true;
}

} // namespace gevo::ir
