#include "core/kernel/inline_ptx/scopes.h"
#include "core/kernel/inline_ptx/translation.h"

namespace gevo::ir::assembly {

using llvm::AtomicOrdering;

std::optional<AtomicOrdering> takeOrdering(Translation& t) {
  if (t.take("relaxed")) return AtomicOrdering::Monotonic;
  if (t.take("acquire")) return AtomicOrdering::Acquire;
  if (t.take("release")) return AtomicOrdering::Release;
  if (t.take("acq_rel")) return AtomicOrdering::AcquireRelease;
  if (t.take("sc")) return AtomicOrdering::SequentiallyConsistent;
  return std::nullopt;
}

llvm::SyncScope::ID takeScope(Translation& t) {
  llvm::LLVMContext& context = t.ir().getContext();
  const llvm::StringRef scope = t.takeOneOf({"cta", "cluster", "gpu", "sys"});
  if (scope == "cta") return context.getOrInsertSyncScopeID("block");
  if (scope == "cluster") return context.getOrInsertSyncScopeID("cluster");
  if (scope == "sys") return llvm::SyncScope::System;
  return context.getOrInsertSyncScopeID("device");
}

void fenceBefore(Translation& t, AtomicOrdering ordering, llvm::SyncScope::ID scope) {
  if (llvm::isReleaseOrStronger(ordering)) t.ir().CreateFence(AtomicOrdering::Release, scope);
}

void fenceAfter(Translation& t, AtomicOrdering ordering, llvm::SyncScope::ID scope) {
  if (llvm::isAcquireOrStronger(ordering)) t.ir().CreateFence(AtomicOrdering::Acquire, scope);
}

} // namespace gevo::ir::assembly
