#include "core/kernel/ir/names.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace gevo::ir {
namespace {

/// "tid.x" of llvm.nvvm.read.ptx.sreg.tid.x, "barrier" and the like: the meaningful end of an intrinsic's name.
std::string intrinsicName(llvm::StringRef name) {
  for (const llvm::StringRef prefix : {"llvm.nvvm.read.ptx.sreg.", "llvm.nvvm.", "llvm."}) {
    if (name.consume_front(prefix)) break;
  }
  return name.split('(').first.str();
}

std::string operationName(const llvm::Instruction& instruction) {
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    if (const llvm::Function* callee = call->getCalledFunction(); callee && callee->isIntrinsic()) return intrinsicName(callee->getName());
    return call->isInlineAsm() ? "asm" : "call";
  }
  if (const auto* compare = llvm::dyn_cast<llvm::CmpInst>(&instruction))
    return llvm::CmpInst::getPredicateName(compare->getPredicate()).str();
  if (llvm::isa<llvm::GetElementPtrInst>(instruction)) return "address";
  return instruction.getOpcodeName();
}

} // namespace

bool isUnchanged(const llvm::DbgVariableRecord& record) {
  return llvm::all_of(record.getExpression()->expr_ops(), [](const llvm::DIExpression::ExprOperand& op) {
    return op.getOp() == llvm::dwarf::DW_OP_LLVM_convert || op.getOp() == llvm::dwarf::DW_OP_stack_value;
  });
}

llvm::DenseMap<const llvm::Value*, const llvm::DILocalVariable*> sourceVariables(llvm::Function& function) {
  llvm::DenseMap<const llvm::Value*, const llvm::DILocalVariable*> variables;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    for (const llvm::DbgVariableRecord& record : llvm::filterDbgVars(instruction.getDbgRecordRange())) {
      if (record.hasArgList() || !record.getVariable()) continue;
      const llvm::DILocalVariable* variable = record.getVariable();
      const llvm::Value* value = record.getVariableLocationOp(0);
      if (isUnchanged(record) && !variable->getName().empty() && value && !llvm::isa<llvm::Constant>(value))
        variables.try_emplace(value, variable);
    }
  }
  return variables;
}

void nameValues(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    const auto variables = sourceVariables(function);
    for (llvm::Argument& argument : function.args()) {
      if (argument.hasName()) continue;
      const auto variable = variables.find(&argument);
      argument.setName(variable != variables.end() ? variable->second->getName().str() : "argument");
    }
    for (llvm::BasicBlock& block : function) {
      if (!block.hasName()) block.setName(&block == &function.getEntryBlock() ? "entry" : "block");
      for (llvm::Instruction& instruction : block) {
        if (instruction.hasName() || instruction.getType()->isVoidTy()) continue;
        const auto variable = variables.find(&instruction);
        instruction.setName(variable != variables.end() ? variable->second->getName().str() : operationName(instruction));
      }
    }
  }
}

} // namespace gevo::ir
