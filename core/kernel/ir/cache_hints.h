#pragma once

/// Cache operators of loads and stores (`ld.global.cs`). LLVM has none for NVPTX: they are kept as metadata, which the optimiser may drop
/// where it merges or rewrites an access, and become assembly again when PTX is generated.

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace gevo::ir {

/// The metadata's kind.
unsigned cacheKind(llvm::LLVMContext& context);

/// Before code generation: each access with a cache operator becomes the PTX instruction.
void writeCacheHints(llvm::Module& module);

} // namespace gevo::ir
