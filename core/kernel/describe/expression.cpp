#include "core/kernel/describe/expression.h"
#include "core/kernel/describe/symbols.h"
#include "core/kernel/ir/names.h"

#include <fmt/format.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

namespace gevo::ir {
namespace {

using llvm::Instruction;
using llvm::Value;
using namespace llvm::PatternMatch;

constexpr int deepest = 3;
constexpr const char* unprintable = "constant";

const llvm::Function* functionOf(const Value& value) {
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&value)) return argument->getParent();
  const auto* instruction = llvm::dyn_cast<Instruction>(&value);
  return instruction ? instruction->getFunction() : nullptr;
}

std::string constantText(const llvm::Constant& constant) {
  if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(&constant)) {
    if (integer->getType()->isIntegerTy(1)) return integer->isOne() ? "true" : "false";
    llvm::SmallString<24> digits;
    integer->getValue().toStringSigned(digits);
    return digits.str().str();
  }
  if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(&constant)) {
    const bool isFloat = number->getType()->isFloatTy();
    llvm::SmallString<24> digits;
    number->getValueAPF().toString(digits, isFloat ? 8 : 16);
    std::string text = digits.str().str();
    if (number->getValueAPF().isFinite() && text.find_first_of(".E") == std::string::npos) text += ".0";
    return isFloat && number->getValueAPF().isFinite() ? text + "f" : text;
  }
  if (constant.isNullValue()) return constant.getType()->isPointerTy() ? "nullptr" : "0";
  const Value* stripped = constant.stripPointerCasts();
  if (const auto* global = llvm::dyn_cast<llvm::GlobalValue>(stripped)) return shortName(*global);
  return unprintable;
}

/// Of the loads and stores that an address is for; 0 where there are none.
std::uint64_t accessedBytes(const Value& address, const llvm::DataLayout& layout) {
  if (!llvm::isa<Instruction>(address)) return 0; // a constant's uses are anywhere
  for (const llvm::User* user : address.users()) {
    const auto* access = llvm::dyn_cast<Instruction>(user);
    if (access && llvm::getLoadStorePointerOperand(access) == &address) return layout.getTypeStoreSize(llvm::getLoadStoreType(access));
    if (const auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(user)) return layout.getTypeStoreSize(atomic->getType());
  }
  return 0;
}

/// No operator stands outside of brackets.
bool isAtomic(std::string_view text) {
  int depth = 0;
  for (const char c : text) {
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (c == ' ' && depth == 0) return false;
  }
  return true;
}

/// Of abs and the like: whether the result may be undefined for some values, which no source says.
bool isPrecondition(const llvm::CallBase& call, unsigned argument) {
  const llvm::Function* callee = call.getCalledFunction();
  return callee && callee->isIntrinsic() && argument < call.arg_size() && call.paramHasAttr(argument, llvm::Attribute::ImmArg) &&
         call.getArgOperand(argument)->getType()->isIntegerTy(1);
}

const char* sign(unsigned opcode) {
  switch (opcode) {
  case Instruction::Add:
  case Instruction::FAdd:
    return "+";
  case Instruction::Sub:
  case Instruction::FSub:
    return "-";
  case Instruction::Mul:
  case Instruction::FMul:
    return "*";
  case Instruction::SDiv:
  case Instruction::UDiv:
  case Instruction::FDiv:
    return "/";
  case Instruction::SRem:
  case Instruction::URem:
  case Instruction::FRem:
    return "%";
  case Instruction::Shl:
    return "<<";
  case Instruction::LShr:
  case Instruction::AShr:
    return ">>";
  case Instruction::And:
    return "&";
  case Instruction::Or:
    return "|";
  case Instruction::Xor:
    return "^";
  default:
    return "?";
  }
}

