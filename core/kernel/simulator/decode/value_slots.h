#pragma once

/// Which slots hold which values. A value's slots are used again after its last use.

#include "core/kernel/simulator/decode/frame_slots.h"
#include "core/kernel/simulator/decode/function_context.h"
#include "core/kernel/simulator/decode/liveness.h"
#include "core/kernel/simulator/decode/scalar_types.h"

#include <memory_resource>
#include <unordered_map>

namespace gevo::sim {

class ValueSlots {
public:
  ValueSlots(FunctionContext& function, ScalarTypes& types, FrameSlots& frame, const Liveness& liveness)
      : function_(function), types_(types), frame_(frame), liveness_(liveness) {}

  /// One slot for each of the value's scalars; those of a constant are made on first use. After an error, any slot. The
  /// reference stays valid until the end of the instruction.
  const Slots& slotsOf(const llvm::Value* value);
  Slot slotOf(const llvm::Value* value) { return slotsOf(value).front(); }
  bool contains(const llvm::Value* value) const { return slots_.contains(value); }

  /// New slots for a result.
  const Slots& define(const llvm::Instruction& instruction);
  /// The result is made of slots that exist already.
  void alias(const llvm::Instruction& instruction, Slots slots);
  /// Places the value in `slots`, from FrameSlots.
  const Slots& assign(const llvm::Value* value, Slots slots) { return slots_[value] = std::move(slots); }
  /// From here on, do results get slots for the whole function? Those do that are computed before any block runs.
  void keepResults(bool keep) { keepsResults_ = keep; }

  /// Frees slots used for the last time, and the instruction's temporaries.
  void endInstruction(const llvm::Instruction& instruction);
  void endBlock(const llvm::BasicBlock& block);

private:
  void releaseLocal(const llvm::Value* value);
  void release(const llvm::Value* value);

  FunctionContext& function_;
  ScalarTypes& types_;
  FrameSlots& frame_;
  const Liveness& liveness_;
  bool keepsResults_ = false;
  // Node-based, because references into it are held while others are added; the nodes go with this object.
  std::pmr::monotonic_buffer_resource arena_;
  std::pmr::unordered_map<const llvm::Value*, Slots> slots_{&arena_};
  llvm::DenseMap<const llvm::Value*, unsigned> usesLeft_; ///< of local values
};

} // namespace gevo::sim
