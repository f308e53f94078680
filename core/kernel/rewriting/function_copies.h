#pragma once

/// An edit changes the code of one call of an inlined function; a change of the function's source changes all of them. Said in a copy of
/// the function, for that call alone, it is what the edit does.

#include "core/kernel/rewriting/syntax_tree.h"

namespace gevo::ir {

/// The rewrite with what it does in the inlined functions done in copies of them: `fill_block_in_kernel`, and one of each function on the
/// way there that other calls need as it is. `chain`: where the changed instruction comes from, innermost first. Nothing where no function
/// that it changes is called elsewhere, or a call can't be found.
std::optional<SourceRewrite> inCopies(const SyntaxTree& tree, const std::vector<SourcePosition>& chain, const SourceRewrite& rewrite);

} // namespace gevo::ir
