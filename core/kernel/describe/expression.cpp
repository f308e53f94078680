#include "core/kernel/describe/expression.h"
#include "core/kernel/describe/notation.h"
#include "core/kernel/describe/reads.h"
#include "core/kernel/describe/symbols.h"
#include "core/kernel/ir/names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <llvm/Analysis/InstructionSimplify.h>
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
/// Sentences go deeper where the text stays short.
constexpr int deepestWords = 6;
constexpr std::size_t shortText = 90;
/// Larger shifts are meant as shifts: hashes and the like.
constexpr std::uint64_t largestShift = 10;

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

/// Of abs and the like: whether the result may be undefined for some values, which no source says.
bool isPrecondition(const llvm::CallBase& call, unsigned argument) {
  const llvm::Function* callee = call.getCalledFunction();
  return callee && callee->isIntrinsic() && argument < call.arg_size() && call.paramHasAttr(argument, llvm::Attribute::ImmArg) &&
         call.getArgOperand(argument)->getType()->isIntegerTy(1);
}

/// Something is left out; nobody understands a sentence with that.
bool hasGap(const std::string& text) { return text.contains("…"); }

/// Conversions between widths are invisible in the source; of the same bits as another type they are not.
const char* reinterpretation(const Instruction& cast) {
  if (cast.getOpcode() != Instruction::BitCast) return nullptr;
  const llvm::Type* from = cast.getOperand(0)->getType();
  const llvm::Type* to = cast.getType();
  if (from->isIntegerTy(32) && to->isFloatTy()) return "__int_as_float";
  if (from->isFloatTy() && to->isIntegerTy(32)) return "__float_as_int";
  if (from->isIntegerTy(64) && to->isDoubleTy()) return "__longlong_as_double";
  if (from->isDoubleTy() && to->isIntegerTy(64)) return "__double_as_longlong";
  return nullptr;
}

/// What stands in the source for an instruction without a counterpart there: `x` for its conversion to 64 bits.
const Value* withoutConversions(const Value& value) {
  const auto* instruction = llvm::dyn_cast<Instruction>(&value);
  if (!instruction) return nullptr;
  const bool isConversion = llvm::isa<llvm::FreezeInst>(instruction) ||
                            (llvm::isa<llvm::CastInst>(instruction) && !reinterpretation(*instruction) &&
                             !llvm::isa<llvm::SIToFPInst, llvm::UIToFPInst, llvm::FPToSIInst, llvm::FPToUIInst>(instruction));
  if (isConversion) return instruction->getOperand(0);
  const auto* phi = llvm::dyn_cast<llvm::PHINode>(instruction); // at a loop's exit
  return phi && phi->getNumIncomingValues() == 1 ? phi->getIncomingValue(0) : nullptr;
}

bool isUnsignedType(const llvm::DIType* type) {
  while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) type = derived->getBaseType();
  const auto* basic = llvm::dyn_cast_or_null<llvm::DIBasicType>(type);
  return basic && basic->getSignedness() == llvm::DIBasicType::Signedness::Unsigned;
}

} // namespace

ExpressionPrinter::ExpressionPrinter(llvm::Module& module) : variables_(module), layout_(module.getDataLayout()) {}

std::string ExpressionPrinter::asProse(std::string text) const {
  hasProse_ = true;
  return text;
}

std::string ExpressionPrinter::asVague(std::string text) const {
  isVague_ = true;
  return asProse(std::move(text));
}

template <class Print> std::optional<std::string> ExpressionPrinter::understandable(Print print, const Instruction* at) const {
  at_ = at;
  std::optional<std::string> understood;
  for (deepest_ = deepestWords; deepest_ >= deepest && !understood; --deepest_) {
    isVague_ = false;
    std::string text = print();
    if (!isVague_ && !hasGap(text) && (text.size() <= shortText || deepest_ == deepest)) understood = std::move(text);
  }
  deepest_ = deepest;
  at_ = nullptr;
  return understood;
}

std::optional<std::string> ExpressionPrinter::words(const Value& value, const Instruction* at) const {
  return understandable([&] { return print(value, 0); }, at);
}

