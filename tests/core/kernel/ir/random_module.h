#pragma once

/// Random modules: a small kernel extended by LLVM's own generator (FuzzMutate).

#include "fixture.h"

#include <llvm/FuzzMutate/IRMutator.h>
#include <llvm/FuzzMutate/Operations.h>
#include <llvm/IR/Verifier.h>

namespace gevo::ir {

/// Bitcode as a compiler would hand it over: `prepareBase` makes a base of it. The same for the same seed.
inline Bytes randomModule(std::uint32_t seed) {
  llvm::LLVMContext context;
  std::vector<llvm::TypeGetter> types = {
      llvm::Type::getInt1Ty,  llvm::Type::getInt32Ty,  llvm::Type::getInt64Ty,
      llvm::Type::getFloatTy, llvm::Type::getDoubleTy, [](llvm::LLVMContext& c) -> llvm::Type* { return llvm::PointerType::get(c, 0); }};
  std::vector<std::unique_ptr<llvm::IRMutationStrategy>> strategies;
  strategies.push_back(std::make_unique<llvm::InjectorIRStrategy>(llvm::InjectorIRStrategy::getDefaultOps()));
  strategies.push_back(std::make_unique<llvm::InsertCFGStrategy>());
  strategies.push_back(std::make_unique<llvm::InsertPHIStrategy>());
  strategies.push_back(std::make_unique<llvm::InsertFunctionStrategy>());
  strategies.push_back(std::make_unique<llvm::SinkInstructionStrategy>());
  llvm::IRMutator mutator(std::move(types), std::move(strategies));
  llvm::SMDiagnostic diagnostic;
  const auto module =
      llvm::parseAssemblyString("target triple = \"nvptx64-nvidia-cuda\"\ndefine ptx_kernel void @kernel(ptr %p, i32 %n, float %x) {\n"
                                "%v = load i32, ptr %p\n%s = add nsw i32 %v, %n\nstore i32 %s, ptr %p\nret void\n}",
                                diagnostic, context);
  for (std::uint32_t i = 0; i < 40; ++i) mutator.mutateModule(*module, static_cast<int>(seed * 1000 + i), 1 << 16);
  // One in some thousands has a value before a phi: the generator's own fault.
  return llvm::verifyModule(*module) ? randomModule(seed + 1'000'003) : bitcodeOf(*module);
}

} // namespace gevo::ir
