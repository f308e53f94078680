#include "core/kernel/simulator/decode/instructions/terminators.h"

#include "core/kernel/simulator/decode/decoder_parts.h"
#include "core/kernel/simulator/decode/instructions/edges.h"
#include "core/kernel/simulator/decode/variants.h"

#include <llvm/IR/Constants.h>

namespace gevo::sim {

namespace {

/// All returns of a function leave its results, then their masks of undefined lanes, in the same slots.
void reserveResults(DecoderParts& parts, const ScalarFields& fields, bool withMasks) {
  std::vector<Move>& results = parts.function.code.results;
  for (const ScalarField& field : fields) results.push_back({parts.frame.allocate(field.type), 0, field.type.cell});
  for (std::size_t i = 0; i < fields.size() && withMasks; ++i) results.push_back({parts.frame.allocate(maskType), 0, CellKind::Mask});
}

void emitResults(DecoderParts& parts, const llvm::Value* value) {
  const Slots& sources = parts.values.slotsOf(value);
  const ScalarFields& fields = parts.types.fieldsOf(value->getType());
  const bool withMasks = parts.function.kernel.undefined.returnedBy(parts.function.function);
  const std::vector<Move>& results = parts.function.code.results;
  if (results.empty()) reserveResults(parts, fields, withMasks);
  const Slots masks = withMasks ? parts.undefined.masksOf(value) : Slots();
  for (std::size_t i = 0; i < masks.size() && fields.size() + i < results.size(); ++i)
    parts.emitter.emitUntimed(LaneFamily::Copy, 2, maskType, results[fields.size() + i].to, {masks[i]});
  for (std::size_t i = 0; i < sources.size() && i < results.size(); ++i)
    parts.emitter.emit(LaneFamily::Copy, cellVariant(fields[i].type.cell), fields[i].type, results[i].to, {sources[i]}, parts.costs.free);
}

void decodeReturn(DecoderParts& parts, const llvm::ReturnInst& instruction) {
  if (const llvm::Value* value = instruction.getReturnValue()) emitResults(parts, value);
  Block& block = parts.emitter.block();
  block.onlyReturns = block.ops.empty();
  parts.emitter.finishBlock(Terminator::Return, instruction, {}, parts.costs.branch);
}

void decodeSwitch(DecoderParts& parts, const llvm::SwitchInst& instruction) {
  const CostTable& costs = parts.costs;
  const llvm::BasicBlock& from = *instruction.getParent();
  Block& block = parts.emitter.block();
  block.condition = parts.values.slotOf(instruction.getCondition());
  block.conditionCell = parts.types.scalarOf(instruction.getCondition()).cell;
  addEdge(parts, from, *instruction.getDefaultDest());
  for (const auto& option : instruction.cases())
    block.cases.push_back({option.getCaseValue()->getZExtValue(), addEdge(parts, from, *option.getCaseSuccessor())});
  const auto tests = static_cast<float>(1 + block.cases.size());
  parts.emitter.finishBlock(Terminator::Switch, instruction, {block.condition},
                            {costs.branch.issue * tests, costs.branch.latency + costs.arithmetic.latency * (tests - 1)});
}

void decodeBranch(DecoderParts& parts, const llvm::BranchInst& instruction) {
  const llvm::BasicBlock& from = *instruction.getParent();
  Block& block = parts.emitter.block();
  addEdge(parts, from, *instruction.getSuccessor(0));
  if (instruction.isConditional()) addEdge(parts, from, *instruction.getSuccessor(1));
  if (block.edges.size() == 1) return parts.emitter.finishBlock(Terminator::Jump, instruction, {}, parts.costs.jump);
  block.condition = parts.values.slotOf(instruction.getCondition());
  parts.emitter.finishBlock(Terminator::Branch, instruction, {block.condition}, parts.costs.branch);
}

} // namespace

void decodeTerminator(DecoderParts& parts, const llvm::Instruction& instruction) {
  parts.emitter.countInstruction();
  if (llvm::isa<llvm::UnreachableInst>(instruction))
    return parts.emitter.finishBlock(Terminator::Unreachable, instruction, {}, parts.costs.free);
  if (const auto* end = llvm::dyn_cast<llvm::ReturnInst>(&instruction)) return decodeReturn(parts, *end);
  parts.emitter.block().reconverge = parts.order.reconvergence(*instruction.getParent());
  if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&instruction)) return decodeSwitch(parts, *choice);
  if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction)) return decodeBranch(parts, *branch);
  parts.function.unsupported(instruction, "an unsupported jump");
}

} // namespace gevo::sim