std::optional<std::string> ExpressionPrinter::definitionWords(const Instruction& instruction, const Instruction* at) const {
  return understandable([&] { return compute(instruction, 0); }, at);
}

std::optional<std::string> ExpressionPrinter::objectWords(const Value& pointer, std::uint64_t size, const Instruction* at) const {
  return understandable([&] { return dereference(pointer, 0, size); }, at);
}

template <class Print> std::optional<std::string> ExpressionPrinter::compilable(Print print) const {
  hasProse_ = false;
  isCode_ = true;
  std::string text = print();
  isCode_ = false;
  return hasProse_ ? std::nullopt : std::optional(std::move(text));
}

std::optional<std::string> ExpressionPrinter::source(const Value& value) const {
  return compilable([&] { return print(value, 0); });
}

std::optional<std::string> ExpressionPrinter::sourceOfObject(const Value& pointer) const {
  return compilable([&] { return dereference(pointer, 0); });
}

std::optional<VariableTerm> ExpressionPrinter::variableFor(const Value& value) const {
  return at_ ? variables_.at(value, *at_) : variables_.anyTime(value, isCode_);
}

bool ExpressionPrinter::isUnsigned(const Value& value, int depth) const {
  if (const llvm::DIType* type = variables_.types().lookup(&value)) return isUnsignedType(type);
  const auto* instruction = llvm::dyn_cast<Instruction>(&value);
  if (!instruction || depth > deepest) return false;
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(instruction))
    return call->getCalledFunction() && !builtinVariable(*call->getCalledFunction()).empty();
  if (const Value* converted = withoutConversions(value)) return isUnsigned(*converted, depth + 1);
  // One unsigned operand makes the others unsigned.
  return llvm::isa<llvm::BinaryOperator>(instruction) &&
         llvm::any_of(instruction->operands(), [&](const Value* operand) { return isUnsigned(*operand, depth + 1); });
}

std::string ExpressionPrinter::print(const Value& value, int depth) const {
  if (const auto variable = variableFor(value)) return variable->text();
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(&value)) {
    std::string text = constantText(*constant);
    return text.empty() ? asVague("constant") : text;
  }
  const auto* instruction = llvm::dyn_cast<Instruction>(&value);
  if (!instruction) return asVague("value");
  return depth > deepest_ ? asProse("…") : compute(*instruction, depth);
}

std::string ExpressionPrinter::nested(const Value& value, int depth, Binding least) const {
  std::string text = print(value, depth + 1);
  if (isWhole(text)) return text;
  const Value* shown = &value;
  while (const Value* converted = withoutConversions(*shown)) shown = converted;
  const auto* instruction = llvm::dyn_cast<Instruction>(shown);
  return instruction && binding(*instruction) >= least ? text : fmt::format("({})", text);
}

/// x and y of `x - x / y * y`, which LLVM makes of `x % y` where it has the quotient.
std::optional<std::pair<const Value*, const Value*>> ExpressionPrinter::remainderOf(const Instruction& instruction) const {
  Value* dividend = nullptr;
  Value* divisor = nullptr;
  const auto quotient = m_IDiv(m_Deferred(dividend), m_Value(divisor));
  if (isCode_ || !match(&instruction, m_Sub(m_Value(dividend), m_c_Mul(quotient, m_Deferred(divisor))))) return std::nullopt;
  return std::pair<const Value*, const Value*>(dividend, divisor);
}

Binding ExpressionPrinter::binding(const Instruction& instruction) const {
  if (const auto variable = variableFor(instruction)) return variable->constant == 0 ? Binding::Whole : Binding::Sum;
  if (!isCode_ && isAddition(instruction)) return Binding::Sum;
  if (factorOf(instruction) || remainderOf(instruction)) return Binding::Product;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call && call->getIntrinsicID() == llvm::Intrinsic::fma) return Binding::Sum;
  return bindingOf(instruction);
}

