#include "core/kernel/simulator/decode/function_decoder.h"

#include <algorithm>

namespace gevo::sim {

/// Slots of a phi are taken when the first edge to it is decoded.
const Slots& FunctionDecoder::phiSlots(const llvm::PHINode& phi) {
  if (values_.contains(&phi)) return values_.slotsOf(&phi);
  const ScalarFields& fields = types_.fieldsOf(phi.getType());
  if (fields.empty()) function_.unsupported(phi, "a type that the simulated GPU can't hold");
  const bool isLate = std::any_of(phi.incoming_values().begin(), phi.incoming_values().end(), [](const llvm::Use& use) {
    const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(use.get());
    return llvm::isa<llvm::LoadInst, llvm::AtomicRMWInst>(use.get()) || (operation && operation->getOpcode() == llvm::Instruction::FDiv);
  });
  Slots slots;
  for (const ScalarField& field : fields) {
    slots.push_back(frame_.acquire(field.type, true));
    frame_.hold(slots.back());
    emitter_.definePhi(slots.back(), isLate);
  }
  return values_.assign(&phi, std::move(slots));
}

std::uint32_t FunctionDecoder::addEdge(Block& block, const llvm::BasicBlock& from, const llvm::BasicBlock& to) {
  const std::uint32_t target = order_.numberOf(to);
  for (std::uint32_t i = 0; i < block.edges.size(); ++i)
    if (block.edges[i].target == target) return i;
  Edge edge;
  edge.target = target;
  for (const llvm::PHINode& phi : to.phis()) {
    const Slots& sources = values_.slotsOf(phi.getIncomingValueForBlock(&from));
    const Slots& targets = phiSlots(phi);
    const ScalarFields& fields = types_.fieldsOf(phi.getType());
    for (std::size_t i = 0; i < targets.size() && i < sources.size(); ++i)
      if (targets[i] != sources[i]) edge.moves.push_back({targets[i], sources[i], fields[i].type.cell});
    if (!function_.kernel.undefined.contains(&phi)) continue;
    const Slots masks = undefinedOf(phi.getIncomingValueForBlock(&from));
    const Slots own = undefinedOf(&phi);
    for (std::size_t i = 0; i < own.size() && i < masks.size(); ++i)
      if (own[i] != masks[i]) edge.moves.push_back({own[i], masks[i], CellKind::Mask});
  }
  for (const Move& move : edge.moves) edge.tracked.push_back({static_cast<std::int32_t>(move.to), static_cast<std::int32_t>(move.from)});
  orderMoves(edge.moves);
  block.edges.push_back(std::move(edge));
  return static_cast<std::uint32_t>(block.edges.size() - 1);
}

/// The moves of an edge happen at once. One after the other is the same where no move overwrites what a later one reads;
/// where they form a circle, one value steps aside into a slot of its own.
void FunctionDecoder::orderMoves(std::vector<Move>& moves) {
  std::vector<Move> ordered;
  while (!moves.empty()) {
    const auto ready = std::find_if(moves.begin(), moves.end(), [&](const Move& move) {
      return std::none_of(moves.begin(), moves.end(), [&](const Move& other) { return &other != &move && other.from == move.to; });
    });
    if (ready != moves.end()) {
      ordered.push_back(*ready);
      moves.erase(ready);
      continue;
    }
    const Move first = moves.front();
    const Slot aside = frame_.allocate({first.cell, 32, false});
    ordered.push_back({aside, first.to, first.cell});
    for (Move& move : moves)
      if (move.from == first.to) move.from = aside;
  }
  moves = std::move(ordered);
}

void FunctionDecoder::decodeTerminator(const llvm::Instruction& instruction) {
  const CostTable& costs = function_.kernel.model.costs;
  const llvm::BasicBlock& from = *instruction.getParent();
  Block& block = emitter_.block();
  ++block.instructions;
  if (llvm::isa<llvm::UnreachableInst>(instruction)) return emitter_.finishBlock(Terminator::Unreachable, instruction, {}, costs.free);
  if (const auto* end = llvm::dyn_cast<llvm::ReturnInst>(&instruction)) {
    if (const llvm::Value* value = end->getReturnValue()) {
      const Slots& sources = values_.slotsOf(value);
      const ScalarFields& fields = types_.fieldsOf(value->getType());
      const bool follows = function_.kernel.undefined.returnedBy(function_.function);
      if (function_.code.results.empty()) {
        for (const ScalarField& field : fields) function_.code.results.push_back({frame_.allocate(field.type), 0, field.type.cell});
        for (std::size_t i = 0; i < fields.size() && follows; ++i)
          function_.code.results.push_back({frame_.allocate(maskType), 0, CellKind::Mask});
      }
      const Slots masks = follows ? undefinedOf(value) : Slots();
      for (std::size_t i = 0; i < masks.size() && fields.size() + i < function_.code.results.size(); ++i)
        emitter_.emitUntimed(LaneFamily::Copy, 2, maskType, function_.code.results[fields.size() + i].to, {masks[i]});
      for (std::size_t i = 0; i < sources.size() && i < function_.code.results.size(); ++i)
        emitter_.emit(LaneFamily::Copy,
                      fields[i].type.cell == CellKind::Word     ? 0
                      : fields[i].type.cell == CellKind::Double ? 1
                                                                : 2,
                      fields[i].type, function_.code.results[i].to, {sources[i]}, costs.free);
    }
    block.onlyReturns = block.ops.empty();
    return emitter_.finishBlock(Terminator::Return, instruction, {}, costs.branch);
  }
  block.reconverge = order_.reconvergence(from);
  if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&instruction)) {
    block.condition = values_.slotOf(choice->getCondition());
    block.conditionCell = types_.scalarOf(choice->getCondition()).cell;
    addEdge(block, from, *choice->getDefaultDest());
    for (const auto& option : choice->cases())
      block.cases.push_back({option.getCaseValue()->getZExtValue(), addEdge(block, from, *option.getCaseSuccessor())});
    const auto tests = static_cast<float>(1 + block.cases.size());
    return emitter_.finishBlock(Terminator::Switch, instruction, {block.condition},
                                {costs.branch.issue * tests, costs.branch.latency + costs.arithmetic.latency * (tests - 1)});
  }
  if (instruction.getNumSuccessors() == 0 || instruction.getNumSuccessors() > 2 || !llvm::isa<llvm::BranchInst>(instruction))
    return function_.unsupported(instruction, "a jump that the simulated GPU does not know");
  addEdge(block, from, *instruction.getSuccessor(0));
  const auto* branch = llvm::cast<llvm::BranchInst>(&instruction);
  if (branch->isConditional()) addEdge(block, from, *instruction.getSuccessor(1));
  if (block.edges.size() == 1) return emitter_.finishBlock(Terminator::Jump, instruction, {}, costs.jump);
  block.condition = values_.slotOf(branch->getCondition());
  emitter_.finishBlock(Terminator::Branch, instruction, {block.condition}, costs.branch);
}

} // namespace gevo::sim
