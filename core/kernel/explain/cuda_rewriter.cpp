#include "core/kernel/explain/cuda_rewriter.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

namespace gevo::ir {
namespace {

using llvm::Instruction;
using llvm::Value;

bool isStatement(const Instruction& instruction) { return instruction.getType()->isVoidTy() && !instruction.isTerminator(); }

/// `x - 1` is an addition of -1 to LLVM.
bool isSubtracted(const Instruction& user, unsigned operand, const Value& value) {
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&value);
  return user.getOpcode() == Instruction::Add && operand == 1 && number && number->isNegative();
}

/// The first source location in the block, or after it as long as each block has one successor.
const llvm::DILocation* firstLocation(const llvm::BasicBlock* block) {
  for (int steps = 0; block && steps < 4; ++steps) {
    for (const Instruction& instruction : *block)
      if (const llvm::DILocation* location = instruction.getDebugLoc(); location && location->getLine() != 0) return location;
    block = block->getSingleSuccessor();
  }
  return nullptr;
}

} // namespace

CudaRewriter::CudaRewriter(Application& application, const std::vector<SourceFile>& sources)
    : application_(application), printer_(application.module()), map_(sources) {
  for (const SourceFile& source : sources) {
    fileOf_.emplace(source.name, texts_.size());
    texts_.emplace_back(source.text);
  }
  for (const auto& [ref, instruction] : application_.present()) {
    const auto chain = map_.chain(*instruction);
    if (!chain.empty()) ++copies_[{chain.front().file, chain.front().line, chain.front().column, instruction->getOpcode()}];
    if (!instruction->mayHaveSideEffects()) continue;
    if (const auto written = spot(*instruction)) ++effects_[{written->text, written->position.statement.begin}];
  }
}

CudaRewriter::Position CudaRewriter::positionOf(const Instruction& instruction) {
  return {instruction.getParent(), instruction.getParent() ? instruction.getNextNode() : nullptr};
}

void CudaRewriter::before(const Edit& edit) {
  earlier_.clear();
  positions_.clear();
  spellings_.clear();
  for (const auto& [ref, instruction] : application_.present())
    earlier_.push_back(
        {instruction, Operands(instruction->value_op_begin(), instruction->value_op_end()), instruction->mayWriteToMemory()});
  for (const InstructionRef& ref : {edit.target, edit.other}) {
    const Instruction* instruction = application_.find(ref);
    if (!instruction) continue;
    positions_[instruction] = positionOf(*instruction);
    if (!instruction->getType()->isVoidTy()) spellings_[instruction] = spellings(*instruction);
  }
}

bool CudaRewriter::after(const Edit& edit) {
  bool complete = true;
  for (const auto& [instruction, operands, wrote] : earlier_) {
    if (!instruction->getParent()) {
      // The uses of a value that is gone are operands that changed.
      complete &= isStatement(*instruction) ? removed(*instruction) : !wrote;
      continue;
    }
    for (unsigned i = 0; i < operands.size(); ++i)
      if (instruction->getOperand(i) != operands[i]) complete &= operandChanged(*instruction, i, *operands[i]);
  }
  if (const Instruction* created = application_.find(InstructionRef::created(edit.uid)))
    complete &= isStatement(*created) ? inserted(*created) : !created->mayReadOrWriteMemory();
  for (const auto& [instruction, from] : positions_)
    if (instruction->getParent() && (edit.op == Operator::Move || edit.op == Operator::Swap)) complete &= moved(*instruction, from);
  return complete;
}

std::optional<CudaRewriter::Spot> CudaRewriter::spot(const Instruction& instruction) {
  const llvm::DILocation* location = instruction.getDebugLoc();
  if (!location || map_.line(location).file < 0) return std::nullopt;
  const auto chain = map_.chain(instruction);
  if (chain.empty() || chain.front().line != location->getLine()) return std::nullopt;
  CudaText& text = texts_[fileOf_.at(chain.front().file)];
  const auto offset = text.offset(chain.front().line, chain.front().column);
  const auto position = offset ? text.position(*offset) : std::nullopt;
  if (!position) return std::nullopt;
  return Spot{&text, *offset, *position};
}

