#pragma once

/// Translates inline PTX assembly to ordinary LLVM IR, so that it can be edited, simulated and optimised like other code.

namespace llvm {
class Module;
}

namespace gevo::ir::assembly {

/// Metadata of a block that was not translated: its first unsupported PTX instruction, which the simulated GPU quotes.
inline constexpr const char* unsupportedMetadata = "gevo.ptx";

/// Metadata of a load or store: its cache operator ("cs"), which writeCacheHints() (ir/cache_hints.h) writes back into PTX.
inline constexpr const char* cacheMetadata = "gevo.cache";

/// Translates each block whose instructions are all supported. Empty blocks without results stay: they keep the compiler from moving code.
void translateAssembly(llvm::Module& module);

} // namespace gevo::ir::assembly
