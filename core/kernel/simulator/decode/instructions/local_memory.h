#pragma once

/// A function's own part of its threads' local memory.

#include <llvm/IR/Instructions.h>

#include <cstdint>

namespace gevo::sim {

struct DecoderParts;

void decodeAlloca(DecoderParts& parts, const llvm::AllocaInst& instruction);

/// Reserves so many bytes; their offset in the function's part.
std::uint32_t reserveLocal(DecoderParts& parts, std::uint64_t bytes, std::uint64_t alignment);

} // namespace gevo::sim
