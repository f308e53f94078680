#pragma once

/// Ways to write in CUDA what edits do with a kernel's parameter.

#include "core/edit/edit.h"
#include "core/kernel/describe/source_map.h"
#include "core/kernel/rewriting/syntax_tree.h"

namespace llvm {
class Instruction;
}

namespace gevo::ir {

/// `target` is the edit's; so many edits specialised the kernel before. None for what is no parameter: the size of a block or of the grid.
std::vector<SourceRewrite> waysToWriteParameter(const SyntaxTree& tree, const SourceMap& map, const llvm::Instruction& target,
                                                const Edit& edit, unsigned before);

} // namespace gevo::ir
