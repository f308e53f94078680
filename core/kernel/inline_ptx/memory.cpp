// Loads, stores, fences and prefetches. Cache operators are kept as metadata; other cache hints don't change values and are dropped.

#include "core/kernel/inline_ptx/scopes.h"
#include "core/kernel/inline_ptx/spaces.h"
#include "core/kernel/inline_ptx/table.h"
#include "core/kernel/inline_ptx/translate.h"
#include "core/kernel/inline_ptx/translation.h"

namespace gevo::ir::assembly {

namespace {

using llvm::AtomicOrdering;
using llvm::Value;

struct Access {
  unsigned space = genericSpace;
  std::optional<AtomicOrdering> ordering; ///< of atomic ones
  llvm::SyncScope::ID scope = llvm::SyncScope::System;
  bool isVolatile = false;
  std::string cache; ///< the cache operator
  unsigned elements = 1;
  Type type;
  llvm::Align alignment;
};

void takeCacheHints(Translation& t) {
  while (!t.takePrefixed("L1::").empty() || !t.takePrefixed("L2::").empty())
    ;
}

Access takeAccess(Translation& t) {
  Access access;
  access.space = takeSpace(t);
  access.isVolatile = t.take("volatile");
  const bool isWeak = t.take("weak");
  const bool isMapped = t.take("mmio");
  access.ordering = takeOrdering(t);
  if (access.ordering) access.scope = takeScope(t);
  if ((isWeak || access.isVolatile) && access.ordering) t.markUnsupported();
  access.isVolatile |= isMapped;
  // Unordered, but meant to see what other threads wrote: must not be merged with an earlier load or moved out of a loop.
  const llvm::StringRef fresh = t.takeOneOf({"cv", "cg", "wt"});
  access.isVolatile |= fresh == "cv" || (!fresh.empty() && t.hasSideEffects());
  access.cache = (fresh.empty() ? t.takeOneOf({"ca", "cs", "lu", "wb"}) : fresh).str();
  t.take("nc");
  takeCacheHints(t);
  access.elements = t.take("v2") ? 2 : t.take("v4") ? 4 : 1;
  access.type = t.takeType();
  if (access.type.bits > 64 || access.type.lanes != 1 || access.type.isPredicate()) t.markUnsupported();
  access.alignment = llvm::Align(access.elements * access.type.bits / 8);
  return access;
}

void keepCacheOperator(const Access& access, llvm::Instruction& instruction) {
  llvm::LLVMContext& context = instruction.getContext();
  if (access.cache.empty() || access.ordering) return;
  instruction.setMetadata(cacheMetadata, llvm::MDNode::get(context, llvm::MDString::get(context, access.cache)));
}

llvm::Type* memoryType(Translation& t, const Access& access) {
  llvm::Type* one = access.type.in(t.ir().getContext());
  return access.elements == 1 ? one : llvm::FixedVectorType::get(one, access.elements);
}

void load(Translation& t) {
  const Access access = takeAccess(t);
  Value* from = t.pointer(1, access.space);
  llvm::LoadInst* loaded = t.ir().CreateAlignedLoad(memoryType(t, access), from, access.alignment, access.isVolatile);
  keepCacheOperator(access, *loaded);
  if (access.ordering && access.elements == 1) {
    loaded->setAtomic(*access.ordering, access.scope);
    if (*access.ordering != AtomicOrdering::Monotonic && *access.ordering != AtomicOrdering::Acquire) t.markUnsupported();
  } else if (access.ordering) { // LLVM IR has no atomic vectors
    loaded->setVolatile(true);
    fenceAfter(t, *access.ordering, access.scope);
  }
  if (access.elements == 1) return t.out(0, loaded, access.type.isSigned());
  const Operand& target = t.operand(0);
  if (target.kind != OperandKind::Vector || target.parts.size() != access.elements) return t.markUnsupported();
  for (unsigned i = 0; i < access.elements; ++i) t.write(target.parts[i], t.ir().CreateExtractElement(loaded, i), access.type.isSigned());
}

Value* storedValue(Translation& t, const Access& access) {
  if (access.elements == 1) return t.in(1, access.type);
  const Operand& source = t.operand(1);
  Value* all = llvm::PoisonValue::get(memoryType(t, access));
  if (source.kind != OperandKind::Vector || source.parts.size() != access.elements) {
    t.markUnsupported();
    return all;
  }
  for (unsigned i = 0; i < access.elements; ++i) all = t.ir().CreateInsertElement(all, t.read(source.parts[i], access.type), i);
  return all;
}

void store(Translation& t) {
  const Access access = takeAccess(t);
  Value* value = storedValue(t, access);
  Value* to = t.pointer(0, access.space);
  if (access.ordering && access.elements != 1) fenceBefore(t, *access.ordering, access.scope);
  llvm::StoreInst* stored = t.ir().CreateAlignedStore(value, to, access.alignment, access.isVolatile);
  keepCacheOperator(access, *stored);
  if (!access.ordering) return;
  if (access.elements != 1) return stored->setVolatile(true);
  stored->setAtomic(*access.ordering, access.scope);
  if (*access.ordering != AtomicOrdering::Monotonic && *access.ordering != AtomicOrdering::Release) t.markUnsupported();
}

void fence(Translation& t) {
  const AtomicOrdering ordering = takeOrdering(t).value_or(AtomicOrdering::AcquireRelease);
  if (ordering == AtomicOrdering::Monotonic || t.operandCount() != 0) return t.markUnsupported();
  t.ir().CreateFence(ordering, takeScope(t));
}

void memoryBarrier(Translation& t) {
  const std::string scope = t.takeOneOf({"cta", "gl", "sys"}).str();
  if (scope.empty()) return t.markUnsupported();
  t.call("llvm.nvvm.membar." + scope, {});
}

void prefetch(Translation& t) {
  const unsigned space = takeSpace(t);
  const bool isNear = t.take("L1");
  if (!isNear && !t.take("L2")) takeCacheHints(t); // L2::evict_last
  Value* address = t.pointer(0, space);
  if (space > 1) return;
  t.call(std::string("llvm.nvvm.prefetch") + (space == 1 ? ".global" : "") + (isNear ? ".L1" : ".L2"), address);
}

/// Hints that may be ignored.
void cacheHint(Translation& t) {
  t.pointer(0, takeSpace(t));
  takeCacheHints(t);
  t.take("L2");
}

} // namespace

std::span<const Entry> memoryEntries() {
  static constexpr Entry entries[] = {{"ld", load, false},
                                      {"ldu", load, false},
                                      {"st", store, false},
                                      {"fence", fence, false},
                                      {"membar", memoryBarrier, false},
                                      {"prefetch", prefetch, false},
                                      {"prefetchu", prefetch, false},
                                      {"applypriority", cacheHint},
                                      {"discard", cacheHint}};
  return entries;
}

} // namespace gevo::ir::assembly
