#include "core/kernel/simulator/decode/function_decoder.h"

#include "core/kernel/simulator/decode/assembler_unrolling.h"
#include "core/kernel/simulator/decode/instructions/instructions.h"
#include "core/kernel/simulator/decode/parameters.h"
#include "core/kernel/simulator/decode/undefined/poison_flags.h"
#include "core/kernel/simulator/decode/undefined/undefined_uses.h"

namespace gevo::sim {

Result<CodeFunction> FunctionDecoder::run(KernelCode* kernel) {
  CodeFunction& code = parts_.function.code;
  code.temporary = parts_.frame.allocate(wideType);
  code.blocks.resize(parts_.order.codeBlocks());
  decodeParameters(parts_, kernel);
  for (const llvm::BasicBlock* block : parts_.order.blocks()) {
    if (parts_.function.failed()) break;
    decodeBlock(*block);
  }
  if (parts_.function.failed()) return std::unexpected(*parts_.function.error);
  parts_.hoisting.listPerBlockResults(parts_.types, parts_.extensions);
  dropUnawaited(code);
  code.frameBytes = parts_.frame.frameBytes();
  return std::move(code);
}

void FunctionDecoder::decodeBlock(const llvm::BasicBlock& block) {
  parts_.emitter.enterBlock(parts_.order.numberOf(block));
  parts_.emitter.block().timing.rounds = roundsInOne(block);
  if (block.isEntryBlock()) copyStructures(parts_);
  for (const llvm::Instruction& instruction : block) {
    if (parts_.function.failed()) return;
    decodeInstruction(instruction);
  }
  parts_.values.endBlock(block);
}

void FunctionDecoder::decodeInstruction(const llvm::Instruction& instruction) {
  const KernelContext& kernel = parts_.function.kernel;
  const bool isPhi = llvm::isa<llvm::PHINode>(instruction); // edges write it
  parts_.function.current = &instruction;
  const std::uint32_t block = parts_.emitter.blockNumber(); // a barrier or a call ends it
  const double latenciesBefore = parts_.emitter.latencySum();
  const bool counts = kernel.detail == Detail::Counters;
  if (counts) shares_.begin(parts_.emitter);
  if (!kernel.undefined.none()) reportUndefinedUses(parts_.function, parts_.undefined, instruction);
  const std::size_t firstOperation = parts_.emitter.block().ops.size();
  const std::optional<Hoisted> hoisted = parts_.hoisting.canHoist(instruction);
  parts_.values.keepResults(hoisted.has_value());
  if (!isPhi) decode(parts_, instruction);
  if (parts_.function.failed()) return;
  parts_.values.keepResults(false);
  if (hoisted) hoist(instruction, *hoisted, block, firstOperation);
  parts_.addressCache.update(instruction);
  followUndefined(instruction);
  if (kernel.detail == Detail::Profile) costs_.add(instruction, block, parts_.emitter.latencySum() - latenciesBefore);
  if (counts) shares_.end(instruction, parts_.emitter, parts_.function.code.blocks, kernel.lines);
  if (!isPhi) parts_.values.endInstruction(instruction);
}

void FunctionDecoder::hoist(const llvm::Instruction& instruction, const Hoisted& kind, std::uint32_t block, std::size_t firstOperation) {
  if (parts_.emitter.blockNumber() != block) return;
  parts_.hoisting.hoist(instruction, kind, parts_.values.slotsOf(&instruction), parts_.emitter.block(), firstOperation);
}

void FunctionDecoder::followUndefined(const llvm::Instruction& instruction) {
  const KernelContext& kernel = parts_.function.kernel;
  const bool checksPreconditions = kernel.detail == Detail::PoisonFlags;
  if (checksPreconditions) reportUndefinedBehaviour(parts_, instruction);
  if (!kernel.undefined.contains(&instruction)) return;
  parts_.undefined.propagate(instruction);
  if (checksPreconditions) parts_.undefined.add(instruction, poisonMasks(parts_, instruction));
}

} // namespace gevo::sim
