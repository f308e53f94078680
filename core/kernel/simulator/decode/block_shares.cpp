#include "core/kernel/simulator/decode/block_shares.h"

#include "core/kernel/simulator/decode/emitter.h"
#include "core/kernel/simulator/decode/instruction_class.h"
#include "core/kernel/simulator/decode/source_lines.h"

#include <llvm/IR/Instruction.h>

namespace gevo::sim {

void BlockShares::begin(Emitter& emitter) {
  block_ = emitter.blockNumber();
  instructions_ = emitter.block().instructions;
  issue_ = emitter.issueSum();
  latency_ = emitter.latencySum();
}

void BlockShares::end(const llvm::Instruction& instruction, Emitter& emitter, const std::vector<Block>& blocks, SourceLines& lines) {
  BlockShare share;
  share.location = lines.numberOf(instruction);
  share.kind = classOf(instruction);
  share.issue = emitter.issueSum() - issue_;
  share.latency = emitter.latencySum() - latency_;
  std::uint32_t known = instructions_;
  for (share.block = block_; share.block <= emitter.blockNumber(); ++share.block) {
    share.instructions = blocks[share.block].instructions - known;
    if (share.instructions > 0 || share.issue > 0 || share.latency > 0) shares_.push_back(share);
    known = 0;
    share.issue = share.latency = 0;
  }
}

} // namespace gevo::sim
