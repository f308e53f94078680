#pragma once

/// Which lines and which ways to go on the base has, and what a profile of it says of them.

#include "core/kernel/simulator/machine/launch.h"
#include "core/values/coverage.h"

namespace llvm {
class Module;
}

namespace gevo::program {

/// Basic blocks of the base alone would leave out the way past an `if` without `else`, and whether a loop ever ran just once: edges tell.
/// Code that the compiler has merged or moved counts for the line that it names now.
class CoverableModule {
public:
  CoverableModule(const llvm::Module& base, const std::vector<SourceFile>& sources);

  const CoverableCode& code() const { return code_; }
  /// `profile`: of the same module.
  Coverage reachedIn(const sim::Profile& profile) const;

private:
  /// Of a basic block: its first instruction, by its index in the function, and the lines that its instructions are of.
  struct Block {
    std::uint32_t instruction = 0;
    std::vector<std::uint32_t> lines;
  };
  struct Branch {
    std::uint32_t instruction = 0;
    std::uint32_t edges = 0;
    std::uint32_t first = 0; ///< index of its first edge in the code
  };
  struct Function {
    std::string name;
    std::vector<Block> blocks;
    std::vector<Branch> branches;
  };
  std::vector<Function> functions_;
  CoverableCode code_;
};

} // namespace gevo::program
