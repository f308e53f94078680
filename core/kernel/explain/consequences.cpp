#include "core/kernel/explain/consequences.h"

#include "core/kernel/describe/symbols.h"
#include "core/kernel/explain/control_flow.h"
#include "core/kernel/explain/statements.h"

#include <fmt/format.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace gevo::ir {
namespace {

using llvm::Instruction;
using llvm::Value;

/// A copy of a computation computes the same.
bool isSame(const Value& one, const Value& other) {
  const auto* first = llvm::dyn_cast<Instruction>(&one);
  const auto* second = llvm::dyn_cast<Instruction>(&other);
  return &one == &other ||
         (first && second && !first->mayReadOrWriteMemory() && !llvm::isa<llvm::PHINode>(first) && first->isIdenticalToWhenDefined(second));
}

} // namespace

ConsequenceFinder::ConsequenceFinder(Application& application, const BaseModule::State& base, const SourceMap& sources)
    : application_(application), sources_(sources), before_(base.full->module()), now_(application.module()) {
  std::vector<const Instruction*> originals;
  std::set<const llvm::Function*> kernels;
  for (const llvm::Function& function : base.full->module())
    for (const Instruction& instruction : llvm::instructions(function))
      if (hasId(instruction)) originals.push_back(&instruction);
  for (const auto& [ref, instruction] : application_.present()) {
    if (ref.kind != InstructionRef::Kind::Base || ref.id >= originals.size()) continue;
    const Operands operands(instruction->value_op_begin(), instruction->value_op_end());
    entries_.push_back({originals[ref.id], instruction, operands, operands, std::vector<Edits>(operands.size())});
    kernels.insert(instruction->getFunction());
    if (const auto code = codeOf(entries_.back())) ++counts_[*code];
  }
  severalKernels_ = kernels.size() > 1;
}

const ConsequenceFinder::Entry* ConsequenceFinder::entryOf(const Instruction* now) const {
  const auto found = std::ranges::find(entries_, now, &Entry::now);
  return now && found != entries_.end() ? &*found : nullptr;
}

std::optional<ConsequenceFinder::Code> ConsequenceFinder::codeOf(const Entry& entry) const {
  const auto chain = sources_.chainOf(entry.original->getDebugLoc());
  if (chain.empty()) return std::nullopt;
  std::string places;
  const auto add = [&](const Instruction& one) {
    for (const SourcePosition& at : sources_.chainOf(one.getDebugLoc())) places += fmt::format("{}:{}:{} ", at.file, at.line, at.column);
    places += one.getOpcodeName();
  };
  add(*entry.original);
  // Tests of one condition share its place; a loop's has those that the compiler added.
  if (entry.original->getNumOperands() > 0 && (entry.original->isTerminator() || llvm::isa<llvm::SelectInst>(entry.original)))
    if (const auto* decision = llvm::dyn_cast<Instruction>(entry.original->getOperand(0))) {
      add(*decision);
      if (const auto* compare = llvm::dyn_cast<llvm::CmpInst>(decision)) places += llvm::CmpInst::getPredicateName(compare->getPredicate());
    }
  return Code{entry.original->getFunction(), std::move(places)};
}

void ConsequenceFinder::after(const Edit& edit, std::int32_t index) {
  for (Entry& entry : entries_) {
    if (!entry.now->getParent()) {
      if (entry.removal < 0) entry.removal = index;
      continue;
    }
    entry.removal = -1;
    const Operands operands(entry.now->value_op_begin(), entry.now->value_op_end());
    for (unsigned i = 0; i < operands.size(); ++i) {
      if (operands[i] != entry.latest[i]) entry.changes[i].insert(index);
      if (operands[i] == entry.before[i]) entry.changes[i].clear();
    }
    entry.latest = operands;
  }
  for (Created& created : created_) {
    if (!created.now->getParent()) continue;
    Operands operands(created.now->value_op_begin(), created.now->value_op_end());
    if (operands != created.latest) created.edits.insert(index);
    created.latest = std::move(operands);
  }
  if (llvm::Instruction* created = application_.find(InstructionRef::created(edit.uid)))
    created_.push_back({created, Operands(created->value_op_begin(), created->value_op_end()), {index}});
  if (edit.op != Operator::Move && edit.op != Operator::Swap) return;
  for (const InstructionRef& ref : {edit.target, edit.other}) {
    if (ref == edit.other && edit.op == Operator::Move) continue; // that is the place
    const Instruction* instruction = application_.find(ref);
    const auto entry = std::ranges::find(entries_, instruction, &Entry::now);
    if (instruction && entry != entries_.end()) entry->moves.insert(index);
  }
}

