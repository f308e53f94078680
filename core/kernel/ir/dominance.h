#pragma once

/// Dominance between the blocks of a function. Edits never change the control-flow graph (only conditions), so it is
/// computed once for the base and holds for every variant; blocks keep their order when a module is cloned.

#include <cstdint>
#include <vector>

namespace llvm {
class Function;
}

namespace gevo::ir {

class BlockDominance {
public:
  /// Renumbers the function's blocks: afterwards a block's number is its index in the function.
  explicit BlockDominance(llvm::Function& function);

  bool reachable(unsigned block) const { return last_[block] != 0; }
  /// Also true of a block and itself. False when either is unreachable.
  bool dominates(unsigned above, unsigned below) const {
    return reachable(above) && first_[above] <= first_[below] && last_[below] <= last_[above];
  }

private:
  /// When a walk of the dominator tree enters and leaves each block; 0 for unreachable ones.
  std::vector<std::uint32_t> first_;
  std::vector<std::uint32_t> last_;
};

} // namespace gevo::ir
