#pragma once

/// Numbers the addresses that memory is reached by more often than they are computed: what the executor finds out about one holds until it
/// is computed again (Access::watch).

#include "core/kernel/simulator/decode/emitter.h"
#include "core/kernel/simulator/decode/hoisting.h"

#include <llvm/ADT/DenseMap.h>

namespace gevo::sim {

class AddressCache {
public:
  AddressCache(FunctionContext& function, const Hoisting& hoisting, Emitter& emitter)
      : function_(function), hoisting_(hoisting), emitter_(emitter) {}

  /// An instruction was decoded: if it computes an address worth a number, gives it one, and makes the code forget what it knows of the
  /// address here.
  void addressComputed(const llvm::Instruction& instruction);
  /// -1 where the address has no number.
  std::int32_t numberOf(const llvm::Value* address) const;

private:
  bool isReused(const llvm::Instruction& instruction) const;

  FunctionContext& function_;
  const Hoisting& hoisting_;
  Emitter& emitter_;
  llvm::DenseMap<const llvm::Value*, std::int32_t> numbers_;
};

} // namespace gevo::sim
