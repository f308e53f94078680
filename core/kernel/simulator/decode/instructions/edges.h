#pragma once

/// Control flow between blocks, with the values that phis take on the way.

#include <llvm/IR/BasicBlock.h>

#include <cstdint>

namespace gevo::sim {

struct DecoderParts;

/// Gives the block being filled, the end of `from`, an edge to the start of `to`, if it has none; its index in Block::edges.
std::uint32_t addEdge(DecoderParts& parts, const llvm::BasicBlock& from, const llvm::BasicBlock& to);

} // namespace gevo::sim