/// False where one line became several instructions (unrolled, inlined twice, used in two kernels): the edit changed only one of them.
bool CudaRewriter::isOnlyOne(const Instruction& instruction) const {
  const auto chain = map_.chain(instruction);
  if (chain.empty()) return false;
  const auto copies = copies_.find({chain.front().file, chain.front().line, chain.front().column, instruction.getOpcode()});
  return copies != copies_.end() && copies->second == 1;
}

/// `a[i] = b[i] = 0;` has two effects; removing the statement for one of them would misrepresent the other.
bool CudaRewriter::isOnlyEffect(const Spot& spot) const {
  const auto effects = effects_.find({spot.text, spot.position.statement.begin});
  return effects == effects_.end() || effects->second == 1;
}

std::optional<std::string> CudaRewriter::statementText(const Instruction& instruction) {
  if (llvm::isa<llvm::StoreInst>(instruction)) {
    const auto object = printer_.sourceOfObject(*instruction.getOperand(1));
    const auto value = printer_.source(*instruction.getOperand(0));
    return object && value ? std::optional(fmt::format("{} = {};", *object, *value)) : std::nullopt;
  }
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (!call || call->isInlineAsm()) return std::nullopt;
  // A call that takes nothing but constants is what was written.
  if (!llvm::all_of(call->args(), [](const llvm::Use& use) { return llvm::isa<llvm::Constant>(use); })) return std::nullopt;
  const auto written = spot(instruction);
  return written && written->position.header.empty() ? std::optional(std::string(written->text->part(written->position.statement)))
                                                     : std::nullopt;
}

bool CudaRewriter::removed(const Instruction& instruction) {
  auto written = spot(instruction);
  if (!written || !written->position.header.empty() || !isOnlyOne(instruction) || !isOnlyEffect(*written)) return false;
  // A declaration with an initialiser must stay.
  const bool assigns = written->text->token(written->offset).find('=') != std::string_view::npos;
  if (llvm::isa<llvm::StoreInst>(instruction) && !assigns) return false;
  return written->text->remove(written->position.statement);
}

bool CudaRewriter::inserted(const Instruction& instruction) {
  const auto text = statementText(instruction);
  if (!text) return false;
  for (const Instruction* next = instruction.getNextNode(); next; next = next->getNextNode()) {
    if (llvm::isa<llvm::PHINode>(next) || !next->getDebugLoc() || next->getDebugLoc()->getLine() == 0) continue;
    if (!isOnlyOne(*next)) return false;
    auto following = spot(*next);
    return following && following->text->insertBefore(following->position, *text);
  }
  return false;
}

bool CudaRewriter::moved(const Instruction& instruction, const Position& from) {
  if (positionOf(instruction) == from) return true;
  if (!isStatement(instruction)) return !instruction.mayReadOrWriteMemory(); // where a pure value is computed changes nothing
  // Both or none: half a move would be wrong.
  auto written = spot(instruction);
  if (!written || !statementText(instruction) || !isOnlyOne(instruction)) return false;
  return inserted(instruction) && removed(instruction);
}

/// How the source may spell a value; of a pointer, what it points to.
std::vector<std::string> CudaRewriter::spellings(const Value& value) const {
  // An instruction that is gone has lost its operands.
  if (const auto known = spellings_.find(&value); known != spellings_.end()) return known->second;
  if (value.getType()->isPointerTy()) return {printer_.pointee(value)};
  std::vector<std::string> result{printer_.text(value)};
  if (const auto* instruction = llvm::dyn_cast<Instruction>(&value)) result.push_back(printer_.definition(*instruction));
  return result;
}

