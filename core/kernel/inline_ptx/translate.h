#pragma once

/// Inline PTX assembly as ordinary LLVM IR, so that it can be edited, simulated and optimised like any other code.

namespace llvm {
class Module;
}

namespace gevo::ir::assembly {

/// Metadata of a block that stays as it is: the PTX instruction that was not understood. The simulated GPU quotes it.
inline constexpr const char* refusedMetadata = "gevo.ptx";

/// Translates each block that is understood as a whole. Empty ones without results stay: they keep the compiler from moving code.
void translateAssembly(llvm::Module& module);

} // namespace gevo::ir::assembly
