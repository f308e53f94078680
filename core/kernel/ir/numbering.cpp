#include "core/kernel/ir/numbering.h"

#include "core/base/hash.h"
#include "core/kernel/ir/base_state.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/raw_ostream.h>

#include <map>

namespace gevo::ir {
namespace {

/// Of names that are hashes. A base has fewer instructions and constants than that.
constexpr std::uint64_t hashedId = std::uint64_t(1) << 63;
constexpr std::uint32_t hashedConstant = std::uint32_t(1) << 31;
/// Of what the configured base does not have, in its numbers.
constexpr std::uint64_t absentId = std::uint64_t(1) << 62;
constexpr std::uint32_t absentConstant = std::uint32_t(1) << 30;

/// Instances of a template have the same place with other arguments.
std::string keyOf(const llvm::Function& function) {
  const llvm::DISubprogram* const subprogram = function.getSubprogram();
  if (!subprogram) return function.getName().str();
  const llvm::StringRef name = subprogram->getName();
  return fmt::format("{}:{} {}", subprogram->getFilename().str(), subprogram->getLine(), name.substr(0, name.find('<')).str());
}

std::string printed(const llvm::Type& type) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  type.print(stream, false, true);
  return text;
}

std::string placeOf(const llvm::Instruction& instruction) {
  std::string place;
  for (const llvm::DILocation* at = instruction.getDebugLoc(); at != nullptr; at = at->getInlinedAt()) {
    const llvm::DISubprogram* const scope = at->getScope()->getSubprogram();
    place += fmt::format("{}:{}:{}<", scope ? scope->getName().take_until([](char c) { return c == '<'; }).str() : "", at->getLine(),
                         at->getColumn());
  }
  return place;
}

/// Not the operands themselves: a constant may be a parameter's value.
std::string kindOf(const llvm::Value& operand) {
  if (llvm::isa<llvm::GlobalValue>(operand)) return operand.getName().str();
  if (llvm::isa<llvm::Constant>(operand)) return "constant";
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&operand)) return fmt::format("argument {}", argument->getArgNo());
  if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&operand)) return instruction->getOpcodeName();
  return "other";
}

std::string keyOf(const llvm::Instruction& instruction) {
  std::string key = fmt::format("{} {} {}", placeOf(instruction), instruction.getOpcodeName(), printed(*instruction.getType()));
  if (const auto* compare = llvm::dyn_cast<llvm::CmpInst>(&instruction))
    key += ' ' + llvm::CmpInst::getPredicateName(compare->getPredicate()).str();
  for (const llvm::Use& operand : instruction.operands())
    if (!llvm::isa<llvm::BasicBlock>(operand) && !llvm::isa<llvm::MetadataAsValue>(operand)) key += ' ' + kindOf(*operand);
  return key;
}

std::string keyOf(const llvm::Constant& constant) {
  if (llvm::isa<llvm::GlobalValue>(constant)) return "global " + constant.getName().str();
  std::string text;
  llvm::raw_string_ostream stream(text);
  constant.printAsOperand(stream, true);
  return text;
}

class Keys {
public:
  /// With its order among those that are alike.
  std::string distinct(const std::string& key) { return fmt::format("{} #{}", key, counts_[key]++); }

private:
  std::map<std::string, std::size_t> counts_;
};

/// By id. Empty for instructions that may not be edited.
std::vector<std::string> instructionKeys(const BaseModule& base) {
  std::vector<std::string> keys;
  Keys functions;
  std::size_t index = 0;
  for (const llvm::Function& function : base.module()) {
    const bool isEditable = base.state().editable[index++];
    const std::string own = function.isDeclaration() ? std::string() : functions.distinct(keyOf(function));
    Keys instructions;
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      if (!hasId(instruction)) continue;
      keys.push_back(isEditable ? own + '/' + instructions.distinct(keyOf(instruction)) : std::string());
    }
  }
  return keys;
}

std::vector<std::string> constantKeys(const BaseModule& base) {
  std::vector<std::string> keys;
  Keys distinct;
  for (const llvm::Constant* constant : base.state().fullConstants) keys.push_back(distinct.distinct(keyOf(*constant)));
  return keys;
}

/// What the configured base's numbers are to the project, and the other way round.
template <class Number>
void match(const std::vector<std::string>& own, const std::vector<std::string>& configured, Number hashed, Number absent,
           std::vector<Number>& toProject, std::unordered_map<Number, Number>& toConfigured) {
  std::unordered_map<std::string, Number> numbers;
  for (std::size_t i = 0; i < own.size(); ++i)
    if (!own[i].empty()) numbers.emplace(own[i], static_cast<Number>(i));
  for (std::size_t i = 0; i < configured.size(); ++i) {
    const auto known = configured[i].empty() ? numbers.end() : numbers.find(configured[i]);
    const Number hash = (static_cast<Number>(hashText(configured[i]).low) & ~absent) | hashed;
    Number name = known != numbers.end() ? known->second : hash;
    while (!toConfigured.emplace(name, static_cast<Number>(i)).second) ++name; // equal hashes, or no key
    toProject.push_back(name);
  }
}

template <class Visit> void visitReferences(EditList& edits, Visit visit) {
  for (Edit& edit : edits) {
    visit(edit.target);
    visit(edit.other);
    visit(edit.substitute);
    for (OperandChoice& choice : edit.choices) {
      visit(choice.user);
      visit(choice.value);
    }
  }
}

/// `id` and `constant` give the other number.
template <class Id, class Constant> struct Renumber {
  void operator()(InstructionRef& ref) const {
    if (ref.kind == InstructionRef::Kind::Base) ref.id = id(ref.id);
  }
  void operator()(ValueRef& value) const {
    if (value.kind == ValueRef::Kind::Instruction) (*this)(value.instruction);
    if (value.kind == ValueRef::Kind::Constant) value.index = constant(value.index);
  }
  Id id;
  Constant constant;
};

} // namespace

Numbering::Numbering(const BaseModule& own, const BaseModule& configured) {
  const std::vector<std::string> ownKeys = instructionKeys(own);
  match(ownKeys, instructionKeys(configured), hashedId, absentId, projectIds_, configuredIds_);
  match(constantKeys(own), constantKeys(configured), hashedConstant, absentConstant, projectConstants_, configuredConstants_);
  for (std::size_t i = 0; i < ownKeys.size(); ++i) {
    if (ownKeys[i].empty()) continue;
    ++instructions_;
    carried_ += configuredIds_.contains(i) ? 1 : 0;
  }
}

EditList Numbering::toConfigured(EditList edits) const {
  const auto id = [this](std::uint64_t project) {
    const auto known = configuredIds_.find(project);
    return known != configuredIds_.end() ? known->second : project | absentId;
  };
  const auto constant = [this](std::uint32_t project) {
    const auto known = configuredConstants_.find(project);
    return known != configuredConstants_.end() ? known->second : project | absentConstant;
  };
  visitReferences(edits, Renumber{id, constant});
  return edits;
}

EditList Numbering::toProject(EditList edits) const {
  const auto id = [this](std::uint64_t own) { return own < projectIds_.size() ? projectIds_[own] : own & ~absentId; };
  const auto constant = [this](std::uint32_t own) {
    return own < projectConstants_.size() ? projectConstants_[own] : own & ~absentConstant;
  };
  visitReferences(edits, Renumber{id, constant});
  return edits;
}

} // namespace gevo::ir