const char* sign(llvm::CmpInst::Predicate predicate) {
  using Compare = llvm::CmpInst;
  switch (predicate) {
  case Compare::ICMP_EQ:
  case Compare::FCMP_OEQ:
  case Compare::FCMP_UEQ:
    return "==";
  case Compare::ICMP_NE:
  case Compare::FCMP_ONE:
  case Compare::FCMP_UNE:
    return "!=";
  case Compare::ICMP_SLT:
  case Compare::ICMP_ULT:
  case Compare::FCMP_OLT:
  case Compare::FCMP_ULT:
    return "<";
  case Compare::ICMP_SLE:
  case Compare::ICMP_ULE:
  case Compare::FCMP_OLE:
  case Compare::FCMP_ULE:
    return "<=";
  case Compare::ICMP_SGT:
  case Compare::ICMP_UGT:
  case Compare::FCMP_OGT:
  case Compare::FCMP_UGT:
    return ">";
  case Compare::ICMP_SGE:
  case Compare::ICMP_UGE:
  case Compare::FCMP_OGE:
  case Compare::FCMP_UGE:
    return ">=";
  default:
    return "<>";
  }
}

} // namespace

ExpressionPrinter::ExpressionPrinter(llvm::Module& module) : layout_(module.getDataLayout()) {
  for (llvm::Function& function : module) {
    for (const auto& [value, variable] : sourceVariables(function)) {
      types_[value] = variable->getType();
      if (!variable->getName().starts_with("__")) variables_[value] = variable->getName(); // a header's
    }
  }
  for (const auto& [value, name] : variables_) ++values_[{functionOf(*value), name}];
}

std::string ExpressionPrinter::asProse(std::string text) const {
  hasProse_ = true;
  return text;
}

std::string ExpressionPrinter::asVague(std::string text) const {
  isVague_ = true;
  return asProse(std::move(text));
}

template <class Print> std::optional<std::string> ExpressionPrinter::understandable(Print print, bool exact) const {
  isVague_ = false;
  exact_ = exact;
  std::string text = print();
  exact_ = false;
  return isVague_ ? std::nullopt : std::optional(std::move(text));
}

std::optional<std::string> ExpressionPrinter::words(const Value& value, bool exact) const {
  return understandable([&] { return print(value, 0); }, exact);
}

std::optional<std::string> ExpressionPrinter::definitionWords(const Instruction& instruction, bool exact) const {
  return understandable([&] { return compute(instruction, 0); }, exact);
}

std::optional<std::string> ExpressionPrinter::objectWords(const Value& pointer, std::uint64_t size, bool exact) const {
  return understandable([&] { return dereference(pointer, 0, size); }, exact);
}

std::optional<std::string> ExpressionPrinter::source(const Value& value) const {
  hasProse_ = false;
  exact_ = true;
  std::string text = print(value, 0);
  exact_ = false;
  return hasProse_ ? std::nullopt : std::optional(std::move(text));
}

std::optional<std::string> ExpressionPrinter::sourceOfObject(const Value& pointer) const {
  hasProse_ = false;
  exact_ = true;
  std::string text = dereference(pointer, 0);
  exact_ = false;
  return hasProse_ ? std::nullopt : std::optional(std::move(text));
}

std::string ExpressionPrinter::print(const Value& value, int depth) const {
  if (const auto variable = variables_.find(&value); variable != variables_.end()) {
    const bool certain = values_.lookup({functionOf(value), variable->second}) == 1 || llvm::isa<llvm::PHINode, llvm::Argument>(value);
    if (certain || !exact_) return variable->second.str();
  }
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(&value)) {
    std::string text = constantText(*constant);
    return text == unprintable ? asVague(std::move(text)) : text;
  }
  const auto* instruction = llvm::dyn_cast<Instruction>(&value);
  if (!instruction) return asVague("value");
  return depth > deepest ? asProse("…") : compute(*instruction, depth);
}

std::string ExpressionPrinter::nested(const Value& value, int depth) const {
  std::string text = print(value, depth + 1);
  return isAtomic(text) ? text : fmt::format("({})", text);
}

