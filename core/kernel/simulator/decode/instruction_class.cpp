#include "core/kernel/simulator/decode/instruction_class.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <array>
#include <utility>

namespace gevo::sim {

namespace {

/// By the beginning of the intrinsic's name after "llvm."; the first that fits. Others compute.
constexpr std::array<std::pair<llvm::StringLiteral, InstructionClass>, 24> intrinsicClasses{{
    {"nvvm.atomic.", InstructionClass::Atomic},   {"nvvm.barrier", InstructionClass::Barrier},
    {"nvvm.bar.", InstructionClass::Barrier},     {"nvvm.membar", InstructionClass::Barrier},
    {"nvvm.fence", InstructionClass::Barrier},    {"nvvm.cp.async", InstructionClass::Memory},
    {"nvvm.ld", InstructionClass::Memory}, // ldu, ldg, ldmatrix
    {"nvvm.stmatrix", InstructionClass::Memory},  {"nvvm.prefetch", InstructionClass::Memory},
    {"memcpy", InstructionClass::Memory},         {"memmove", InstructionClass::Memory},
    {"memset", InstructionClass::Memory},         {"nvvm.tex.", InstructionClass::Texture},
    {"nvvm.suld.", InstructionClass::Texture},    {"nvvm.sust.", InstructionClass::Texture},
    {"nvvm.mma.", InstructionClass::Matrix},      {"nvvm.shfl.", InstructionClass::CrossLane},
    {"nvvm.vote.", InstructionClass::CrossLane},  {"nvvm.match.", InstructionClass::CrossLane},
    {"nvvm.redux.", InstructionClass::CrossLane}, {"nvvm.activemask", InstructionClass::CrossLane},
    {"trap", InstructionClass::Control},          {"fpto", InstructionClass::Conversion},
    {"nvvm.exit", InstructionClass::Control},
}};

InstructionClass classOfWmma(llvm::StringRef name) {
  return name.contains(".load.") || name.contains(".store.") ? InstructionClass::Memory : InstructionClass::Matrix;
}

InstructionClass byType(const llvm::Type* type) {
  return type->getScalarType()->isFloatingPointTy() ? InstructionClass::Float : InstructionClass::Integer;
}

InstructionClass classOfCall(const llvm::CallInst& call) {
  const llvm::Function* const callee = call.getCalledFunction();
  if (callee == nullptr || !callee->isDeclaration()) return call.isInlineAsm() ? InstructionClass::Integer : InstructionClass::Control;
  llvm::StringRef name = callee->getName();
  if (!name.consume_front("llvm.")) return byType(call.getType()); // a function of a library
  if (name.starts_with("nvvm.wmma.")) return classOfWmma(name);
  const auto* const found = std::ranges::find_if(intrinsicClasses, [&](const auto& known) { return name.starts_with(known.first); });
  return found != intrinsicClasses.end() ? found->second : byType(call.getType());
}

} // namespace

InstructionClass classOf(const llvm::Instruction& instruction) {
  using I = llvm::Instruction;
  if (instruction.isTerminator()) return InstructionClass::Control;
  switch (instruction.getOpcode()) {
  case I::Load:
  case I::Store:
    return InstructionClass::Memory;
  case I::AtomicRMW:
  case I::AtomicCmpXchg:
    return InstructionClass::Atomic;
  case I::Fence:
    return InstructionClass::Barrier;
  case I::FCmp:
    return InstructionClass::Float;
  case I::Call:
    return classOfCall(llvm::cast<llvm::CallInst>(instruction));
  case I::FPToSI:
  case I::FPToUI:
  case I::SIToFP:
  case I::UIToFP:
  case I::FPExt:
  case I::FPTrunc:
    return InstructionClass::Conversion;
  default:
    return byType(instruction.getType());
  }
}

} // namespace gevo::sim
