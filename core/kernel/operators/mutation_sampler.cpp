#include "core/kernel/operators/mutation_sampler.h"

namespace gevo::ir {

using llvm::Instruction;
using llvm::Value;

namespace {

// Weights of candidates that can matter, found by experiments on the samples.
constexpr std::uint64_t deciding = 4;
constexpr std::uint64_t sameBlock = 4;
constexpr std::uint64_t sameType = 4;
/// For a value that the instruction is computed from.
constexpr std::uint64_t ownOperand = 8;

ValueRef argumentRef(unsigned index) { return {ValueRef::Kind::Argument, {}, index}; }
/// True for two pure instructions that compute the same.
bool sameResult(const Value& value, const Value& other) {
  const auto* first = llvm::dyn_cast<Instruction>(&value);
  const auto* second = llvm::dyn_cast<Instruction>(&other);
  return first && second && first->isIdenticalTo(second) && !first->mayReadOrWriteMemory();
}

ValueRef instructionRef(const InstructionRef& ref) { return {ValueRef::Kind::Instruction, ref, 0}; }

} // namespace

MutationSampler::MutationSampler(Application& application, RandomStream& stream, const MutationChoice& choice)
    : application_(application), stream_(stream), choice_(choice), executionProfile_(choice.executionProfile) {
  for (const Entry& entry : application.present()) {
    if (application.reachable(*entry.second->getParent())) present_.push_back(entry);
  }
  if (executionProfile_) findLiveCode();
}

unsigned MutationSampler::registersOf(const llvm::Function& kernel) const {
  const auto known = choice_.registers.find(kernel.getName().str());
  return known != choice_.registers.end() ? known->second : 0;
}

const LaunchedKernel* MutationSampler::launched(const llvm::Function& kernel) const {
  if (!choice_.launched) return nullptr;
  const auto known = choice_.launched->find(kernel.getName().str());
  return known != choice_.launched->end() ? &known->second : nullptr;
}

template <class Candidate, class Weigh> const Candidate& MutationSampler::choose(const std::vector<Candidate>& candidates, Weigh weigh) {
  if (!executionProfile_) return candidates[stream_.below(candidates.size())];
  std::vector<std::uint64_t> sums;
  sums.reserve(candidates.size());
  std::uint64_t total = 0;
  for (const Candidate& candidate : candidates) sums.push_back(total += weigh(candidate));
  return candidates[std::ranges::upper_bound(sums, stream_.below(total)) - sums.begin()];
}

std::uint64_t MutationSampler::weightOf(const Instruction& instruction) const {
  const llvm::BasicBlock& block = *instruction.getParent();
  return executionProfile_->ofBlock(application_.functionIndex(*block.getParent()), block.getNumber());
}

void MutationSampler::findLiveCode() {
  std::vector<const Instruction*> pending;
  const auto reach = [&](const Instruction& instruction) {
    if (live_.insert(&instruction).second) pending.push_back(&instruction);
  };
  for (const auto& [ref, instruction] : present_) {
    if (instruction->isTerminator() || instruction->mayHaveSideEffects()) reach(*instruction);
  }
  while (!pending.empty()) {
    const Instruction& user = *pending.back();
    pending.pop_back();
    for (const llvm::Use& operand : user.operands()) {
      if (const auto* value = llvm::dyn_cast<Instruction>(operand.get())) reach(*value);
    }
  }
}

std::optional<MutationSampler::Entry> MutationSampler::instruction(Accept accept) {
  std::vector<Entry> candidates;
  std::ranges::copy_if(present_, std::back_inserter(candidates),
                       [&](const Entry& entry) { return accept(*entry.second) && live(*entry.second); });
  if (candidates.empty()) return std::nullopt;
  return choose(candidates, [&](const Entry& entry) { return weightOf(*entry.second) * (decides(*entry.second) ? deciding : 1); });
}

std::optional<MutationSampler::Entry> MutationSampler::instructionNear(const Instruction& neighbour, Near near, Accept accept) {
  std::vector<Entry> candidates;
  std::ranges::copy_if(present_, std::back_inserter(candidates),
                       [&](const Entry& entry) { return entry.second->getFunction() == neighbour.getFunction() && accept(*entry.second); });
  if (candidates.empty()) return std::nullopt;
  return choose(candidates, [&](const Entry& entry) {
    const bool alike = near == Near::Partner && entry.second->getType() == neighbour.getType();
    return weightOf(*entry.second) * (entry.second->getParent() == neighbour.getParent() ? sameBlock : 1) * (alike ? sameType : 1);
  });
}

ValueRef MutationSampler::valueBefore(const Instruction& position, llvm::Type* type, std::initializer_list<const Value*> except) {
  std::vector<ValueRef> candidates;
  for (const llvm::Argument& argument : position.getFunction()->args()) {
    if (argument.getType() == type) candidates.push_back(argumentRef(argument.getArgNo()));
  }
  for (const auto& [ref, instruction] : present_) {
    if (instruction->getType() != type || instruction->isTerminator() || std::ranges::find(except, instruction) != except.end()) continue;
    if (application_.availableBefore(*instruction, position)) candidates.push_back(instructionRef(ref));
  }
  if (candidates.empty()) return {ValueRef::Kind::Default, {}, 0};
  return choose(candidates, [&](const ValueRef& ref) -> std::uint64_t {
    const Value* value = application_.resolve(ref, *position.getFunction(), type);
    const auto* instruction = llvm::dyn_cast<Instruction>(value);
    const bool near = instruction && instruction->getParent() == position.getParent();
    return (near ? sameBlock : 1) * (llvm::is_contained(position.operand_values(), value) ? ownOperand : 1);
  });
}

std::optional<ValueRef> MutationSampler::operandValue(const Instruction& user, unsigned operand) {
  const Value* present = user.getOperand(operand);
  std::vector<ValueRef> candidates;
  const auto offer = [&](const Value& value, const ValueRef& ref) {
    if (&value != present && application_.legal(user, operand, value) && !(executionProfile_ && sameResult(value, *present)))
      candidates.push_back(ref);
  };
  for (const llvm::Argument& argument : user.getFunction()->args()) offer(argument, argumentRef(argument.getArgNo()));
  for (const auto& [ref, instruction] : present_) {
    if (instruction->getType() == present->getType()) offer(*instruction, instructionRef(ref));
  }
  for (std::uint32_t i = 0; i < application_.constantCount(); ++i) {
    if (application_.constantType(i) == present->getType()) offer(*application_.constant(i), {ValueRef::Kind::Constant, {}, i});
  }
  if (candidates.empty()) return std::nullopt;
  return choose(candidates, [&](const ValueRef& ref) -> std::uint64_t {
    const Value* value = application_.resolve(ref, *user.getFunction(), present->getType());
    const auto* instruction = llvm::dyn_cast<Instruction>(value);
    const auto* computed = llvm::dyn_cast<Instruction>(present);
    const bool near = instruction && instruction->getParent() == user.getParent();
    const bool own = computed && llvm::is_contained(computed->operand_values(), value);
    return (near ? sameBlock : 1) * (own ? ownOperand : 1);
  });
}

std::optional<OperandChoice> MutationSampler::laterUse(const Instruction& position, const Instruction& value, const InstructionRef& name) {
  std::vector<OperandChoice> candidates;
  for (const auto& [ref, user] : present_) {
    if (user == &value || user->getFunction() != position.getFunction() || !live(*user)) continue;
    for (unsigned i = 0; i < user->getNumOperands(); ++i) {
      const Value* present = user->getOperand(i);
      if (present->getType() != value.getType() || present == &value || !mayTake(*user, i, value)) continue;
      if (application_.dominatesUse(position, *user, i)) candidates.push_back({ref, i, instructionRef(name)});
    }
  }
  if (candidates.empty()) return std::nullopt;
  return choose(candidates, [&](const OperandChoice& choice) {
    const Instruction& user = *application_.find(choice.user);
    return weightOf(user) * (user.getParent() == position.getParent() ? sameBlock : 1);
  });
}

void MutationSampler::chooseOperands(Edit& edit, const Instruction& instruction, const InstructionRef& name, const Instruction& position,
                                     std::initializer_list<const Value*> except) {
  for (unsigned i = 0; i < instruction.getNumOperands(); ++i) {
    const Value* present = instruction.getOperand(i);
    const bool leaving = std::ranges::find(except, present) != except.end();
    if (!mayChange(instruction, i) || (!leaving && application_.availableBefore(*present, position))) continue;
    edit.choices.push_back({name, i, valueBefore(position, present->getType(), except)});
  }
}

} // namespace gevo::ir
