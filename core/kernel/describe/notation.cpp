#include "core/kernel/describe/notation.h"
#include "core/kernel/describe/symbols.h"

#include <fmt/format.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace gevo::ir {

using llvm::Instruction;
using llvm::Value;

const char* signOf(const Instruction& operation) {
  switch (operation.getOpcode()) {
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
    return operation.getType()->isIntegerTy(1) ? "&&" : "&";
  case Instruction::Or:
    return operation.getType()->isIntegerTy(1) ? "||" : "|";
  case Instruction::Xor:
    return operation.getType()->isIntegerTy(1) ? "!=" : "^";
  default:
    return "?";
  }
}

std::optional<Relation> relationOf(const llvm::CmpInst& comparison) {
  using Compare = llvm::CmpInst;
  switch (comparison.getPredicate()) {
  case Compare::ICMP_EQ:
  case Compare::FCMP_OEQ:
    return Relation{"==", false};
  case Compare::ICMP_NE:
  case Compare::FCMP_UNE:
    return Relation{"!=", false};
  case Compare::ICMP_SLT:
  case Compare::ICMP_ULT:
  case Compare::FCMP_OLT:
    return Relation{"<", false};
  case Compare::ICMP_SLE:
  case Compare::ICMP_ULE:
  case Compare::FCMP_OLE:
    return Relation{"<=", false};
  case Compare::ICMP_SGT:
  case Compare::ICMP_UGT:
  case Compare::FCMP_OGT:
    return Relation{">", false};
  case Compare::ICMP_SGE:
  case Compare::ICMP_UGE:
  case Compare::FCMP_OGE:
    return Relation{">=", false};
  case Compare::FCMP_ULT:
    return Relation{">=", true};
  case Compare::FCMP_ULE:
    return Relation{">", true};
  case Compare::FCMP_UGT:
    return Relation{"<=", true};
  case Compare::FCMP_UGE:
    return Relation{"<", true};
  default:
    return std::nullopt; // equal or NaN, and whether there is a NaN
  }
}

Binding bindingOf(const Instruction& operation) {
  switch (operation.getOpcode()) {
  case Instruction::Add:
  case Instruction::FAdd:
  case Instruction::Sub:
  case Instruction::FSub:
    return Binding::Sum;
  case Instruction::Mul:
  case Instruction::FMul:
  case Instruction::SDiv:
  case Instruction::UDiv:
  case Instruction::FDiv:
  case Instruction::SRem:
  case Instruction::URem:
  case Instruction::FRem:
    return Binding::Product;
  case Instruction::ICmp:
  case Instruction::FCmp:
    return Binding::Relation;
  default:
    return Binding::Loose;
  }
}

bool isWhole(std::string_view text) {
  int depth = 0;
  for (const char c : text) {
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (c == ' ' && depth == 0) return false;
  }
  return true;
}

bool isReadAsUnsigned(const Instruction& operation, const Value& operand) {
  if (!operand.getType()->isIntegerTy() || operand.getType()->isIntegerTy(1)) return false;
  const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&operation);
  const bool reads = comparison ? comparison->isUnsigned() && !comparison->hasSameSign()
                                : operation.getOpcode() == Instruction::UDiv || operation.getOpcode() == Instruction::URem ||
                                      operation.getOpcode() == Instruction::LShr;
  return reads && !llvm::isKnownNonNegative(&operand, llvm::SimplifyQuery(operation.getModule()->getDataLayout()));
}

std::string constantText(const llvm::Constant& constant) {
  if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(&constant)) {
    if (integer->getType()->isIntegerTy(1)) return integer->isOne() ? "true" : "false";
    llvm::SmallString<24> digits;
    integer->getValue().toStringSigned(digits);
    return digits.str().str();
  }
  if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(&constant)) {
    const llvm::APFloat& value = number->getValueAPF();
    if (value.isInfinity()) return value.isNegative() ? "-INFINITY" : "INFINITY";
    if (value.isNaN()) return "NAN";
    const bool isFloat = number->getType()->isFloatTy();
    if (!isFloat && !number->getType()->isDoubleTy()) return {};
    std::string text = isFloat ? fmt::format("{}", value.convertToFloat()) : fmt::format("{}", value.convertToDouble());
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return isFloat ? text + "f" : text;
  }
  if (constant.isNullValue()) return constant.getType()->isPointerTy() ? "nullptr" : "0";
  const Value* stripped = constant.stripPointerCasts();
  const auto* global = llvm::dyn_cast<llvm::GlobalValue>(stripped);
  return global ? shortName(*global) : std::string();
}

} // namespace gevo::ir
