#include "core/kernel/ir/draw.h"

namespace gevo::ir {

using llvm::Instruction;
using llvm::Value;

namespace {

ValueRef argumentRef(unsigned index) { return {ValueRef::Kind::Argument, {}, index}; }
ValueRef instructionRef(const InstructionRef& ref) { return {ValueRef::Kind::Instruction, ref, 0}; }

} // namespace

Draw::Draw(Application& application, RandomStream& stream) : application_(application), stream_(stream) {
  for (const Entry& entry : application.present()) {
    if (application.reachable(*entry.second->getParent())) present_.push_back(entry);
  }
}

std::optional<Draw::Entry> Draw::instruction(bool (*accept)(const Instruction&)) {
  std::vector<Entry> candidates;
  std::ranges::copy_if(present_, std::back_inserter(candidates), [&](const Entry& entry) { return accept(*entry.second); });
  if (candidates.empty()) return std::nullopt;
  return candidates[stream_.below(candidates.size())];
}

std::optional<Draw::Entry> Draw::instructionNear(const Instruction& neighbour, bool (*accept)(const Instruction&)) {
  std::vector<Entry> candidates;
  std::ranges::copy_if(present_, std::back_inserter(candidates),
                       [&](const Entry& entry) { return entry.second->getFunction() == neighbour.getFunction() && accept(*entry.second); });
  if (candidates.empty()) return std::nullopt;
  return candidates[stream_.below(candidates.size())];
}

ValueRef Draw::valueBefore(const Instruction& place, llvm::Type* type, std::initializer_list<const Value*> except) {
  std::vector<ValueRef> candidates;
  for (const llvm::Argument& argument : place.getFunction()->args()) {
    if (argument.getType() == type) candidates.push_back(argumentRef(argument.getArgNo()));
  }
  for (const auto& [ref, instruction] : present_) {
    if (instruction->getType() != type || instruction->isTerminator() || std::ranges::find(except, instruction) != except.end()) continue;
    if (application_.availableBefore(*instruction, place)) candidates.push_back(instructionRef(ref));
  }
  if (candidates.empty()) return {ValueRef::Kind::Default, {}, 0};
  return candidates[stream_.below(candidates.size())];
}

std::optional<ValueRef> Draw::operandValue(const Instruction& user, unsigned operand) {
  const Value* present = user.getOperand(operand);
  std::vector<ValueRef> candidates;
  const auto offer = [&](const Value& value, const ValueRef& ref) {
    if (&value != present && application_.legal(user, operand, value)) candidates.push_back(ref);
  };
  for (const llvm::Argument& argument : user.getFunction()->args()) offer(argument, argumentRef(argument.getArgNo()));
  for (const auto& [ref, instruction] : present_) {
    if (instruction->getType() == present->getType()) offer(*instruction, instructionRef(ref));
  }
  for (std::uint32_t i = 0; i < application_.constantCount(); ++i) {
    if (application_.constantType(i) == present->getType()) offer(*application_.constant(i), {ValueRef::Kind::Constant, {}, i});
  }
  if (candidates.empty()) return std::nullopt;
  return candidates[stream_.below(candidates.size())];
}

std::optional<OperandChoice> Draw::laterUse(const Instruction& place, const Instruction& value, const InstructionRef& name) {
  std::vector<OperandChoice> candidates;
  for (const auto& [ref, user] : present_) {
    if (user == &value || user->getFunction() != place.getFunction()) continue;
    for (unsigned i = 0; i < user->getNumOperands(); ++i) {
      const Value* present = user->getOperand(i);
      if (present->getType() != value.getType() || present == &value || !mayTake(*user, i, value)) continue;
      if (application_.placeReaches(place, *user, i)) candidates.push_back({ref, i, instructionRef(name)});
    }
  }
  if (candidates.empty()) return std::nullopt;
  return candidates[stream_.below(candidates.size())];
}

void Draw::chooseOperands(Edit& edit, const Instruction& instruction, const InstructionRef& name, const Instruction& place,
                          std::initializer_list<const Value*> except) {
  for (unsigned i = 0; i < instruction.getNumOperands(); ++i) {
    const Value* present = instruction.getOperand(i);
    const bool leaving = std::ranges::find(except, present) != except.end();
    if (!mayChange(instruction, i) || (!leaving && application_.availableBefore(*present, place))) continue;
    edit.choices.push_back({name, i, valueBefore(place, present->getType(), except)});
  }
}

} // namespace gevo::ir
