#pragma once

/// Loads of several elements at once, and loads that threads of a warp share, as CUDA.

#include "core/kernel/rewriting/syntax_tree.h"

#include <string>
#include <vector>

namespace llvm {
class Type;
} // namespace llvm

namespace gevo::ir {

/// CUDA's vectors of so many elements of the type: "int2" and "uint2", since the IR has no signs. Empty: there is none.
std::vector<std::string> vectorTypes(const llvm::Type& element, unsigned count);

/// `loads`: for each element, where debug information locates its load. `types`: the vector's, any of which may be right.
std::vector<SourceRewrite> waysToVectorise(const SyntaxTree& tree, const std::vector<std::string>& types,
                                           const std::vector<std::vector<SyntaxTree::Node>>& loads);

/// `lanes` of a warp load from where the first of them does.
std::vector<SourceRewrite> waysToShare(const SyntaxTree& tree, const std::string& lanes, const std::vector<SyntaxTree::Node>& nodes);

} // namespace gevo::ir
