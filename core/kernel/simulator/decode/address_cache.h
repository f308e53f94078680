#pragma once

/// The executor caches what it finds out about an address until that is computed again. This numbers the addresses for which that pays:
/// those that are used more often than they are computed (Access::cachedAddress).

#include "core/kernel/simulator/decode/emitter.h"
#include "core/kernel/simulator/decode/hoisting.h"

#include <llvm/ADT/DenseMap.h>

namespace gevo::sim {

class AddressCache {
public:
  AddressCache(FunctionContext& function, const Hoisting& hoisting, Emitter& emitter)
      : function_(function), hoisting_(hoisting), emitter_(emitter) {}

  /// To be called after each instruction. Where it computes an address that is worth caching, numbers the address and emits the operation
  /// that invalidates its entry (OpKind::InvalidateAddress).
  void update(const llvm::Instruction& instruction);
  /// -1 where the address is not cached.
  std::int32_t numberOf(const llvm::Value* address) const;

private:
  bool isReused(const llvm::Instruction& instruction) const;

  FunctionContext& function_;
  const Hoisting& hoisting_;
  Emitter& emitter_;
  llvm::DenseMap<const llvm::Value*, std::int32_t> numbers_;
};

} // namespace gevo::sim
