#pragma once

/// Orders and scopes of memory operations.

#include <llvm/IR/LLVMContext.h>
#include <llvm/Support/AtomicOrdering.h>

#include <optional>

namespace gevo::ir::assembly {

class Translation;

/// "relaxed", "acquire", "release", "acq_rel" or "sc"; nothing where none of them is said.
std::optional<llvm::AtomicOrdering> takeOrdering(Translation& t);
/// "cta", "gpu" or "sys"; the device where none is said.
llvm::SyncScope::ID takeScope(Translation& t);

/// Around an operation that is relaxed by itself: the back end drops the order of some.
void fenceBefore(Translation& t, llvm::AtomicOrdering ordering, llvm::SyncScope::ID scope);
void fenceAfter(Translation& t, llvm::AtomicOrdering ordering, llvm::SyncScope::ID scope);

} // namespace gevo::ir::assembly
