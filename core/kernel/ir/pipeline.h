#pragma once

/// From an applied module to code: dead code is removed before screening, survivors are optimised in full; hashes, PTX.

#include "core/base/hash.h"
#include "core/base/result.h"

#include <string>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace gevo::ir {

/// Removes dead code, so that screening runs only code that matters. Nothing is simplified: simplifying may rely on a precondition (nsw,
/// inbounds, a shift below the width) and hide from screening that the code violates it. The full pipeline takes twenty times as long.
void cleanUp(llvm::Module& module);
/// For survivors and exports: what -O3 does to code that has been through it once, with the attributes inferred again.
void optimise(llvm::Module& module);
/// Empty when the verifier accepts the module, else the first line of its message.
std::string verifierMessage(const llvm::Module& module);
/// Of the code alone: debug information and value names never count.
Hash128 codeHash(const llvm::Module& module);
/// Of a kernel with the functions and variables that it uses, not of what else is in the module. As of a module, names of local functions
/// and variables don't count; those of others do: the host and other modules find them by name.
Hash128 codeHash(const llvm::Function& kernel);
/// PTX for `architecture` ("sm_90") from a module that was optimised; works on a stripped clone. An error when the back
/// end gives up on the code, which leaks what it held: only call it in a worker. `newestIsa`: the newest PTX version allowed
/// (84: PTX 8.4); 0: any.
Result<std::string> emitPtx(const llvm::Module& module, const std::string& architecture, unsigned newestIsa = 0);
/// The same code with line directives (`.loc`), for views.
Result<std::string> emitPtxWithLines(const llvm::Module& module, const std::string& architecture);
/// The module as text that `opt` reads.
std::string printModule(const llvm::Module& module);

} // namespace gevo::ir
