#pragma once

#include "core/kernel/ir/application.h"

namespace gevo::ir {

/// Both exist and are in one function.
inline bool isPair(const llvm::Instruction* target, const llvm::Instruction* other) {
  return target && other && target->getFunction() == other->getFunction();
}

inline bool isInsertionPoint(const Application& application, const llvm::Instruction& instruction) {
  return mayInsertBefore(instruction) && application.reachable(*instruction.getParent());
}

/// What replaces the result of a removed instruction: the edit's substitute, else the default of its type. Null without a result.
inline llvm::Value* successorOf(Application& application, const llvm::Instruction& leaving, const ValueRef& substitute) {
  if (leaving.getType()->isVoidTy()) return nullptr;
  llvm::Value* value = application.resolve(substitute, *leaving.getFunction(), leaving.getType());
  if (!value || value == &leaving || value->getType() != leaving.getType()) {
    value = application.resolve({ValueRef::Kind::Default, {}, 0}, *leaving.getFunction(), leaving.getType());
  }
  return value;
}

} // namespace gevo::ir
