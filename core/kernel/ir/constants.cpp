#include "core/kernel/ir/constants.h"
#include "core/kernel/ir/legality.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

namespace gevo::ir {

std::vector<llvm::Constant*> constantTable(llvm::Module& module, const std::vector<bool>& editable) {
  llvm::SetVector<llvm::Constant*> constants;
  llvm::SetVector<llvm::Type*> numbers;
  for (auto [index, function] : llvm::enumerate(module)) {
    if (!editable[index]) continue;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      for (const llvm::Use& operand : instruction.operands()) {
        if (!mayChange(instruction, operand.getOperandNo())) continue;
        llvm::Type* type = operand->getType();
        if (type->isIntegerTy() || type->isFloatingPointTy()) numbers.insert(type);
        auto* constant = llvm::dyn_cast<llvm::Constant>(operand.get());
        if (constant && !llvm::isa<llvm::UndefValue>(constant)) constants.insert(constant);
      }
    }
  }
  for (llvm::Type* type : numbers) {
    constants.insert(llvm::Constant::getNullValue(type));
    constants.insert(defaultConstant(type));
  }
  return {constants.begin(), constants.end()};
}

llvm::Constant* defaultConstant(llvm::Type* type) {
  llvm::Type* element = type->getScalarType();
  if (element->isIntegerTy()) return llvm::ConstantInt::get(type, 1);
  if (element->isFloatingPointTy()) return llvm::ConstantFP::get(type, 1.0);
  if (element->isPointerTy()) return llvm::Constant::getNullValue(type);
  if ((type->isStructTy() || type->isArrayTy()) && type->isSized()) return llvm::Constant::getNullValue(type);
  return nullptr;
}

} // namespace gevo::ir
