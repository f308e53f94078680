#pragma once

/// Calls of evolved programs in place of a function's, as CUDA.

#include "core/edit/edit.h"
#include "core/kernel/rewriting/syntax_tree.h"

namespace llvm {
class Instruction;
} // namespace llvm

namespace gevo::ir {

/// `target`: the call, which the edit has been applied to. The program is written as a function before the one that calls it, or, as
/// another way, only called, for where an earlier edit wrote it. None for functions that take structures: the compiler took those apart.
std::vector<SourceRewrite> waysToCallEvolved(const SyntaxTree& tree, const llvm::Instruction& target, const Edit& edit,
                                             const std::vector<SyntaxTree::Node>& nodes);

} // namespace gevo::ir