void ConsequenceFinder::directed(const Edit& edit, std::int32_t index, const std::string& text) {
  const auto entry = std::ranges::find(entries_, application_.find(edit.target), &Entry::now);
  const bool saysAll = edit.op == Operator::Synchronise || edit.op == Operator::Synthesise;
  if (entry != entries_.end() && saysAll) entry->before = entry->latest;
  const bool addsUp = edit.op == Operator::Approximate; // a division may be approximate, and by a reciprocal
  const std::size_t formula = edit.op == Operator::Synthesise ? text.find(": ") : std::string::npos; // which the edit has
  directives_[{edit.op, edit.target, edit.substitute, addsUp ? edit.value : ""}] = {index, text.substr(0, formula)};
}

void ConsequenceFinder::tellDirectives() {
  for (const auto& [about, directive] : directives_) {
    const auto& [op, of, parameter, value] = about;
    const Instruction* const target = application_.find(of);
    if (target == nullptr) continue;
    const Entry* const entry = entryOf(target);
    if (op == Operator::Registers || op == Operator::Pipeline || isOfParameter(op))
      sentences_.push_back(
          {{-1, sources_.chainOf(*target->getFunction()), kernelOf(*target), directive.text}, nullptr, {}, {directive.edit}});
    else if (entry != nullptr)
      tell(*entry, {directive.edit}, directive.text, true);
    else
      sentences_.push_back({{-1, sources_.chain(*target), kernelOf(*target), directive.text}, nullptr, {}, {directive.edit}});
  }
}

std::vector<Consequence> ConsequenceFinder::finish() {
  live_ = liveCode(application_.module());
  tellReplacedValues();
  for (const Entry& entry : entries_) {
    if (entry.removal >= 0) {
      tellRemoved(entry);
      continue;
    }
    tellOperands(entry);
    if (!entry.moves.empty()) tellMoved(entry);
  }
  for (const Created& created : created_) tellCreated(created);
  tellUnreached();
  tellDirectives();

  std::vector<Consequence> consequences;
  for (Told& told : sentences_) {
    if (told.entry) {
      told.consequence.text += otherLinesOf(*told.entry) + shareOf(*told.entry, told.who.size(), told.isDirective);
    }
    told.consequence.edit = *told.edits.rbegin();
    told.consequence.ofSeveral = told.edits.size() > 1;
    consequences.push_back(std::move(told.consequence));
  }
  std::ranges::stable_sort(consequences, {}, [](const Consequence& one) {
    return one.at.empty() ? std::pair<std::string, std::uint32_t>() : std::pair(one.at.front().file, one.at.front().line);
  });
  return consequences;
}

/// Instructions of the same code (it was unrolled, or inlined twice) that changed alike are told once.
void ConsequenceFinder::tell(const Entry& entry, const Edits& edits, const Words& text, bool isDirective) {
  Consequence consequence{-1, lineOf(*entry.original), kernelOf(*entry.original), text.value_or(noSimpleWords)};
  for (Told& told : sentences_) {
    const Consequence& other = told.consequence;
    if (!told.entry || other.kernel != consequence.kernel || other.text != consequence.text || !isAtSamePlace(other.at, consequence.at))
      continue;
    const auto code = codeOf(entry);
    if (code && code == codeOf(*told.entry)) told.who.insert(&entry);
    told.edits.insert(edits.begin(), edits.end());
    return;
  }
  sentences_.push_back({std::move(consequence), &entry, {&entry}, edits, isDirective});
}

std::string ConsequenceFinder::shareOf(const Entry& entry, std::size_t told, bool isDirective) const {
  const auto code = codeOf(entry);
  const auto count = code ? counts_.find(*code) : counts_.end();
  if (count == counts_.end() || count->second <= told) return {};
  const std::string some = told == 1 ? "one" : fmt::format("{}", told);
  return fmt::format(", in {} of several {} of this code", some, isDirective ? "copies" : "instructions made");
}

std::string ConsequenceFinder::kernelOf(const Instruction& instruction) const {
  return severalKernels_ && instruction.getFunction() ? shortName(*instruction.getFunction()) : std::string();
}

void ConsequenceFinder::tellRemoved(const Entry& entry) {
  if (!entry.original->mayHaveSideEffects() || isBookkeeping(*entry.original)) return; // what its uses take instead is told there
  const Words noun = nounOf(*entry.original, before_, entry.original);
  tell(entry, {entry.removal}, noun ? Words("this " + *noun + " is gone") : std::nullopt);
}

