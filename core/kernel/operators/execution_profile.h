#pragma once

/// How much of the original's time each block of the base takes, dampened, so that proposals prefer what runs and yet reach
/// everything (Targeting::Executed). Whole numbers: the same on every worker.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace llvm {
class Instruction;
class Module;
} // namespace llvm

namespace gevo::ir {

class ExecutionProfile {
public:
  /// `cycles`: of the original, by function, for each of its instructions in order, as the simulator's profile has them.
  ExecutionProfile(const llvm::Module& base, const std::map<std::string, std::vector<double>>& cycles);

  static constexpr std::uint32_t coldest = 1;  ///< where the tests never come
  static constexpr std::uint32_t hottest = 16; ///< of the block with most cycles an instruction; others go with the square root

  /// Blocks by their number in the function, functions by their place in the module.
  std::uint32_t ofBlock(unsigned function, unsigned block) const { return blocks_[function][block]; }

private:
  std::vector<std::vector<std::uint32_t>> blocks_;
};

/// Whether other code runs, or when: conditional branches, what their conditions and those of selections are made of, barriers. Removing
/// them is what the papers' best variants do (seeds/000, V-A; seeds/002, VI), whatever they cost themselves.
bool decides(const llvm::Instruction& instruction);

} // namespace gevo::ir
