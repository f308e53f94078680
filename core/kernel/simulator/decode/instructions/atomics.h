#pragma once

/// Atomic operations on memory.

#include "core/kernel/simulator/code/code.h"

#include <llvm/IR/Instructions.h>

namespace gevo::sim {

struct DecoderParts;

void decodeAtomic(DecoderParts& parts, const llvm::AtomicRMWInst& instruction);
void decodeCompareExchange(DecoderParts& parts, const llvm::AtomicCmpXchgInst& instruction);

/// The result of `instruction` is the old value at `address`.
void emitAtomic(DecoderParts& parts, const llvm::Instruction& instruction, AtomicKind kind, const llvm::Value* address,
                const llvm::Value* operand, bool isBlockScoped);
/// `old` is the old value at `address`, `success` a mask.
void emitCompareExchange(DecoderParts& parts, const llvm::Value* address, const llvm::Value* expectedValue, const llvm::Value* desiredValue,
                         Slot old, Slot success, bool isBlockScoped);

} // namespace gevo::sim
