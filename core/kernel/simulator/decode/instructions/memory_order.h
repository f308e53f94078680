#pragma once

/// What accesses and fences promise to other threads: volatile, atomic, memory order and scope.

#include "core/kernel/simulator/code/code.h"

#include <llvm/IR/Instructions.h>

namespace gevo::sim {

struct DecoderParts;

AccessKind kindOf(const llvm::LoadInst& load);
AccessKind kindOf(const llvm::StoreInst& store);
/// A read-modify-write operation.
AccessKind updateKind(bool isBlockScoped);
/// Threads of other blocks are not in the scope.
bool isForBlockOnly(const llvm::LLVMContext& context, llvm::SyncScope::ID scope);

void decodeFence(DecoderParts& parts, const llvm::FenceInst& fence);
/// `flags`: of FenceFlag. Its time is the caller's to count.
void emitFence(DecoderParts& parts, std::uint32_t flags);

} // namespace gevo::sim
