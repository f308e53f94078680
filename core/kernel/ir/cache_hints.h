#pragma once

/// Cache operators of loads and stores (`ld.global.cs`). LLVM has none for NVPTX: they are kept as metadata, which the optimiser may drop
/// where it merges or rewrites an access, and become assembly again when PTX is generated.

#include <string>

namespace llvm {
class Instruction;
class LLVMContext;
class Module;
} // namespace llvm

namespace gevo::ir {

/// The metadata's kind.
unsigned cacheKind(llvm::LLVMContext& context);

/// A load or store of memory that may be global, which PTX has as one instruction: neither atomic nor volatile.
bool mayTakeCacheHint(const llvm::Instruction& instruction);
/// "cg"; empty: none.
std::string cacheHintOf(const llvm::Instruction& access);
/// "cg". False: it has that one already, or none and that is the default.
bool setCacheHint(llvm::Instruction& access, const std::string& hint);

/// Before code generation: each access with a cache operator becomes the PTX instruction.
void writeCacheHints(llvm::Module& module);

} // namespace gevo::ir