/// A value that is gone, and for which all its uses take the same other one.
void ConsequenceFinder::tellReplacedValues() {
  llvm::MapVector<const Value*, std::vector<Use>> changed;
  for (const Entry& entry : entries_) {
    if (!entry.now->getParent() || !live_.contains(entry.now)) continue;
    for (unsigned i = 0; i < entry.before.size(); ++i)
      if (entry.now->getOperand(i) != entry.before[i] && !isBookkeeping(*entry.now, i)) changed[entry.before[i]].push_back({&entry, i});
  }
  for (const Entry& entry : entries_) {
    const auto uses = changed.find(entry.now);
    // What an address is for is said there.
    if (entry.now->getParent() || uses == changed.end() || entry.original->getType()->isPointerTy()) continue;
    if (isSaidBehind(uses->second)) continue;
    const Use& first = uses->second.front();
    const Value& now = *first.user->now->getOperand(first.operand);
    const bool same = llvm::all_of(uses->second, [&](const Use& use) { return use.user->now->getOperand(use.operand) == &now; });
    if (!same) continue;
    const std::optional<bool> decided = alwaysDecides(*first.user->now);
    const bool always =
        decided && llvm::all_of(uses->second, [&](const Use& use) { return use.operand == 0 && alwaysDecides(*use.user->now) == decided; });
    const Words value = always ? Words(*decided ? "true" : "false") : wordsNow(now, readerNow(entry));
    const Words definition = definitionBefore(*entry.original);
    if (!value || !definition) continue;
    Edits edits{entry.removal};
    for (const Use& use : uses->second) {
      told_.insert({use.user, use.operand});
      const Edits& changes = use.user->changes[use.operand];
      edits.insert(changes.begin(), changes.end());
    }
    const Words name = nameOf(*entry.original);
    const std::string round = uses->second.size() == 1 ? roundOf(*first.user->original) : std::string();
    if (*definition == *value || isCommuted(*entry.original, now))
      tell(entry, edits, std::nullopt);
    else if (always || (now.getType()->isIntegerTy(1) && constantOf(now)))
      tell(entry, edits,
           fmt::format("{}{} is now always {}{}", round, asCode(name.value_or(*definition)), *value,
                       writtenBehind(*entry.original, *value == "true")));
    else if (name && *name != *value)
      tell(entry, edits, fmt::format("{} is now {}, not {}", asCode(*name), asCode(*value), asCode(*definition)));
    else
      tell(entry, edits, fmt::format("{}{} is used here, not {}", round, asCode(*value), asCode(*definition)));
  }
}

void ConsequenceFinder::tellOperands(const Entry& entry) {
  if (!live_.contains(entry.now)) return; // whatever it computes, nobody sees it
  // A computation that moved is told at its old line.
  const bool servesOthers = !entry.moves.empty() && !isOrdered(*entry.now) && !isUsedInItsLine(*entry.now);
  bool told = false;
  for (unsigned i = 0; i < entry.before.size(); ++i) {
    if (isSame(*entry.now->getOperand(i), *entry.before[i]) || told_.contains({&entry, i}) || isBookkeeping(*entry.now, i)) continue;
    if (isInvisible(*entry.now) || isOnlyForNextRound(*entry.now)) {
      std::vector<Use> uses;
      addUses(entry, uses);
      for (const Use& use : uses) tell(*use.user, editsOf(entry, i), operandSentence(*use.user, use.operand));
      continue;
    }
    const Words sentence = servesOthers ? std::nullopt : operandSentence(entry, i);
    if (sentence || !told) tell(entry, editsOf(entry, i), sentence);
    told = true;
  }
}

/// The value that a loop takes into its next round.
bool ConsequenceFinder::isNextOf(const Instruction& instruction, const llvm::User& user) const {
  const auto* phi = llvm::dyn_cast<llvm::PHINode>(&user);
  const llvm::Loop* loop = phi ? loopsOf(*phi->getFunction()).getLoopFor(phi->getParent()) : nullptr;
  return loop && loop->getHeader() == phi->getParent() && loop->contains(&instruction);
}

/// LLVM merged `++i` with an `i + 1` of another line, and that one's place is kept, although only the loop uses it.
bool ConsequenceFinder::isOnlyForNextRound(const Instruction& now) const {
  return !isOrdered(now) && !now.use_empty() && !isUsedInItsLine(now) &&
         llvm::all_of(now.users(), [&](const llvm::User* user) { return isNextOf(now, *user); });
}