std::optional<CudaText::Range> CudaRewriter::findOperand(const Instruction& user, unsigned operand, const Value& old, const Spot& spot) {
  const bool isObject = old.getType()->isPointerTy();
  CudaText::Range within = spot.position.header.empty() ? spot.position.statement : spot.position.condition;
  if (llvm::isa<llvm::GetElementPtrInst>(user)) within = spot.text->subscripts(spot.offset);
  for (const std::string& spelling : spellings(old)) {
    std::vector<CudaText::Range> found = spot.text->occurrences(spelling, within);
    if (found.empty()) continue;
    if (found.size() == 1) return found.front();
    if (isObject && found.front().begin == spot.offset) return found.front();
    if (user.getNumOperands() != 2 || llvm::isa<llvm::GetElementPtrInst>(user)) return std::nullopt;
    // The location of an operation is that of its operator.
    if (operand == 0) {
      const auto last = std::find_if(found.rbegin(), found.rend(), [&](const CudaText::Range& range) { return range.end <= spot.offset; });
      return last == found.rend() ? std::nullopt : std::optional(*last);
    }
    const auto first = std::ranges::find_if(found, [&](const CudaText::Range& range) { return range.begin > spot.offset; });
    return first == found.end() ? std::nullopt : std::optional(*first);
  }
  return std::nullopt;
}

bool CudaRewriter::operandChanged(const Instruction& user, unsigned operand, const Value& old) {
  if (llvm::isa<llvm::PHINode>(user) || !isOnlyOne(user)) return false;
  auto written = spot(user);
  if (!written) return false;
  if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&user)) return conditionChanged(*branch, *written);
  const Value& now = *user.getOperand(operand);
  const auto text = now.getType()->isPointerTy() ? printer_.sourceOfObject(now) : printer_.source(now);
  if (!text) return false;
  if (llvm::isa<llvm::StoreInst>(user) && written->text->token(written->offset) == "=" && operand == 0) {
    // Everything to the right of the `=`.
    if (!isOnlyEffect(*written)) return false;
    const CudaText::Range value{written->offset + 1, written->position.statement.end - 1};
    return written->text->replace(value, fmt::format(" {}", *text));
  }
  const auto range = findOperand(user, operand, old, *written);
  if (!range) return false;
  return isSubtracted(user, operand, old) ? written->text->replace(*range, fmt::format("+ {}", *text))
                                          : written->text->replaceOperand(*range, *text);
}

/// Replaces the whole condition of an `if` or a loop that became one branch. LLVM may invert conditions, so the locations of the branch's
/// targets decide which successor is the body.
bool CudaRewriter::conditionChanged(const llvm::BranchInst& branch, Spot& spot) {
  const CudaText::Position& position = spot.position;
  if (!branch.isConditional() || position.header.empty() || position.header == "switch" ||
      position.condition.begin >= position.condition.end)
    return false;
  const auto inBody = [&](const llvm::BasicBlock* block) {
    const llvm::DILocation* location = firstLocation(block);
    const SourceMap::Line line = location ? map_.line(location) : SourceMap::Line{};
    if (line.file < 0 || &texts_[static_cast<std::size_t>(line.file)] != spot.text) return false;
    const auto offset = spot.text->offset(location->getLine(), location->getColumn());
    return offset && *offset >= position.body.begin && *offset < position.body.end;
  };
  const bool whenTrue = inBody(branch.getSuccessor(0));
  const bool whenFalse = inBody(branch.getSuccessor(1));
  // With several branches (one per && and ||), replacing the condition would overwrite the others.
  unsigned branches = 0;
  for (const auto& [ref, instruction] : application_.present()) {
    const auto* other = llvm::dyn_cast<llvm::BranchInst>(instruction);
    if (!other || !other->isConditional()) continue;
    const auto at = this->spot(*other);
    branches += at && at->text == spot.text && at->position.condition.begin == position.condition.begin ? 1 : 0;
  }
  const auto text = printer_.source(*branch.getCondition());
  if (whenTrue == whenFalse || branches != 1 || !text) return false;
  return spot.text->replace(position.condition, whenTrue ? *text : fmt::format("!({})", *text));
}

std::vector<RewrittenSource> CudaRewriter::results() const {
  std::vector<RewrittenSource> results;
  for (std::size_t file = 0; file < texts_.size(); ++file)
    if (texts_[file].changed()) results.push_back({static_cast<std::int32_t>(file), texts_[file].result(static_cast<std::int32_t>(file))});
  return results;
}

} // namespace gevo::ir
