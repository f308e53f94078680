#include "core/kernel/explain/consequences.h"

#include "core/kernel/describe/symbols.h"
#include "core/kernel/explain/control_flow.h"

#include <fmt/format.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace gevo::ir {
namespace {

using llvm::Instruction;
using llvm::Value;
using Words = std::optional<std::string>;

/// An expression that is longer than this tells nobody anything.
constexpr std::size_t longestExpression = 90;

std::string quoted(const std::string& text) { return "`" + text + "`"; }

Words ifShort(Words words) { return words && words->size() <= longestExpression ? std::move(words) : std::nullopt; }

bool isBarrier(const Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->isIntrinsic() && functionName(*callee) == "__syncthreads";
}

std::uint64_t bytesOf(const Instruction& access) {
  const llvm::DataLayout& layout = access.getDataLayout();
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&access)) return layout.getTypeStoreSize(store->getValueOperand()->getType());
  return access.getType()->isSized() && !access.getType()->isVoidTy() ? layout.getTypeStoreSize(access.getType()).getFixedValue() : 0;
}

/// "store to `tile[ty][tx]`", "barrier".
Words nounOf(const Instruction& instruction, const ExpressionPrinter& printer) {
  const auto with = [](const char* what, const Words& object) { return object ? Words(what + quoted(*object)) : std::nullopt; };
  if (isBarrier(instruction)) return "barrier";
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return with("store to ", ifShort(printer.objectWords(*store->getPointerOperand(), bytesOf(instruction))));
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return with("read of ", ifShort(printer.objectWords(*load->getPointerOperand(), bytesOf(instruction))));
  if (const auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    return with("atomic update of ", ifShort(printer.objectWords(*atomic->getPointerOperand(), bytesOf(instruction))));
  if (const auto* swap = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return with("compare-and-swap of ",
                ifShort(printer.objectWords(*swap->getPointerOperand(),
                                            instruction.getDataLayout().getTypeStoreSize(swap->getCompareOperand()->getType()))));
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee ? Words(quoted(functionName(*callee) + "()")) : std::nullopt;
}

/// Others see when it happens, or it sees when others happen.
bool isOrdered(const Instruction& instruction) {
  return (instruction.mayHaveSideEffects() || instruction.mayReadFromMemory()) && !instruction.isTerminator() &&
         !llvm::isa<llvm::DbgInfoIntrinsic>(instruction);
}

/// The ordered instruction before or after this one in its block; null at its ends.
const Instruction* neighbour(const Instruction& instruction, bool next) {
  for (const Instruction* at = &instruction; (at = next ? at->getNextNode() : at->getPrevNode());)
    if (isOrdered(*at)) return at;
  return nullptr;
}

/// What LLVM keeps about an operation, which no source says and edits drop.
bool isBookkeeping(const Instruction& user, unsigned operand) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&user);
  return llvm::isa<llvm::AssumeInst>(user) || (call && operand < call->arg_size() && call->paramHasAttr(operand, llvm::Attribute::ImmArg));
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

ConsequenceFinder::Loops::Loops(const llvm::Function& function) : tree(const_cast<llvm::Function&>(function)), loops(tree) {}

const llvm::LoopInfo& ConsequenceFinder::loopsOf(const llvm::Function& function) const {
  std::unique_ptr<Loops>& known = loops_[&function]; // edits leave the blocks as they are
  if (!known) known = std::make_unique<Loops>(function);
  return known->loops;
}

const ConsequenceFinder::Entry* ConsequenceFinder::entryOf(const Instruction* now) const {
  const auto found = std::ranges::find(entries_, now, &Entry::now);
  return now && found != entries_.end() ? &*found : nullptr;
}

std::vector<SourcePosition> ConsequenceFinder::placeOf(const Instruction& instruction) const {
  for (const Instruction* next = instruction.getNextNode(); next; next = next->getNextNode()) {
    if (!next->getDebugLoc() || std::ranges::find(created_, next, &Created::now) != created_.end()) continue;
    if (const Entry* entry = entryOf(next); entry && !entry->moves.empty()) continue;
    if (auto chain = sources_.chain(*next); !chain.empty()) return chain;
  }
  return {};
}

std::optional<ConsequenceFinder::Code> ConsequenceFinder::codeOf(const Entry& entry) const {
  const auto chain = sources_.chainOf(entry.original->getDebugLoc());
  if (chain.empty()) return std::nullopt;
  return Code{entry.original->getFunction(), chain.front().file, chain.front().line, chain.front().column, entry.original->getOpcode()};
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

std::vector<Consequence> ConsequenceFinder::finish() {
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

  std::vector<Consequence> consequences;
  for (Told& told : sentences_) {
    if (told.entry) told.consequence.text += shareOf(*told.entry, told.who.size());
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
void ConsequenceFinder::tell(const Entry& entry, const Edits& edits, const Words& text) {
  Consequence consequence{-1, sources_.chain(*entry.original), kernelOf(*entry.original), text.value_or(noSimpleWords)};
  for (Told& told : sentences_) {
    const Consequence& other = told.consequence;
    const bool sameLine = !other.at.empty() && !consequence.at.empty() && other.at.front().file == consequence.at.front().file &&
                          other.at.front().line == consequence.at.front().line && other.kernel == consequence.kernel;
    if (!sameLine || other.text != consequence.text || !told.entry) continue;
    const auto code = codeOf(entry);
    if (code && code == codeOf(*told.entry)) told.who.insert(&entry);
    told.edits.insert(edits.begin(), edits.end());
    return;
  }
  sentences_.push_back({std::move(consequence), &entry, {&entry}, edits});
}

std::string ConsequenceFinder::shareOf(const Entry& entry, std::size_t told) const {
  const auto code = codeOf(entry);
  const auto count = code ? counts_.find(*code) : counts_.end();
  if (count == counts_.end() || count->second <= told) return {};
  return fmt::format(", in {} of the {} instructions made of this code", told, count->second);
}

std::string ConsequenceFinder::kernelOf(const Instruction& instruction) const {
  return severalKernels_ && instruction.getFunction() ? shortName(*instruction.getFunction()) : std::string();
}

void ConsequenceFinder::tellRemoved(const Entry& entry) {
  if (!entry.original->mayHaveSideEffects()) return; // what its uses take instead is told there
  const Words noun = nounOf(*entry.original, before_);
  tell(entry, {entry.removal}, noun ? Words("this " + *noun + " is gone") : std::nullopt);
}

/// A value that is gone, and for which all its uses take the same other one.
void ConsequenceFinder::tellReplacedValues() {
  llvm::MapVector<const Value*, std::vector<Use>> changed;
  for (const Entry& entry : entries_) {
    if (!entry.now->getParent()) continue;
    for (unsigned i = 0; i < entry.before.size(); ++i)
      if (entry.now->getOperand(i) != entry.before[i] && !isBookkeeping(*entry.now, i)) changed[entry.before[i]].push_back({&entry, i});
  }
  for (const Entry& entry : entries_) {
    const auto uses = changed.find(entry.now);
    if (entry.now->getParent() || uses == changed.end()) continue;
    const Value& now = *uses->second.front().user->now->getOperand(uses->second.front().operand);
    const bool same = llvm::all_of(uses->second, [&](const Use& use) { return use.user->now->getOperand(use.operand) == &now; });
    if (!same) continue;
    const Words value = ifShort(now_.words(now, true));
    const Words definition = ifShort(before_.definitionWords(*entry.original));
    if (!value || !definition) continue;
    Edits edits{entry.removal};
    for (const Use& use : uses->second) {
      told_.insert({use.user, use.operand});
      const Edits& changes = use.user->changes[use.operand];
      edits.insert(changes.begin(), changes.end());
    }
    const bool isTruth = now.getType()->isIntegerTy(1) && llvm::isa<llvm::ConstantInt>(now);
    const Words name = before_.isVariable(*entry.original) ? before_.words(*entry.original) : std::nullopt;
    if (isTruth)
      tell(entry, edits, fmt::format("{} now counts as always {}", quoted(name.value_or(*definition)), *value));
    else if (name && *name != *value)
      tell(entry, edits, fmt::format("{} is now {}, not {}", quoted(*name), quoted(*value), quoted(*definition)));
    else if (*definition != *value)
      tell(entry, edits, fmt::format("{} is used here, not {}", quoted(*value), quoted(*definition)));
    else
      tell(entry, edits, std::nullopt);
  }
}

void ConsequenceFinder::tellOperands(const Entry& entry) {
  bool told = false;
  for (unsigned i = 0; i < entry.before.size(); ++i) {
    if (entry.now->getOperand(i) == entry.before[i] || told_.contains({&entry, i}) || isBookkeeping(*entry.now, i)) continue;
    const Words sentence = operandSentence(entry, i);
    if (sentence || !told) tell(entry, editsOf(entry, i), sentence);
    told = true;
  }
}

ConsequenceFinder::Edits ConsequenceFinder::editsOf(const Entry& entry, unsigned operand) {
  if (llvm::isa<llvm::PHINode>(entry.now)) return entry.changes[operand]; // each is on a path of its own
  Edits all;
  for (const Edits& edits : entry.changes) all.insert(edits.begin(), edits.end());
  return all;
}

Words ConsequenceFinder::conditionSentence(const Value& before, const Value& now) const {
  const Words was = ifShort(before_.words(before));
  const Words is = ifShort(now_.words(now, true));
  if (!was || !is || *was == *is) return std::nullopt;
  if (llvm::isa<llvm::ConstantInt>(now)) return fmt::format("the condition {} is now always {}", quoted(*was), *is);
  return fmt::format("the condition {} is now {}", quoted(*was), quoted(*is));
}

Words ConsequenceFinder::operandSentence(const Entry& entry, unsigned operand) const {
  const Instruction& original = *entry.original;
  const Value& before = *original.getOperand(operand);
  const Value& now = *entry.now->getOperand(operand);
  const auto differ = [&](const Words& was, const Words& is, auto sentence) -> Words {
    return was && is && *was != *is ? Words(sentence(quoted(*was), quoted(*is))) : std::nullopt;
  };
  const auto objects = [&](auto sentence) {
    return differ(ifShort(before_.objectWords(before, bytesOf(original))), ifShort(now_.objectWords(now, bytesOf(*entry.now), true)),
                  sentence);
  };
  const auto values = [&](auto sentence) { return differ(ifShort(before_.words(before)), ifShort(now_.words(now, true)), sentence); };
  switch (original.getOpcode()) {
  case Instruction::Br:
    return conditionSentence(before, now);
  case Instruction::Switch:
    return values([](const auto& was, const auto& is) { return fmt::format("this switch now goes by {}, not {}", is, was); });
  case Instruction::Load:
    return objects([](const auto& was, const auto& is) { return fmt::format("{} is read here, not {}", is, was); });
  case Instruction::Store: {
    if (operand == 1)
      return objects([](const auto& was, const auto& is) { return fmt::format("this now writes to {}, not to {}", is, was); });
    const Words object = ifShort(now_.objectWords(*llvm::getLoadStorePointerOperand(entry.now), bytesOf(*entry.now), true));
    return object ? values([&](const auto& was, const auto& is) { return fmt::format("{} gets {}, not {}", quoted(*object), is, was); })
                  : std::nullopt;
  }
  case Instruction::AtomicRMW:
    if (operand == 0)
      return objects([](const auto& was, const auto& is) { return fmt::format("this atomic now updates {}, not {}", is, was); });
    return values([](const auto& was, const auto& is) { return fmt::format("this atomic update now takes {}, not {}", is, was); });
  case Instruction::PHI:
    return phiSentence(entry, operand);
  case Instruction::Select:
    return operand == 0 ? conditionSentence(before, now) : wholeSentence(entry);
  case Instruction::GetElementPtr:
    return differ(ifShort(before_.objectWords(original)), ifShort(now_.objectWords(*entry.now, 0, true)),
                  [](const auto& was, const auto& is) { return fmt::format("{} is now {}", was, is); });
  default:
    if (isBarrier(original)) {
      const Words number = ifShort(now_.words(now, true));
      return number ? Words(fmt::format("the barrier's number is now {}", quoted(*number))) : std::nullopt;
    }
    return wholeSentence(entry);
  }
}

Words ConsequenceFinder::wholeSentence(const Entry& entry) const {
  const Words was = ifShort(before_.definitionWords(*entry.original));
  // Of constants alone, as in `127 > 0`, it is one.
  const llvm::Constant* constant = llvm::ConstantFoldInstruction(entry.now, entry.original->getDataLayout());
  const Words is = ifShort(constant ? now_.words(*constant, true) : now_.definitionWords(*entry.now, true));
  if (!was || !is || *was == *is) return std::nullopt;
  const Words name = before_.isVariable(*entry.original) ? before_.words(*entry.original) : std::nullopt;
  if (constant && constant->getType()->isIntegerTy(1)) return fmt::format("{} is now always {}", quoted(name.value_or(*was)), *is);
  if (name) return fmt::format("{} is now {}, not {}", quoted(*name), quoted(*is), quoted(*was));
  return fmt::format("{} is now {}", quoted(*was), quoted(*is));
}

Words ConsequenceFinder::phiSentence(const Entry& entry, unsigned operand) const {
  const auto& phi = llvm::cast<llvm::PHINode>(*entry.original);
  const Words name = before_.isVariable(phi) ? before_.words(phi) : std::nullopt;
  const Words was = ifShort(before_.words(*phi.getIncomingValue(operand), true));
  const Words is = ifShort(now_.words(*entry.now->getOperand(operand), true));
  if (!name || !was || !is || *was == *is) return std::nullopt;
  const llvm::LoopInfo& loops = loopsOf(*phi.getFunction());
  const llvm::Loop* loop = loops.getLoopFor(phi.getParent());
  const bool isInside = loop && loop->contains(phi.getIncomingBlock(operand));
  const auto isAlike = [&](const llvm::BasicBlock* block) { return loop->contains(block) == isInside; };
  if (!loop || loop->getHeader() != phi.getParent() || llvm::count_if(phi.blocks(), isAlike) > 1)
    return fmt::format("on one path, {} is now {}, not {}", quoted(*name), quoted(*is), quoted(*was));
  if (isInside) return fmt::format("after each round of the loop, {} is now {}, not {}", quoted(*name), quoted(*is), quoted(*was));
  return fmt::format("{} starts at {}, not {}", quoted(*name), quoted(*is), quoted(*was));
}

void ConsequenceFinder::tellMoved(const Entry& entry) {
  if (!isOrdered(*entry.now)) return; // where a value is computed changes nothing
  const auto originalOf = [&](const Instruction* now) -> const Instruction* {
    const Entry* known = entryOf(now);
    return known ? known->original : nullptr;
  };
  const bool isSame = originalOf(neighbour(*entry.now, true)) == neighbour(*entry.original, true) &&
                      originalOf(neighbour(*entry.now, false)) == neighbour(*entry.original, false) &&
                      entry.now->getParent()->getTerminator() &&
                      originalOf(entry.now->getParent()->getTerminator()) == entry.original->getParent()->getTerminator();
  if (isSame) return;
  const Words noun = nounOf(*entry.original, before_);
  const auto own = sources_.chain(*entry.original);
  const auto place = placeOf(*entry.now);
  const bool isInFile = !own.empty() && !place.empty() && own.front().file == place.front().file;
  if (!noun || !isInFile || own.front().line == place.front().line) return tell(entry, entry.moves, std::nullopt);
  const unsigned was = loopsOf(*entry.original->getFunction()).getLoopDepth(entry.original->getParent());
  const unsigned is = loopsOf(*entry.now->getFunction()).getLoopDepth(entry.now->getParent());
  const char* where = is < was ? ", outside its loop" : is > was ? ", inside a loop" : "";
  tell(entry, entry.moves, fmt::format("this {} now comes before line {}{}", *noun, place.front().line, where));
}

void ConsequenceFinder::tellCreated(const Created& created) {
  if (!created.now->getParent() || !created.now->mayHaveSideEffects()) return; // who uses its value tells that
  auto place = placeOf(*created.now);
  if (place.empty()) return;
  const Words noun = nounOf(*created.now, now_);
  Consequence consequence{-1, std::move(place), kernelOf(*created.now),
                          noun ? "before this, there is one more " + *noun : std::string(noSimpleWords)};
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(created.now); store && noun)
    if (const Words value = ifShort(now_.words(*store->getValueOperand(), true))) consequence.text += " of " + quoted(*value);
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
      if (!entry.now->mayHaveSideEffects() || entry.now->isTerminator()) continue;
      if (!was) was.emplace(const_cast<llvm::Function&>(*entry.original->getFunction()));
      if (!was->reaches(*entry.original->getParent())) continue;
      tell(entry, edits, fmt::format("this {} is never reached now", nounOf(*entry.original, before_).value_or("statement")));
    }
  }
}

} // namespace gevo::ir
