#pragma once

/// What each instruction is of its block, for counters: its place, its kind, its part in the block's issue slots and latencies.

#include "core/kernel/simulator/code/code.h"

namespace llvm {
class Instruction;
}

namespace gevo::sim {

class Emitter;
class SourceLines;

class BlockShares {
public:
  explicit BlockShares(std::vector<BlockShare>& shares) : shares_(shares) {}

  /// Around the decoding of an instruction, which may go on in further blocks: a barrier or a call ends one.
  void begin(Emitter& emitter);
  void end(const llvm::Instruction& instruction, Emitter& emitter, const std::vector<Block>& blocks, SourceLines& lines);

private:
  std::vector<BlockShare>& shares_;
  std::uint32_t block_ = 0; ///< where the instruction began, and what was there and emitted until then
  std::uint32_t instructions_ = 0;
  double issue_ = 0;
  double latency_ = 0;
};

} // namespace gevo::sim