/// 4 of `x << 2`, which is how LLVM writes `x * 4`.
std::optional<std::uint64_t> ExpressionPrinter::factorOf(const Instruction& instruction) const {
  const auto* shift = instruction.getOpcode() == Instruction::Shl ? llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1)) : nullptr;
  if (isCode_ || !shift || shift->getValue().ugt(largestShift)) return std::nullopt;
  return std::uint64_t{1} << shift->getZExtValue();
}

std::string ExpressionPrinter::compute(const Instruction& instruction, int depth) const {
  if (llvm::isa<llvm::BinaryOperator>(instruction)) return binary(instruction, depth);
  if (llvm::isa<llvm::CallBase>(instruction)) return call(instruction, depth);
  if (llvm::isa<llvm::SelectInst>(instruction)) return select(instruction, depth);
  if (const auto* compare = llvm::dyn_cast<llvm::CmpInst>(&instruction)) return comparison(*compare, depth);
  if (const Value* converted = withoutConversions(instruction)) return print(*converted, depth);
  if (const char* function = reinterpretation(instruction))
    return fmt::format("{}({})", function, print(*instruction.getOperand(0), depth + 1));
  switch (instruction.getOpcode()) {
  case Instruction::Load:
    if (at_ && !holdsUntil(llvm::cast<llvm::LoadInst>(instruction), *at_, variables_.dominators(*at_->getFunction())))
      return asVague("earlier read");
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
    return fmt::format("int({})", print(*instruction.getOperand(0), depth + 1));
  case Instruction::FPToUI:
    return fmt::format("unsigned({})", print(*instruction.getOperand(0), depth + 1));
  case Instruction::AtomicRMW:
    return asProse(fmt::format("atomic update of {}", dereference(*instruction.getOperand(0), depth)));
  case Instruction::AtomicCmpXchg:
    return asProse(fmt::format("compare-and-swap of {}", dereference(*instruction.getOperand(0), depth)));
  case Instruction::ExtractValue: {
    const auto* part = llvm::simplifyInstruction(const_cast<Instruction*>(&instruction), llvm::SimplifyQuery(layout_));
    return part ? print(*part, depth) : asVague("part of a result");
  }
  case Instruction::Alloca:
    return asVague("local array");
  case Instruction::PHI:
    return asVague("value of the branch taken");
  case Instruction::Ret:
    return "return";
  default:
    return asVague(instruction.getOpcodeName());
  }
}

/// An operand with the type as which the operation reads it.
std::string ExpressionPrinter::typed(const Instruction& operation, unsigned operand, int depth, Binding least) const {
  const Value& value = *operation.getOperand(operand);
  if (!isReadAsUnsigned(operation, value) || isUnsigned(*operation.getOperand(0)) || isUnsigned(*operation.getOperand(1)))
    return nested(value, depth, least);
  return fmt::format("{}({})", value.getType()->isIntegerTy(64) ? "uint64_t" : "unsigned", print(value, depth + 1));
}

std::string ExpressionPrinter::comparison(const llvm::CmpInst& compare, int depth) const {
  const auto relation = relationOf(compare);
  if (!relation) return asVague("comparison");
  const std::string left = typed(compare, 0, depth, Binding::Sum);
  const auto* limit = llvm::dyn_cast<llvm::ConstantInt>(compare.getOperand(1));
  const auto* integers = llvm::dyn_cast<llvm::ICmpInst>(&compare);
  const bool isSigned = integers && (!integers->isUnsigned() || integers->hasSameSign());
  // LLVM has no other form of these.
  const bool isAtLeastZero = limit && limit->isMinusOne() && compare.getPredicate() == llvm::CmpInst::ICMP_SGT;
  const bool isAtMostZero = limit && limit->isOne() && compare.getPredicate() == llvm::CmpInst::ICMP_SLT;
  if (!isCode_ && (isAtLeastZero || isAtMostZero)) return fmt::format("{} {} 0", left, isAtLeastZero ? ">=" : "<=");
  if (const auto variable = variableFor(*compare.getOperand(0)); variable && variable->constant != 0 && limit && isSigned)
    return fmt::format("{} {} {}", variable->variable.str(), relation->sign, limit->getSExtValue() - variable->constant);
  std::string text = fmt::format("{} {} {}", left, relation->sign, typed(compare, 1, depth, Binding::Sum));
  return relation->isNegated ? fmt::format("!({})", text) : text;
}

