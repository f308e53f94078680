#include "core/kernel/simulator/decode/instructions/edges.h"

#include "core/kernel/simulator/decode/decoder_parts.h"

#include <llvm/ADT/SmallPtrSet.h>

#include <algorithm>

namespace gevo::sim {

namespace {

bool isSlow(const llvm::Value& value) {
  const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&value);
  return llvm::isa<llvm::LoadInst, llvm::AtomicRMWInst>(value) || (operation && operation->getOpcode() == llvm::Instruction::FDiv);
}

/// May the value still be on its way when the edge that brings it is taken, through other phis too?
bool isLate(const llvm::PHINode& phi) {
  llvm::SmallPtrSet<const llvm::PHINode*, 8> found{&phi};
  llvm::SmallVector<const llvm::PHINode*, 8> next{&phi};
  while (!next.empty()) {
    for (const llvm::Use& use : next.pop_back_val()->incoming_values()) {
      if (isSlow(*use)) return true;
      const auto* const other = llvm::dyn_cast<llvm::PHINode>(use.get());
      if (other != nullptr && found.insert(other).second) next.push_back(other);
    }
  }
  return false;
}

/// Slots of a phi are taken when the first edge to it is decoded.
const Slots& phiSlots(DecoderParts& parts, const llvm::PHINode& phi) {
  if (parts.values.contains(&phi)) return parts.values.slotsOf(&phi);
  const ScalarFields& fields = parts.types.fieldsOf(phi.getType());
  if (fields.empty()) parts.function.unsupported(phi, "an unsupported type");
  const bool late = isLate(phi);
  Slots slots;
  for (const ScalarField& field : fields) {
    slots.push_back(parts.frame.acquire(field.type, true));
    parts.frame.hold(slots.back());
    parts.emitter.definePhi(slots.back(), late);
  }
  return parts.values.assign(&phi, std::move(slots));
}

/// What a phi takes when the edge from `from` is run, with the masks of undefined lanes.
void addMoves(DecoderParts& parts, const llvm::PHINode& phi, const llvm::BasicBlock& from, std::vector<Move>& moves) {
  const llvm::Value* value = phi.getIncomingValueForBlock(&from);
  const Slots& sources = parts.values.slotsOf(value);
  const Slots& targets = phiSlots(parts, phi);
  const ScalarFields& fields = parts.types.fieldsOf(phi.getType());
  for (std::size_t i = 0; i < targets.size() && i < sources.size(); ++i)
    if (targets[i] != sources[i]) moves.push_back({targets[i], sources[i], fields[i].type.cell});
  if (!parts.function.kernel.undefined.contains(&phi)) return;
  const Slots masks = parts.undefined.masksOf(value);
  const Slots own = parts.undefined.masksOf(&phi);
  for (std::size_t i = 0; i < own.size() && i < masks.size(); ++i)
    if (own[i] != masks[i]) moves.push_back({own[i], masks[i], CellKind::Mask});
}

/// The moves of an edge happen at once. Executing them in sequence is the same where no move overwrites what a later one reads; of a cycle,
/// one value is kept in a slot of its own.
void orderMoves(DecoderParts& parts, std::vector<Move>& moves) {
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
    const Slot saved = parts.frame.allocate({first.cell, 32, false});
    ordered.push_back({saved, first.to, first.cell});
    for (Move& move : moves)
      if (move.from == first.to) move.from = saved;
  }
  moves = std::move(ordered);
}

} // namespace

std::uint32_t addEdge(DecoderParts& parts, const llvm::BasicBlock& from, const llvm::BasicBlock& to) {
  Block& block = parts.emitter.block();
  const std::uint32_t target = parts.order.numberOf(to);
  for (std::uint32_t i = 0; i < block.edges.size(); ++i)
    if (block.edges[i].target == target) return i;
  Edge edge;
  edge.target = target;
  for (const llvm::PHINode& phi : to.phis()) addMoves(parts, phi, from, edge.moves);
  // The emitter replaces these slots by numbers when the block is finished.
  for (const Move& move : edge.moves) edge.tracked.push_back({static_cast<std::int32_t>(move.to), static_cast<std::int32_t>(move.from)});
  orderMoves(parts, edge.moves);
  block.edges.push_back(std::move(edge));
  return static_cast<std::uint32_t>(block.edges.size() - 1);
}

} // namespace gevo::sim
