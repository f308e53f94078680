#pragma once

/// The base: the module that every edit list refers to. Made once by `prepareBase`, then only loaded.

#include "core/base/bytes.h"
#include "core/base/result.h"
#include "core/edit/configuration.h"

#include <memory>
#include <string>
#include <vector>

namespace llvm {
class Instruction;
class LLVMContext;
class Module;
} // namespace llvm

namespace gevo::ir {

/// Turns clang's device bitcode into the base: inline PTX is translated to LLVM IR; inferred attributes, tbaa and invariant.load are
/// removed; contractable multiply-adds become llvm.fma and `contract` is cleared. Returns bitcode.
Result<Bytes> prepareBase(ByteView deviceBitcode);

/// Of a base with kernels that are never launched.
enum class CodeOf : std::uint8_t { AllKernels, LaunchedKernels };

class BaseModule {
public:
  /// `kernels`: only instructions of these kernels (names in the module) may be edited; empty: all functions. Functions that only
  /// `unlaunched` kernels reach are never edited, and variants for evaluations hold them only if `held` says so: that changes neither the
  /// numbers of instructions nor what edits mean.
  static Result<std::unique_ptr<BaseModule>> load(ByteView base, const std::vector<std::string>& kernels = {},
                                                  const std::vector<std::string>& unlaunched = {}, CodeOf held = CodeOf::AllKernels);
  ~BaseModule();

  std::uint32_t instructionCount() const;
  /// The configuration that the base was built in, by which `Set` edits are active or not; at first the program's own.
  void setConfiguration(Configuration configuration);

  /// The module without any edit, as variants are made: the baseline that they are compared with.
  std::unique_ptr<llvm::Module> original() const;

  const llvm::Module& module() const;

  /// Internal to core/kernel (base_state.h).
  struct State;
  const State& state() const;

private:
  explicit BaseModule(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

} // namespace gevo::ir
