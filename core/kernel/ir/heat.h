#pragma once

/// How much of the original's time each instruction of the base takes, dampened, so that proposals prefer what runs and
/// yet reach everything (Targeting::Executed). Whole numbers: the same on every worker.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace llvm {
class Module;
}

namespace gevo::ir {

class Heat {
public:
  /// `cycles`: of the original, by function, for each of its instructions in order, as the simulator's profile has them.
  Heat(const llvm::Module& base, const std::map<std::string, std::vector<double>>& cycles);

  static constexpr std::uint32_t coldest = 1;  ///< where the tests never come
  static constexpr std::uint32_t hottest = 16; ///< of the instruction that takes most time; others go with the square root

  std::uint32_t ofInstruction(std::uint64_t id) const { return id < instructions_.size() ? instructions_[id] : coldest; }
  /// Mean over the block's instructions; blocks by their number in the function, functions by their place in the module.
  std::uint32_t ofBlock(unsigned function, unsigned block) const { return blocks_[function][block]; }

private:
  std::vector<std::uint32_t> instructions_; ///< by id
  std::vector<std::vector<std::uint32_t>> blocks_;
};

} // namespace gevo::ir
