#pragma once

/// The state that all parts of the decoder share: what is decoded, the code being written, and the first error.

#include "core/kernel/simulator/code/code.h"
#include "core/kernel/simulator/decode/addresses.h"
#include "core/kernel/simulator/decode/source_lines.h"
#include "core/kernel/simulator/decode/undefined/undefined_values.h"
#include "core/kernel/simulator/machine/model.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

namespace gevo::sim {

/// What the functions of one kernel share while they are decoded.
struct KernelContext {
  std::string name;
  const llvm::Module& module;
  const Model& model;
  Detail detail = Detail::None;
  const Addresses& addresses;
  const llvm::DenseMap<const llvm::Function*, std::uint32_t>& functionNumbers; ///< indices into KernelCode::functions
  const UndefinedValues& undefined;
  SourceLines& lines;
};

/// One function on its way from LLVM IR to code.
struct FunctionContext {
  FunctionContext(KernelContext& kernel, const llvm::Function& function);

  KernelContext& kernel;
  const llvm::Function& function;
  const llvm::DataLayout& layout;
  CodeFunction code;                          ///< being written
  const llvm::Instruction* current = nullptr; ///< being decoded
  std::optional<Error> error;                 ///< the first one; decoding ends soon after it, and the code is not used

  bool isKernel() const { return function.getCallingConv() == llvm::CallingConv::PTX_Kernel; }
  bool failed() const { return error.has_value(); }
  /// Records that the kernel can't be run because of this instruction. `why`: a noun phrase, such as "inline assembly".
  void unsupported(const llvm::Instruction& instruction, const std::string& why);
  /// The line number of the current instruction.
  std::uint32_t currentLine() { return kernel.lines.numberOf(*current); }
};

} // namespace gevo::sim
