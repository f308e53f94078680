#include "core/kernel/simulator/decode/instructions/memory_order.h"

#include "core/kernel/simulator/decode/decoder_parts.h"

namespace gevo::sim {

bool isForBlockOnly(const llvm::LLVMContext& context, llvm::SyncScope::ID scope) {
  return context.getSyncScopeName(scope) == "block" || scope == llvm::SyncScope::SingleThread;
}

namespace {

template <class Instruction> AccessKind kindOf(const Instruction& access, AccessMode plain, AccessMode atomic) {
  AccessKind kind;
  kind.mode = access.isAtomic() ? atomic : plain;
  kind.isVolatile = access.isVolatile();
  if (!access.isAtomic()) return kind;
  kind.isBlockScoped = isForBlockOnly(access.getContext(), access.getSyncScopeID());
  kind.acquires = kind.reads() && llvm::isAcquireOrStronger(access.getOrdering());
  kind.releases = kind.writes() && llvm::isReleaseOrStronger(access.getOrdering());
  return kind;
}

} // namespace

AccessKind kindOf(const llvm::LoadInst& load) { return kindOf(load, AccessMode::Read, AccessMode::AtomicRead); }
AccessKind kindOf(const llvm::StoreInst& store) { return kindOf(store, AccessMode::Write, AccessMode::AtomicWrite); }

/// CUDA's atomic functions are relaxed, but clang calls them sequentially consistent; and of an operation that says its order, the NVPTX
/// back end drops it (it keeps that of a compare-and-exchange). So no order counts: fences do.
AccessKind updateKind(bool isBlockScoped) {
  AccessKind kind;
  kind.mode = AccessMode::AtomicUpdate;
  kind.isBlockScoped = isBlockScoped;
  return kind;
}

void decodeFence(DecoderParts& parts, const llvm::FenceInst& fence) {
  parts.emitter.countInstruction();
  std::uint32_t flags = isForBlockOnly(fence.getContext(), fence.getSyncScopeID()) ? std::uint32_t{FenceForBlockOnly} : 0U;
  if (llvm::isAcquireOrStronger(fence.getOrdering())) flags |= FenceAcquires;
  if (llvm::isReleaseOrStronger(fence.getOrdering())) flags |= FenceReleases;
  emitFence(parts, flags);
}

void emitFence(DecoderParts& parts, std::uint32_t flags) {
  Op op;
  op.kind = OpKind::Fence;
  op.extra = flags;
  parts.emitter.emitUntimed(op);
}

} // namespace gevo::sim
