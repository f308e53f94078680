#include "core/kernel/describe/variables.h"

#include "core/kernel/describe/symbols.h"
#include "core/kernel/ir/names.h"

#include <fmt/format.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

namespace gevo::ir {

using llvm::Instruction;
using llvm::Value;

namespace {

const llvm::Function* functionOf(const Value& value) {
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&value)) return argument->getParent();
  const auto* instruction = llvm::dyn_cast<Instruction>(&value);
  return instruction ? instruction->getFunction() : nullptr;
}

/// A value as the sum of another one and a constant.
struct Sum {
  const Value* base;
  std::int64_t constant = 0;
};

Sum sumOf(const Value& value) {
  Sum sum{&value};
  while (const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(sum.base)) {
    const auto* number = llvm::dyn_cast_or_null<llvm::ConstantInt>(operation->getOperand(1)); // null of what was removed
    if (!number || number->getBitWidth() > 64 || !isAddition(*operation)) break;
    sum.constant += number->getSExtValue();
    sum.base = operation->getOperand(0);
  }
  return sum;
}

/// How far out of a location a variable is declared: calls that are inlined between them, then blocks. The nearest hides others.
using Distance = std::pair<unsigned, unsigned>;

/// Nothing where the variable cannot be named at the location.
std::optional<Distance> distanceFrom(const llvm::DILocation* location, const llvm::DebugVariable& variable) {
  const llvm::DIScope* declared = variable.getVariable()->getScope()->getNonLexicalBlockFileScope();
  if (!location) { // anywhere in the function
    const bool isEverywhere = !variable.getInlinedAt() && llvm::isa<llvm::DISubprogram>(declared);
    return isEverywhere ? std::optional(Distance()) : std::nullopt;
  }
  unsigned calls = 0;
  for (; location && location->getInlinedAt() != variable.getInlinedAt(); location = location->getInlinedAt()) ++calls;
  const llvm::DIScope* scope = location ? location->getScope() : nullptr;
  for (unsigned blocks = 0; scope; ++blocks) {
    if (scope == declared) return Distance(calls, blocks);
    const auto* block = llvm::dyn_cast<llvm::DILexicalBlockBase>(scope);
    scope = block ? block->getScope() : nullptr;
  }
  return std::nullopt;
}

/// Of the statement that an instruction is part of: what the compiler merged or made has no line of its own.
const llvm::DILocation* locationOf(const Instruction& instruction) {
  const auto hasLine = [](const Instruction& one) { return one.getDebugLoc() && one.getDebugLoc().getLine() != 0; };
  for (const Instruction* next = &instruction; next; next = next->getNextNode())
    if (hasLine(*next)) return next->getDebugLoc();
  for (const Instruction* previous = instruction.getPrevNode(); previous; previous = previous->getPrevNode())
    if (hasLine(*previous)) return previous->getDebugLoc();
  return instruction.getDebugLoc();
}

} // namespace

bool isAddition(const Instruction& instruction) {
  const auto* disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&instruction);
  return instruction.getOpcode() == Instruction::Add || (disjoint && disjoint->isDisjoint() && !instruction.getType()->isIntegerTy(1));
}

/// " + 3", or nothing for 0.
std::string plus(std::int64_t constant) {
  return constant == 0 ? std::string() : fmt::format(" {} {}", constant < 0 ? "-" : "+", std::abs(constant));
}

std::string VariableTerm::text() const { return variable.str() + plus(constant); }

SourceVariables::SourceVariables(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (const auto& [value, variable] : sourceVariables(function)) {
      types_[value] = variable->getType();
      if (!variable->getName().starts_with("__")) names_[value] = variable->getName(); // a header's
    }
  }
  for (const auto& [value, name] : names_) ++values_[{functionOf(*value), name}];
}

