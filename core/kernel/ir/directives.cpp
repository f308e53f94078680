#include "core/kernel/ir/directives.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>

#include <optional>

namespace gevo::ir {
namespace {

constexpr llvm::StringRef prefix = "llvm.loop.unroll.";
/// A property that edits add where they say how a loop is unrolled, with what the base said of that.
constexpr llvm::StringRef byEdit = "gevo.unroll";
constexpr llvm::StringRef registerAttribute = "nvvm.maxnreg";

/// The name of a loop's property, and the property; empty: it is none.
std::pair<llvm::StringRef, const llvm::MDNode*> propertyOf(const llvm::MDOperand& operand) {
  const auto* const property = llvm::dyn_cast_or_null<llvm::MDNode>(operand.get());
  const auto* const name = property && property->getNumOperands() > 0 ? llvm::dyn_cast<llvm::MDString>(property->getOperand(0)) : nullptr;
  return {name ? name->getString() : llvm::StringRef(), property};
}

/// One property of a loop; empty: it is none of unrolling.
std::string unrollingOf(const llvm::MDOperand& operand) {
  auto [what, property] = propertyOf(operand);
  if (!what.consume_front(prefix)) return {};
  if (what == "full") return "full";
  if (what == "disable") return "1";
  if (what != "count" || property->getNumOperands() < 2) return {};
  const auto* const count = llvm::mdconst::dyn_extract<llvm::ConstantInt>(property->getOperand(1));
  return count ? llvm::utostr(count->getZExtValue()) : std::string();
}

std::string unrollingOf(const llvm::MDNode* loop) {
  for (const llvm::MDOperand& operand : loop ? loop->operands() : llvm::ArrayRef<llvm::MDOperand>())
    if (std::string value = unrollingOf(operand); !value.empty()) return value;
  return {};
}

/// What the base said of a loop of which an edit says it; nothing where none does.
std::optional<std::string> saidBefore(const llvm::MDNode* loop) {
  for (const llvm::MDOperand& operand : loop ? loop->operands() : llvm::ArrayRef<llvm::MDOperand>())
    if (const auto [name, property] = propertyOf(operand); name == byEdit && property->getNumOperands() == 2)
      if (const auto* const value = llvm::dyn_cast<llvm::MDString>(property->getOperand(1))) return value->getString().str();
  return std::nullopt;
}

llvm::MDNode* unrollingProperty(llvm::LLVMContext& context, const std::string& value) {
  const llvm::StringRef name = value == "full" ? "full" : value == "1" ? "disable" : "count";
  llvm::SmallVector<llvm::Metadata*, 2> says{llvm::MDString::get(context, (prefix + name).str())};
  unsigned rounds = 0;
  if (name == "count" && llvm::to_integer(value, rounds, 10))
    says.push_back(llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), rounds)));
  return llvm::MDNode::get(context, says);
}

/// Asked for by an edit, and not done: LLVM says "disable" of what it has unrolled.
bool isAskedByEdit(const llvm::MDNode* loop) {
  const std::string value = unrollingOf(loop);
  return !value.empty() && value != "1" && saidBefore(loop).has_value();
}

bool saysSomething(const llvm::MDNode& loop) {
  return llvm::any_of(loop.operands(),
                      [](const llvm::MDOperand& operand) { return propertyOf(operand).second && !propertyOf(operand).first.empty(); });
}

/// As the base has it.
llvm::MDNode* withoutUnrolling(llvm::LLVMContext& context, llvm::MDNode* loop) {
  const std::string before = saidBefore(loop).value_or("");
  llvm::SmallVector<llvm::MDNode*, 1> again;
  if (!before.empty()) again.push_back(unrollingProperty(context, before));
  llvm::MDNode* const node = llvm::makePostTransformationMetadata(context, loop, {prefix, byEdit}, again);
  return saysSomething(*node) ? node : nullptr;
}

} // namespace

llvm::MDNode* withUnrolling(llvm::LLVMContext& context, llvm::MDNode* loop, const std::string& value) {
  const std::string before = saidBefore(loop).value_or(unrollingOf(loop)); // the base's, whichever edits came before this one
  llvm::MDNode* const mark = llvm::MDNode::get(context, {llvm::MDString::get(context, byEdit), llvm::MDString::get(context, before)});
  return llvm::makePostTransformationMetadata(context, loop, {prefix, byEdit}, {unrollingProperty(context, value), mark});
}

std::string unrollingOf(const llvm::Instruction& terminator) { return unrollingOf(terminator.getMetadata(llvm::LLVMContext::MD_loop)); }

void askForUnrolling(llvm::Instruction& latch, const std::string& value) {
  llvm::MDNode* const loop = latch.getMetadata(llvm::LLVMContext::MD_loop);
  if (!saidBefore(loop)) latch.setMetadata(llvm::LLVMContext::MD_loop, withUnrolling(latch.getContext(), loop, value));
}

bool editsAskForUnrolling(const llvm::Function& function) {
  return llvm::any_of(function, [](const llvm::BasicBlock& block) {
    return isAskedByEdit(block.getTerminator()->getMetadata(llvm::LLVMContext::MD_loop));
  });
}

void dropUnrolling(llvm::Module& module) {
  for (llvm::Function& function : module)
    for (llvm::BasicBlock& block : function) {
      llvm::Instruction& end = *block.getTerminator();
      if (llvm::MDNode* const loop = end.getMetadata(llvm::LLVMContext::MD_loop); isAskedByEdit(loop))
        end.setMetadata(llvm::LLVMContext::MD_loop, withoutUnrolling(module.getContext(), loop));
    }
}

std::string registerLimitOf(const llvm::Function& kernel) { return kernel.getFnAttribute(registerAttribute).getValueAsString().str(); }

bool setRegisterLimit(llvm::Function& kernel, const std::string& limit) {
  if (registerLimitOf(kernel) == limit) return false;
  kernel.addFnAttr(registerAttribute, limit);
  return true;
}

} // namespace gevo::ir