/// Where the result is used that the source does not show, and what a change means there.
void ConsequenceFinder::addUses(const Entry& entry, std::vector<Use>& uses) const {
  for (const llvm::Use& use : entry.now->uses()) {
    const Entry* user = entryOf(llvm::cast<Instruction>(use.getUser()));
    const unsigned operand = use.getOperandNo();
    if (!user || !live_.contains(user->now) || isBookkeeping(*user->now, operand)) continue;
    if (user->before[operand] != entry.now) continue; // said there
    if (isInvisible(*user->now))
      addUses(*user, uses);
    else
      uses.push_back({user, operand});
  }
}

/// All uses are in what the source does not show, and there are words for what changed behind that.
bool ConsequenceFinder::isSaidBehind(const std::vector<Use>& uses) const {
  std::vector<Use> behind;
  for (const Use& use : uses) {
    if (!isInvisible(*use.user->now)) return false;
    addUses(*use.user, behind);
  }
  return llvm::all_of(behind, [&](const Use& use) { return operandSentence(*use.user, use.operand).has_value(); });
}

ConsequenceFinder::Edits ConsequenceFinder::editsOf(const Entry& entry, unsigned operand) {
  if (llvm::isa<llvm::PHINode>(entry.now)) return entry.changes[operand]; // each is on a path of its own
  Edits all;
  for (const Edits& edits : entry.changes) all.insert(edits.begin(), edits.end());
  return all;
}

/// "`a[i]`", or "`a[i]` as it was in line 7" where memory holds another value by now.
Words ConsequenceFinder::storedWords(const llvm::StoreInst& store, const Instruction* at) const {
  const Value& value = *store.getValueOperand();
  if (const Words words = wordsNow(value, at)) return asCode(*words);
  const auto* read = llvm::dyn_cast<Instruction>(value.stripPointerCasts());
  if (!read || !isWhereItWas(*read)) return std::nullopt;
  const Words words = wordsNow(value, read);
  const std::vector<SourcePosition> line = sources_.chain(*read);
  return words && !line.empty() ? Words(fmt::format("{} as it was in line {}", asCode(*words), line.front().line)) : std::nullopt;
}

void ConsequenceFinder::tellCreated(const Created& created) {
  if (!created.now->getParent() || !created.now->mayHaveSideEffects()) return; // who uses its value tells that
  Place place = placeOf(*created.now);
  if (place.at.empty()) return;
  const Words noun = nounOf(*created.now, now_, place.next);
  Consequence consequence{-1, std::move(place.at), kernelOf(*created.now), noSimpleWords};
  if (noun)
    consequence.text = fmt::format("{}, there is one more {}",
                                   place.isEndOfLoop ? "at the end of each round"
                                   : place.isWithin  ? "in the middle of this"
                                                     : "before this",
                                   *noun);
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(created.now); store && noun) {
    const Words value = storedWords(*store, place.next);
    consequence.text += value ? " of " + *value : ", of a value that has no simple words";
  }
  if (const Entry* next = entryOf(place.next)) consequence.text += shareOf(*next, 1);
  sentences_.push_back({std::move(consequence), nullptr, {}, created.edits});
}

/// Statements that no longer run because of a condition that always decides alike.
void ConsequenceFinder::tellUnreached() {
  llvm::MapVector<llvm::Function*, Edits> functions;
  for (const Entry& entry : entries_) {
    Edits edits = entry.moves;
    for (const Edits& changes : entry.changes) edits.insert(changes.begin(), changes.end());
    if (entry.now->getParent() && !edits.empty()) functions[entry.now->getFunction()].merge(edits);
  }
  for (const auto& [function, edits] : functions) {
    std::optional<Control> was;
    const Control is(*function);
    for (const Entry& entry : entries_) {
      if (!entry.now->getParent() || entry.now->getFunction() != function || is.reaches(*entry.now->getParent())) continue;
      if (!entry.now->mayHaveSideEffects() || entry.now->isTerminator() || isBookkeeping(*entry.now)) continue;
      if (!was) was.emplace(const_cast<llvm::Function&>(*entry.original->getFunction()));
      if (!was->reaches(*entry.original->getParent())) continue;
      tell(entry, edits,
           fmt::format("this {} is never reached now", nounOf(*entry.original, before_, entry.original).value_or("statement")));
    }
  }
}

} // namespace gevo::ir
