#include "core/kernel/inline_ptx/translation.h"
#include "core/kernel/inline_ptx/table.h"

#include <llvm/IR/Module.h>

#include <algorithm>

namespace gevo::ir::assembly {

Translation::Translation(llvm::BasicBlock& block, std::vector<Register> registers, bool hasSideEffects)
    : ir_(&block, llvm::InstSimplifyFolder(block.getModule()->getDataLayout())), registers_(std::move(registers)),
      hasSideEffects_(hasSideEffects), carry_(ir_.getFalse()) {}

bool Translation::run(const Statement& statement) {
  const Entry* entry = entryOf(statement.opcode);
  if (!entry) return false;
  statement_ = &statement;
  modifiers_ = statement.modifiers;
  unsupported_ = false;
  guard_ = nullptr;
  if (statement.guard) return runGuarded(entry->build, entry->isPure, *statement.guard);
  entry->build(*this);
  return !unsupported_ && modifiers_.empty();
}

bool Translation::runGuarded(void (*build)(Translation&), bool isPure, const Guard& guard) {
  const Register& predicate = registers_[guard.predicate];
  if (predicate.bits != 1) return false;
  llvm::Value* condition = valueOf(predicate);
  if (guard.negated) condition = ir_.CreateNot(condition);
  if (!isPure) return branchAround(build, condition);
  guard_ = condition;
  llvm::Value* carryBefore = carry_;
  build(*this);
  if (carry_ != carryBefore) carry_ = ir_.CreateSelect(condition, carry_, carryBefore);
  return !unsupported_ && modifiers_.empty();
}

/// Instructions that access memory or synchronise threads run only where the predicate is true.
bool Translation::branchAround(void (*build)(Translation&), llvm::Value* condition) {
  llvm::Function* function = ir_.GetInsertBlock()->getParent();
  llvm::BasicBlock* before = ir_.GetInsertBlock();
  llvm::BasicBlock* inside = llvm::BasicBlock::Create(ir_.getContext(), "", function);
  llvm::BasicBlock* after = llvm::BasicBlock::Create(ir_.getContext(), "", function);
  ir_.CreateCondBr(condition, inside, after);
  const std::vector<Register> unchanged = registers_;
  ir_.SetInsertPoint(inside);
  build(*this);
  if (unsupported_ || !modifiers_.empty()) return false;
  for (std::size_t i = 0; i < registers_.size(); ++i)
    if (registers_[i].value != unchanged[i].value) registers_[i].value = asInteger(registers_[i].value, registers_[i].bits);
  inside = ir_.GetInsertBlock();
  ir_.CreateBr(after);
  std::vector<llvm::Value*> old(registers_.size());
  ir_.SetInsertPoint(before->getTerminator());
  for (std::size_t i = 0; i < registers_.size(); ++i)
    if (registers_[i].value != unchanged[i].value) old[i] = asInteger(valueOf(unchanged[i]), registers_[i].bits);
  ir_.SetInsertPoint(after);
  for (std::size_t i = 0; i < registers_.size(); ++i) {
    if (!old[i]) continue;
    llvm::PHINode* either = ir_.CreatePHI(old[i]->getType(), 2);
    either->addIncoming(old[i], before);
    either->addIncoming(registers_[i].value, inside);
    registers_[i].value = either;
  }
  return true;
}

llvm::Value* Translation::result(std::size_t number, llvm::Type* type) {
  const Register& reg = registers_[number];
  return convert(valueOf(reg), reg.bits, type);
}

bool Translation::take(llvm::StringRef modifier) {
  const auto found = std::ranges::find(modifiers_, modifier.str());
  if (found == modifiers_.end()) return false;
  modifiers_.erase(found);
  return true;
}

llvm::StringRef Translation::takeOneOf(std::initializer_list<llvm::StringRef> modifiers) {
  for (const llvm::StringRef modifier : modifiers)
    if (take(modifier)) return modifier;
  return {};
}

std::string Translation::takePrefixed(llvm::StringRef prefix) {
  const auto found = std::ranges::find_if(modifiers_, [&](const std::string& modifier) { return modifier.starts_with(prefix.str()); });
  if (found == modifiers_.end()) return {};
  std::string taken = *found;
  modifiers_.erase(found);
  return taken;
}

std::optional<Type> Translation::takeTypeIfAny() {
  for (auto modifier = modifiers_.begin(); modifier != modifiers_.end(); ++modifier)
    if (const auto type = typeNamed(*modifier)) {
      modifiers_.erase(modifier);
      return type;
    }
  return std::nullopt;
}

Type Translation::takeType() {
  const auto type = takeTypeIfAny();
  if (!type) markUnsupported();
  return type.value_or(Type{});
}

const Operand& Translation::operand(std::size_t i) {
  static const Operand missing;
  if (i < statement_->operands.size()) return statement_->operands[i];
  markUnsupported();
  return missing;
}

llvm::Value* Translation::constant(Type type, std::uint64_t value) {
  llvm::Type* own = type.in(ir_.getContext());
  return llvm::ConstantInt::get(own, llvm::APInt(type.bits, value, false, true));
}

llvm::Value* Translation::call(const std::string& name, llvm::ArrayRef<llvm::Value*> arguments, llvm::ArrayRef<llvm::Type*> overloads) {
  const llvm::Intrinsic::ID id = llvm::Intrinsic::lookupIntrinsicID(name);
  if (id == llvm::Intrinsic::not_intrinsic || llvm::Intrinsic::isOverloaded(id) == overloads.empty()) {
    markUnsupported();
    return arguments.empty() ? ir_.getInt32(0) : arguments.front();
  }
  const llvm::FunctionType* type = llvm::Intrinsic::getType(ir_.getContext(), id, overloads);
  bool fits = type->getNumParams() == arguments.size();
  for (std::size_t i = 0; fits && i < arguments.size(); ++i) fits = type->getParamType(static_cast<unsigned>(i)) == arguments[i]->getType();
  if (fits) return ir_.CreateIntrinsic(id, overloads, arguments);
  markUnsupported();
  return llvm::Constant::getNullValue(type->getReturnType()->isVoidTy() ? ir_.getInt32Ty() : type->getReturnType());
}

} // namespace gevo::ir::assembly