bool SourceVariables::dominates(const Value& one, const Instruction& other) const {
  const auto* instruction = llvm::dyn_cast<Instruction>(&one);
  if (!instruction) return true;
  if (!instruction->getParent() || instruction->getFunction() != other.getFunction()) return false;
  return dominators(*other.getFunction()).dominates(instruction, &other);
}

const llvm::DominatorTree& SourceVariables::dominators(const llvm::Function& function) const {
  std::unique_ptr<llvm::DominatorTree>& tree = trees_[&function];
  if (!tree) tree = std::make_unique<llvm::DominatorTree>(const_cast<llvm::Function&>(function));
  return *tree;
}

const SourceVariables::Records& SourceVariables::recordsOf(const llvm::Function& function) const {
  const auto [entry, isNew] = records_.try_emplace(&function);
  if (!isNew) return entry->second;
  for (const llvm::BasicBlock& block : function) {
    for (const Instruction& instruction : block) {
      for (const llvm::DbgVariableRecord& record : llvm::filterDbgVars(instruction.getDbgRecordRange())) {
        const Value* value = record.hasArgList() || !isUnchanged(record) ? nullptr : record.getVariableLocationOp(0);
        entry->second[llvm::DebugVariable(&record)].push_back({&instruction, value});
      }
    }
  }
  return entry->second;
}

/// By how much the value exceeds the one that the variable holds where the expression is read; nothing where that is not constant, or
/// the variable cannot be named there.
std::optional<std::int64_t> SourceVariables::beyond(llvm::StringRef variable, const Value& value, const Instruction& at) const {
  const Records& all = recordsOf(*at.getFunction());
  const llvm::DILocation* location = locationOf(at);
  const auto distanceOf = [&](const llvm::DebugVariable& which) {
    const bool isNamed = which.getVariable()->getName() == variable;
    return isNamed ? distanceFrom(location, which) : std::nullopt;
  };
  std::optional<Distance> nearest;
  for (const auto& [which, records] : all)
    if (const auto distance = distanceOf(which); distance && (!nearest || *distance < *nearest)) nearest = distance;
  std::vector<std::pair<std::uint64_t, const std::vector<Record>*>> parts; // the order of `all` differs between runs
  for (const auto& [which, records] : all)
    if (nearest && distanceOf(which) == nearest) parts.emplace_back(which.getFragmentOrDefault().OffsetInBits, &records);
  llvm::sort(parts, llvm::less_first());
  for (const auto& [offset, records] : parts) {
    const Record* last = nullptr;
    for (const Record& record : *records) {
      const bool isVisible = record.before == &at || dominates(*record.before, at);
      if (isVisible && (!last || last->before == record.before || dominates(*last->before, *record.before))) last = &record;
    }
    if (!last || !last->value) continue;
    if (last->value == &value) return 0;
    const Sum held = sumOf(*last->value);
    const Sum wanted = sumOf(value);
    if (held.base == wanted.base && value.getType()->isIntegerTy()) return wanted.constant - held.constant;
  }
  return std::nullopt;
}

std::optional<VariableTerm> SourceVariables::at(const Value& value, const Instruction& at) const {
  for (const Value* named : {&value, sumOf(value).base}) {
    const auto variable = names_.find(named);
    if (variable == names_.end()) continue;
    if (const auto distance = beyond(variable->second, value, at)) return VariableTerm{variable->second, *distance};
  }
  return std::nullopt;
}

std::optional<VariableTerm> SourceVariables::anyTime(const Value& value, bool isExact) const {
  const auto variable = names_.find(&value);
  if (variable == names_.end()) return std::nullopt;
  const bool isOnly = llvm::isa<llvm::PHINode, llvm::Argument>(value) || values_.lookup({functionOf(value), variable->second}) == 1;
  // What starts loops is known by its own name.
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&value);
  const bool isBuiltin = call && call->getCalledFunction() && !builtinVariable(*call->getCalledFunction()).empty();
  return isOnly || (!isExact && !isBuiltin) ? std::optional(VariableTerm{variable->second}) : std::nullopt;
}

} // namespace gevo::ir
