#pragma once

/// Loads, stores, and copying and setting of memory.

#include "core/kernel/simulator/code/code.h"
#include "core/kernel/simulator/machine/model.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace gevo::sim {

struct DecoderParts;

void decodeLoad(DecoderParts& parts, const llvm::LoadInst& instruction);
void decodeStore(DecoderParts& parts, const llvm::StoreInst& instruction);
void decodeMemoryIntrinsic(DecoderParts& parts, const llvm::MemIntrinsic& instruction);

/// Loads the result of `instruction`, whatever it is, from `address`.
void emitLoad(DecoderParts& parts, const llvm::Instruction& instruction, const llvm::Value* address, std::uint64_t alignment);
/// Adds a side table entry; its index.
std::uint32_t addAccess(DecoderParts& parts, Access access);
/// For an access by `address`, a pointer of address space `space`; the pointer's origin may show where it points.
Cost accessCost(const DecoderParts& parts, unsigned space, const llvm::Value* address);

} // namespace gevo::sim
