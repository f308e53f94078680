#pragma once

/// Edits of a kernel or of one of its parameters: what they name.

#include "core/kernel/operators/mutation_sampler.h"

#include <llvm/IR/Function.h>

namespace gevo::ir {

/// It ends a kernel's first block. A terminator stays where it is, whatever else an individual does.
inline bool namesKernel(const llvm::Instruction& instruction) {
  const llvm::Function& function = *instruction.getFunction();
  return instruction.isTerminator() && instruction.getParent()->isEntryBlock() &&
         function.getCallingConv() == llvm::CallingConv::PTX_Kernel;
}

/// The parameter `substitute` of the kernel that `target`, the edit's, names; null where they name none.
inline llvm::Argument* kernelParameter(const llvm::Instruction& target, const Edit& edit) {
  const llvm::Function& kernel = *target.getFunction();
  if (!namesKernel(target) || edit.substitute.kind != ValueRef::Kind::Argument || edit.substitute.index >= kernel.arg_size())
    return nullptr;
  return kernel.getArg(edit.substitute.index);
}

inline llvm::Argument* kernelParameter(const Application& application, const Edit& edit) {
  const llvm::Instruction* const target = application.find(edit.target);
  return target ? kernelParameter(*target, edit) : nullptr;
}

/// One of those of the kernel that `terminator` names; null: `accept` admits none.
inline const llvm::Argument* drawParameter(MutationSampler& sampler, const llvm::Instruction& terminator,
                                           llvm::function_ref<bool(const llvm::Argument&)> accept) {
  std::vector<const llvm::Argument*> candidates;
  for (const llvm::Argument& argument : terminator.getFunction()->args())
    if (accept(argument)) candidates.push_back(&argument);
  return candidates.empty() ? nullptr : candidates[sampler.stream().below(candidates.size())];
}

} // namespace gevo::ir
