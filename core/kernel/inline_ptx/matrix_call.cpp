#include "core/kernel/inline_ptx/matrix_call.h"

namespace gevo::ir::assembly {

namespace {

using llvm::Value;

/// Of a register that holds a value of the intrinsic's type.
Type registerType(const llvm::Type* type) {
  if (type->isVectorTy()) return {TypeKind::Float, 16, 2};
  if (type->isDoubleTy()) return {TypeKind::Float, 64};
  return type->isFloatTy() ? Type{TypeKind::Float, 32} : wordType;
}

std::size_t countOf(const llvm::Type* result) {
  if (const auto* fields = llvm::dyn_cast<llvm::StructType>(result)) return fields->getNumElements();
  return result->isVoidTy() ? 0 : 1;
}

} // namespace

void addRegisters(std::vector<Operand>& registers, const Operand& operand) {
  if (operand.kind != OperandKind::Vector) return registers.push_back(operand);
  registers.insert(registers.end(), operand.parts.begin(), operand.parts.end());
}

void emitMatrixCall(Translation& t, const MatrixCall& call) {
  const llvm::Intrinsic::ID id = llvm::Intrinsic::lookupIntrinsicID(call.name);
  if (id == llvm::Intrinsic::not_intrinsic || llvm::Intrinsic::isOverloaded(id) != (call.pointer != nullptr)) return t.markUnsupported();
  std::vector<llvm::Type*> overloads;
  std::vector<Value*> arguments;
  if (call.pointer) {
    overloads.push_back(call.pointer->getType());
    arguments.push_back(call.pointer);
  }
  const llvm::FunctionType* type = llvm::Intrinsic::getType(t.ir().getContext(), id, overloads);
  const std::size_t others = arguments.size() + (call.stride ? 1 : 0);
  if (type->getNumParams() != call.registers.size() + others || countOf(type->getReturnType()) != call.results.size())
    return t.markUnsupported();
  for (const Operand& operand : call.registers)
    arguments.push_back(t.read(operand, registerType(type->getParamType(static_cast<unsigned>(arguments.size())))));
  if (call.stride) arguments.push_back(call.stride);
  Value* const result = t.call(call.name, arguments, overloads);
  const bool isOne = !result->getType()->isStructTy();
  for (unsigned i = 0; i < call.results.size(); ++i) t.write(call.results[i], isOne ? result : t.ir().CreateExtractValue(result, i));
}

} // namespace gevo::ir::assembly
