#pragma once

/// Which values of a module may be undefined where they are used. Found once before decoding, so that programs without any pay nothing; the
/// code then follows these, lane by lane, in masks beside their values (undefined_masks.h).

#include "core/kernel/simulator/machine/launch.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>

namespace gevo::sim {

/// Is any part of a constant undef or poison?
bool hasUndefinedPart(const llvm::Constant& constant);

class UndefinedValues {
public:
  /// A value is undefined where it is undef or poison, was read from local memory that was never written, or comes from such a value. With
  /// Detail::PoisonFlags also where it violates a precondition (poison_flags.h), or comes from a lane that takes no part in a shuffle.
  UndefinedValues(const llvm::Module& module, Detail detail);

  /// No value may be, and preconditions are not checked.
  bool none() const { return !any_; }
  /// May an instruction's or an argument's value be undefined?
  bool contains(const llvm::Value* value) const { return values_.contains(value); }
  bool returnedBy(const llvm::Function& function) const { return returns_.contains(&function); }

private:
  bool isSource(const llvm::Instruction& instruction, Detail detail) const;
  bool mayReadLocal(const llvm::Value& address) const;
  void add(const llvm::Value* value);
  void follow(const llvm::Use& use);

  llvm::DenseSet<const llvm::Value*> values_;
  llvm::DenseSet<const llvm::Function*> returns_;
  llvm::SmallVector<const llvm::Value*, 32> toFollow_;
  bool hasLocal_ = false;
  bool any_ = false;
};

} // namespace gevo::sim
