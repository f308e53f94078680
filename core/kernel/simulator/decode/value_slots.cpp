#include "core/kernel/simulator/decode/value_slots.h"

#include "core/kernel/simulator/decode/constants.h"

#include <fmt/format.h>

namespace gevo::sim {

namespace {

/// What define() and slotsOf() give after an error.
const Slots& anySlot() {
  static const Slots first{0};
  return first;
}

std::string describeUnsupported(const llvm::Constant& constant) {
  const auto* named = llvm::dyn_cast<llvm::GlobalValue>(constant.stripInBoundsConstantOffsets());
  if (!named) return "an unsupported constant";
  const std::string name = named->getName().str();
  return llvm::isa<llvm::Function>(named) ? fmt::format("the address of function {}", name)
                                          : fmt::format("variable {}, whose size or initial value is unsupported", name);
}

} // namespace

const Slots& ValueSlots::slotsOf(const llvm::Value* value) {
  const auto found = slots_.find(value);
  if (found != slots_.end()) return found->second;
  const auto* constant = llvm::dyn_cast<llvm::Constant>(value);
  llvm::SmallVector<std::uint64_t, 4> bits;
  const ScalarFields& fields = types_.fieldsOf(value->getType());
  if (!constant || fields.empty() || !constantScalars(constant, function_.layout, function_.kernel.addresses, bits) ||
      bits.size() != fields.size()) {
    function_.unsupported(*function_.current, constant ? describeUnsupported(*constant) : "an operand of an unsupported type");
    return anySlot();
  }
  Slots slots;
  for (std::size_t i = 0; i < bits.size(); ++i) slots.push_back(frame_.constant(fields[i].type.cell, bits[i]));
  return assign(value, std::move(slots));
}

const Slots& ValueSlots::define(const llvm::Instruction& instruction) {
  const ScalarFields& fields = types_.fieldsOf(instruction.getType());
  if (fields.empty()) {
    function_.unsupported(instruction, "an unsupported type");
    return anySlot();
  }
  const bool outlivesBlock = !liveness_.isLocal(&instruction);
  Slots slots;
  for (const ScalarField& field : fields)
    slots.push_back(keepsResults_ ? frame_.allocate(field.type) : frame_.acquire(field.type, outlivesBlock));
  for (const Slot slot : slots) frame_.hold(slot);
  return assign(&instruction, std::move(slots));
}

void ValueSlots::alias(const llvm::Instruction& instruction, Slots slots) {
  for (const Slot slot : slots) frame_.hold(slot);
  assign(&instruction, std::move(slots));
}

void ValueSlots::endInstruction(const llvm::Instruction& instruction) {
  frame_.releaseTemporaries();
  for (const llvm::Value* operand : instruction.operands()) {
    if (!liveness_.isLocal(operand)) continue;
    const auto [left, isFirst] = usesLeft_.try_emplace(operand, 0U);
    if (isFirst) left->second = operand->getNumUses();
    if (--left->second == 0) release(operand);
  }
  if (instruction.use_empty()) releaseLocal(&instruction);
}

void ValueSlots::endBlock(const llvm::BasicBlock& block) {
  for (const llvm::Instruction& instruction : block) releaseLocal(&instruction);
  for (const llvm::Value* value : liveness_.lastNeededIn(block)) release(value);
}

void ValueSlots::releaseLocal(const llvm::Value* value) {
  if (liveness_.isLocal(value)) release(value);
}

void ValueSlots::release(const llvm::Value* value) {
  const auto slots = slots_.find(value);
  if (slots == slots_.end()) return;
  for (const Slot slot : slots->second) frame_.release(slot);
  slots_.erase(slots);
}

} // namespace gevo::sim