std::string ExpressionPrinter::compute(const Instruction& instruction, int depth) const {
  if (llvm::isa<llvm::BinaryOperator>(instruction)) return binary(instruction, depth);
  if (llvm::isa<llvm::CallBase>(instruction)) return call(instruction, depth);
  if (llvm::isa<llvm::SelectInst>(instruction)) return select(instruction, depth);
  if (const auto* compare = llvm::dyn_cast<llvm::CmpInst>(&instruction)) {
    if (sign(compare->getPredicate()) == std::string_view("<>")) return asVague("comparison"); // of NaN
    return fmt::format("{} {} {}", nested(*compare->getOperand(0), depth), sign(compare->getPredicate()),
                       nested(*compare->getOperand(1), depth));
  }
  switch (instruction.getOpcode()) {
  case Instruction::Load:
    return dereference(*instruction.getOperand(0), depth, layout_.getTypeStoreSize(instruction.getType()));
  case Instruction::Store:
    return fmt::format("{} = {}",
                       dereference(*instruction.getOperand(1), depth, layout_.getTypeStoreSize(instruction.getOperand(0)->getType())),
                       print(*instruction.getOperand(0), depth + 1));
  case Instruction::GetElementPtr:
    return fmt::format("&{}", dereference(instruction, depth));
  case Instruction::FNeg:
    return fmt::format("-{}", nested(*instruction.getOperand(0), depth));
  case Instruction::SIToFP:
  case Instruction::UIToFP:
    return fmt::format("{}({})", instruction.getType()->isDoubleTy() ? "double" : "float", print(*instruction.getOperand(0), depth + 1));
  case Instruction::FPToSI:
  case Instruction::FPToUI:
    return fmt::format("int({})", print(*instruction.getOperand(0), depth + 1));
  case Instruction::AtomicRMW:
    return asProse(fmt::format("atomic update of {}", dereference(*instruction.getOperand(0), depth)));
  case Instruction::AtomicCmpXchg:
    return asProse(fmt::format("compare-and-swap of {}", dereference(*instruction.getOperand(0), depth)));
  case Instruction::Alloca:
    return asVague("local array");
  case Instruction::PHI:
    return asVague("value of the branch taken");
  case Instruction::Ret:
    return "return";
  default:
    break;
  }
  // Conversions between widths are invisible in the source.
  if (llvm::isa<llvm::CastInst, llvm::FreezeInst>(instruction)) return print(*instruction.getOperand(0), depth);
  return asVague(instruction.getOpcodeName());
}

std::string ExpressionPrinter::binary(const Instruction& instruction, int depth) const {
  const Value* left = instruction.getOperand(0);
  const Value* right = instruction.getOperand(1);
  const unsigned opcode = instruction.getOpcode();
  const Value* inverted = nullptr;
  if (match(&instruction, m_Not(m_Value(inverted))))
    return fmt::format("{}{}", inverted->getType()->isIntegerTy(1) ? "!" : "~", nested(*inverted, depth));
  const bool logical = instruction.getType()->isIntegerTy(1) && (opcode == Instruction::And || opcode == Instruction::Or);
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(right);
  if (opcode == Instruction::Add && number && number->isNegative()) {
    return fmt::format("{} - {}", nested(*left, depth), -number->getSExtValue());
  }
  const std::string shown = logical ? (opcode == Instruction::And ? "&&" : "||") : sign(opcode);
  // Operators bind to the left, and the logical ones to both sides alike.
  const auto isSame = [&](const Value* side) {
    const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(side);
    return operation && operation->getOpcode() == opcode;
  };
  return fmt::format("{} {} {}", isSame(left) ? print(*left, depth + 1) : nested(*left, depth), shown,
                     logical && isSame(right) ? print(*right, depth + 1) : nested(*right, depth));
}

