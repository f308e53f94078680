#include "core/kernel/ir/interface.h"

#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

namespace gevo::ir {

namespace {

/// Comparable between contexts.
std::string printed(const llvm::Type& type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

std::string parameters(const llvm::Function& kernel) {
  std::string text;
  for (const llvm::Argument& argument : kernel.args())
    text += printed(argument.hasByValAttr() ? *argument.getParamByValType() : *argument.getType()) + ';';
  return text;
}

} // namespace

Result<void> checkInterface(const llvm::Module& original, const llvm::Module& changed) {
  for (const llvm::Function& kernel : original) {
    if (kernel.getCallingConv() != llvm::CallingConv::PTX_Kernel || kernel.isDeclaration()) continue;
    const llvm::Function* const other = changed.getFunction(kernel.getName());
    if (!other || other->isDeclaration()) return fail("the changed sources have no kernel {}", kernel.getName().str());
    if (parameters(kernel) != parameters(*other))
      return fail("the kernel {} has other parameters in the changed sources", kernel.getName().str());
  }
  for (const llvm::GlobalVariable& variable : original.globals()) {
    if (variable.hasLocalLinkage() || !variable.isExternallyInitialized()) continue;
    const llvm::GlobalVariable* const other = changed.getNamedGlobal(variable.getName());
    if (!other || printed(*other->getValueType()) != printed(*variable.getValueType()))
      return fail("the changed sources lack the variable {}, or have it with another type", variable.getName().str());
  }
  return {};
}

} // namespace gevo::ir
