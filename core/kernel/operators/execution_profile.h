#pragma once

/// The share of the original's time that each block of the base takes, dampened, so that proposals prefer executed code and still reach
/// everything (Targeting::Executed). Integers, so that every worker has the same.

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

  static constexpr std::uint32_t coldest = 1;  ///< of code that the tests never execute
  static constexpr std::uint32_t hottest = 16; ///< of the block with the most cycles per instruction; others scale with the square root

  /// Blocks by their number in the function, functions by their index in the module.
  std::uint32_t ofBlock(unsigned function, unsigned block) const { return blocks_[function][block]; }

private:
  std::vector<std::vector<std::uint32_t>> blocks_;
};

/// True for instructions that decide whether or when other code runs: conditional branches, what their conditions and those of selects are
/// computed from, and barriers. Removing them is what the papers' best variants do (Liou et al. 2019, V-A; Liou et al. 2022, VI), however
/// little they cost themselves.
bool decides(const llvm::Instruction& instruction);

} // namespace gevo::ir