std::string ExpressionPrinter::select(const Instruction& instruction, int depth) const {
  const Value* left = nullptr;
  const Value* right = nullptr;
  const auto side = [&](const Value* value, bool isSame) { return isSame ? print(*value, depth + 1) : nested(*value, depth); };
  if (match(&instruction, m_LogicalAnd(m_Value(left), m_Value(right))))
    return fmt::format("{} && {}", side(left, match(left, m_LogicalAnd())), side(right, match(right, m_LogicalAnd())));
  if (match(&instruction, m_LogicalOr(m_Value(left), m_Value(right))))
    return fmt::format("{} || {}", side(left, match(left, m_LogicalOr())), side(right, match(right, m_LogicalOr())));
  return fmt::format("{} ? {} : {}", nested(*instruction.getOperand(0), depth), nested(*instruction.getOperand(1), depth),
                     nested(*instruction.getOperand(2), depth));
}

std::string ExpressionPrinter::call(const Instruction& instruction, int depth) const {
  const auto& call = llvm::cast<llvm::CallBase>(instruction);
  if (call.isInlineAsm()) return asVague("assembly");
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee) return asVague("indirect call");
  if (const std::string builtin = builtinVariable(*callee); !builtin.empty()) return builtin;
  if (callee->getIntrinsicID() == llvm::Intrinsic::fma) {
    return fmt::format("{} * {} + {}", nested(*call.getArgOperand(0), depth), nested(*call.getArgOperand(1), depth),
                       nested(*call.getArgOperand(2), depth));
  }
  std::string arguments;
  for (const llvm::Use& argument : call.args()) {
    if (isPrecondition(call, argument.getOperandNo())) continue;
    if (!arguments.empty()) arguments += ", ";
    arguments += print(*argument, depth + 1);
  }
  return fmt::format("{}({})", functionName(*callee), arguments);
}

std::string ExpressionPrinter::subscript(const Subscript& subscript, int depth) const {
  std::string text;
  for (const Subscript::Term& term : subscript.terms) {
    const std::int64_t factor = std::abs(term.factor);
    if (!text.empty() || term.factor < 0) text += term.factor < 0 ? (text.empty() ? "-" : " - ") : " + ";
    const bool isAlone = subscript.terms.size() == 1 && subscript.constant == 0 && term.factor == 1;
    text += isAlone ? print(*term.value, depth + 1) : nested(*term.value, depth);
    if (factor != 1) text += fmt::format(" * {}", factor);
  }
  if (text.empty()) return fmt::format("{}", subscript.constant);
  if (subscript.constant != 0) text += fmt::format(" {} {}", subscript.constant < 0 ? "-" : "+", std::abs(subscript.constant));
  return text;
}

std::string ExpressionPrinter::dereference(const Value& pointer, int depth, std::uint64_t size) const {
  if (depth > deepest + 2) return asProse("…");
  const auto element = elementOf(pointer, size > 0 ? size : accessedBytes(pointer, layout_), layout_, types_);
  const Value* stripped = pointer.stripPointerCasts();
  const bool isAddress = llvm::isa<llvm::GEPOperator>(stripped);
  if (isAddress && !element) return asVague("element");
  const Value& base = element ? *element->base : *stripped;
  if (!isAddress) {
    const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(&base);
    const bool isArray = global && element && global->getValueType()->isArrayTy();
    if (global && !isArray) return shortName(*global);
    if (!global && element && !element->member.empty()) return nested(base, depth) + "->" + element->member.substr(1);
    if (!global && llvm::isa<llvm::AllocaInst>(base) && variables_.contains(&base)) return variables_.lookup(&base).str();
    if (!global) return fmt::format("*{}", nested(base, depth));
  }
  const auto* global = llvm::dyn_cast<llvm::GlobalValue>(&base);
  std::string text = global ? shortName(*global) : nested(base, depth);
  for (const Subscript& one : element->subscripts) text += fmt::format("[{}]", subscript(one, depth));
  return text + element->member;
}

} // namespace gevo::ir