std::string ExpressionPrinter::binary(const Instruction& instruction, int depth) const {
  const Value* left = instruction.getOperand(0);
  const Value* right = instruction.getOperand(1);
  const unsigned opcode = instruction.getOpcode();
  Value* one = nullptr;
  Value* other = nullptr;
  if (match(&instruction, m_Not(m_Value(one)))) return fmt::format("{}{}", one->getType()->isIntegerTy(1) ? "!" : "~", nested(*one, depth));
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(right);
  if (const auto remainder = remainderOf(instruction))
    return fmt::format("{} % {}", nested(*remainder->first, depth, Binding::Product), nested(*remainder->second, depth));
  if (!isCode_) {
    const auto variable = variableFor(*left);
    if (number && variable && isAddition(instruction))
      return VariableTerm{variable->variable, variable->constant + number->getSExtValue()}.text();
    if (number && isAddition(instruction)) return nested(*left, depth, Binding::Sum) + plus(number->getSExtValue());
    if (match(&instruction, m_Neg(m_Value(one)))) return fmt::format("-{}", nested(*one, depth));
    if (match(&instruction, m_c_Add(m_Not(m_Value(one)), m_Value(other))))
      return fmt::format("{} - {} - 1", nested(*other, depth, Binding::Sum), nested(*one, depth, Binding::Product));
    if (const auto factor = factorOf(instruction)) return fmt::format("{} * {}", nested(*left, depth, Binding::Product), *factor);
  }
  if (opcode == Instruction::Add && number && number->isNegative() && !number->isMinValue(true))
    return fmt::format("{} - {}", nested(*left, depth, Binding::Sum), -number->getSExtValue());
  // Operators bind to the left, and the logical ones to both sides alike.
  const bool logical = instruction.getType()->isIntegerTy(1) && (opcode == Instruction::And || opcode == Instruction::Or);
  const auto isSame = [&](const Value* side) {
    const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(side);
    return operation && operation->getOpcode() == opcode;
  };
  const Binding own = logical ? Binding::Relation : bindingOf(instruction) == Binding::Loose ? Binding::Whole : bindingOf(instruction);
  const Binding behind = logical ? Binding::Relation : own == Binding::Sum ? Binding::Product : Binding::Whole;
  const std::string first = isSame(left) ? print(*left, depth + 1) : typed(instruction, 0, depth, own);
  const std::string second = logical && isSame(right) ? print(*right, depth + 1) : typed(instruction, 1, depth, behind);
  return logical && first == second ? first : fmt::format("{} {} {}", first, signOf(instruction), second);
}

std::string ExpressionPrinter::select(const Instruction& instruction, int depth) const {
  const Value* left = nullptr;
  const Value* right = nullptr;
  const auto both = [&](const std::string& one, const char* sign, const std::string& other) {
    return one == other ? print(*left, depth + 1) : fmt::format("{} {} {}", one, sign, other);
  };
  const auto side = [&](const Value* value, bool isSame) {
    return isSame ? print(*value, depth + 1) : nested(*value, depth, Binding::Relation);
  };
  if (match(&instruction, m_LogicalAnd(m_Value(left), m_Value(right))))
    return both(side(left, match(left, m_LogicalAnd())), "&&", side(right, match(right, m_LogicalAnd())));
  if (match(&instruction, m_LogicalOr(m_Value(left), m_Value(right))))
    return both(side(left, match(left, m_LogicalOr())), "||", side(right, match(right, m_LogicalOr())));
  return fmt::format("{} ? {} : {}", nested(*instruction.getOperand(0), depth, Binding::Relation),
                     nested(*instruction.getOperand(1), depth, Binding::Sum), nested(*instruction.getOperand(2), depth, Binding::Sum));
}

