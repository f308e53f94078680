#pragma once

/// Calls of LLVM's intrinsics for matrices: their arguments are registers, each of which holds a part of a matrix.

#include "core/kernel/inline_ptx/translation.h"

namespace gevo::ir::assembly {

struct MatrixCall {
  std::string name;               ///< of the intrinsic
  llvm::Value* pointer = nullptr; ///< the first argument, whose type the intrinsic is overloaded on; null: it has none
  std::vector<Operand> registers; ///< the arguments after it
  llvm::Value* stride = nullptr;  ///< the last argument; null: it has none
  std::vector<Operand> results;
};

/// Those of "{a, b}"; of "a", the one.
void addRegisters(std::vector<Operand>& registers, const Operand& operand);

/// Marks the instruction as unsupported where LLVM has no such intrinsic, or one of other registers.
void emitMatrixCall(Translation& t, const MatrixCall& call);

} // namespace gevo::ir::assembly
