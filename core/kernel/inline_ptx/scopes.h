#pragma once

/// Memory orderings and scopes.

#include <llvm/IR/LLVMContext.h>
#include <llvm/Support/AtomicOrdering.h>

#include <optional>

namespace gevo::ir::assembly {

class Translation;

/// "relaxed", "acquire", "release", "acq_rel" or "sc"; empty where none is given.
std::optional<llvm::AtomicOrdering> takeOrdering(Translation& t);
/// "cta", "gpu" or "sys"; the device where none is given.
llvm::SyncScope::ID takeScope(Translation& t);

/// Fences around a relaxed operation, because the back end drops the ordering of some operations.
void fenceBefore(Translation& t, llvm::AtomicOrdering ordering, llvm::SyncScope::ID scope);
void fenceAfter(Translation& t, llvm::AtomicOrdering ordering, llvm::SyncScope::ID scope);

} // namespace gevo::ir::assembly