std::string ExpressionPrinter::call(const Instruction& instruction, int depth) const {
  const auto& call = llvm::cast<llvm::CallBase>(instruction);
  if (call.isInlineAsm()) return asVague("assembly");
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee) return asVague("indirect call");
  if (const std::string builtin = builtinVariable(*callee); !builtin.empty()) return builtin;
  if (callee->getIntrinsicID() == llvm::Intrinsic::fma) {
    return fmt::format("{} * {} + {}", nested(*call.getArgOperand(0), depth, Binding::Product), nested(*call.getArgOperand(1), depth),
                       nested(*call.getArgOperand(2), depth, Binding::Product));
  }
  std::vector<std::string> arguments;
  for (const llvm::Use& argument : call.args())
    if (!isPrecondition(call, argument.getOperandNo())) arguments.push_back(print(*argument, depth + 1));
  if (takesLanes(*callee) && arguments.front() == "-1") arguments.front() = "0xffffffff";
  if (isShuffle(*callee) && !arguments.empty()) {
    arguments.pop_back(); // the last one holds the width, and a limit that follows from it
    const auto* segment = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(call.arg_size() - 1));
    if (!segment) return asVague("shuffle");
    if (const std::uint64_t width = shuffleWidth(segment->getZExtValue()); width != 32) arguments.push_back(fmt::format("{}", width));
  }
  if (takesHighWordFirst(*callee)) std::ranges::reverse(arguments);
  return fmt::format("{}({})", functionName(*callee), fmt::join(arguments, ", "));
}

std::string ExpressionPrinter::subscript(const Subscript& subscript, int depth) const {
  std::string text;
  std::int64_t constant = subscript.constant;
  for (const Subscript::Term& term : subscript.terms) {
    const std::int64_t factor = std::abs(term.factor);
    if (!text.empty() || term.factor < 0) text += term.factor < 0 ? (text.empty() ? "-" : " - ") : " + ";
    if (const auto variable = variableFor(*term.value); variable && factor == 1) { // i + 3, not (i - 1) + 4
      text += variable->variable;
      constant += term.factor * variable->constant;
      continue;
    }
    const bool isAlone = subscript.terms.size() == 1 && subscript.constant == 0 && term.factor == 1;
    const Binding least = factor != 1 || term.factor < 0 || text.ends_with(' ') ? Binding::Product : Binding::Sum;
    text += isAlone ? print(*term.value, depth + 1) : nested(*term.value, depth, least);
    if (factor != 1) text += fmt::format(" * {}", factor);
  }
  if (text.empty()) return fmt::format("{}", constant);
  return text + plus(constant);
}

std::string ExpressionPrinter::dereference(const Value& pointer, int depth, std::uint64_t size) const {
  if (depth > deepest + 2) return asProse("…");
  const auto element = elementOf(pointer, size > 0 ? size : accessedBytes(pointer, layout_), layout_, variables_.types());
  const Value* stripped = pointer.stripPointerCasts();
  const bool isAddress = llvm::isa<llvm::GEPOperator>(stripped);
  if (isAddress && !element) return asVague("element");
  const Value& base = element ? *element->base : *stripped;
  if (!isAddress) {
    const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(&base);
    const bool isArray = global && element && global->getValueType()->isArrayTy();
    if (global && !isArray) return shortName(*global) + (element ? element->member : "");
    if (!global && element && !element->member.empty()) return nested(base, depth) + "->" + element->member.substr(1);
    if (!global && llvm::isa<llvm::AllocaInst>(base) && variables_.contains(base)) return variables_.name(base).str();
    // Of what is read with subscripts elsewhere, it is the first element.
    const bool isRow = !isCode_ && llvm::any_of(base.users(), [](const llvm::User* user) { return llvm::isa<llvm::GEPOperator>(user); });
    if (!global) return fmt::format(fmt::runtime(isRow ? "{}[0]" : "*{}"), nested(base, depth));
  }
  const auto* global = llvm::dyn_cast<llvm::GlobalValue>(&base);
  std::string text = global ? shortName(*global) : nested(base, depth);
  for (const Subscript& one : element->subscripts) text += fmt::format("[{}]", subscript(one, depth));
  text += element->member;
  return element->inMember ? fmt::format("{}[{}]", text, subscript(*element->inMember, depth)) : text;
}

} // namespace gevo::ir
