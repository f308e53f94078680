#pragma once

/// Follows undefined values, in the manner of MemorySanitizer: each scalar that may be undefined has a mask of the lanes in which
/// it is. Computing with one is allowed, and its result is undefined too. None of this takes modelled time.

#include "core/kernel/simulator/decode/emitter.h"
#include "core/kernel/simulator/decode/frame_slots.h"
#include "core/kernel/simulator/decode/function_context.h"
#include "core/kernel/simulator/decode/scalar_types.h"
#include "core/kernel/simulator/decode/value_slots.h"

#include <llvm/IR/Instructions.h>

#include <memory_resource>
#include <unordered_map>

namespace gevo::sim {

class UndefinedMasks {
public:
  UndefinedMasks(FunctionContext& function, ScalarTypes& types, FrameSlots& frame, ValueSlots& values, Emitter& emitter)
      : function_(function), types_(types), frame_(frame), values_(values), emitter_(emitter) {}

  /// The mask of each scalar of a value; none() where it can't be undefined.
  Slots masksOf(const llvm::Value* value);
  /// The mask of a value that is defined in all lanes.
  Slot none() { return frame_.constant(CellKind::Mask, 0); }
  /// Undefined where any of `masks` is.
  Slot anyOf(llvm::ArrayRef<Slot> masks);

  /// New masks for a value; the caller must emit code that writes them. The reference stays valid.
  const Slots& create(const llvm::Value* value, std::size_t scalars);
  void assign(const llvm::Value* value, Slots masks) { masks_[value] = std::move(masks); }
  /// The masks of a result, after its instruction was decoded, from those of its operands. Loads, shuffles and calls of functions have made
  /// theirs with create().
  void propagate(const llvm::Instruction& instruction);
  /// The result is undefined where one of `masks`, its scalars', is as well.
  void add(const llvm::Instruction& instruction, llvm::ArrayRef<Slot> masks);

  /// Reports a use in the lanes of `mask`.
  void report(Slot mask, UndefinedUse use);
  /// Reports a use of the value where it is undefined.
  void requireDefined(const llvm::Value* value, UndefinedUse use);
  /// Likewise, where it is undefined in one of the first lanes.
  void requireDefined(const llvm::Value* value, UndefinedUse use, unsigned lanes);

private:
  Slots ofConstant(const llvm::Constant& constant, std::size_t scalars);
  Slots ofResult(const llvm::Instruction& instruction, std::size_t scalars);
  Slots ofChoice(const llvm::SelectInst& choice, std::size_t scalars);
  Slot ofLogic(const llvm::Instruction& instruction);
  Slots byElement(const llvm::Instruction& instruction, std::size_t scalars);

  FunctionContext& function_;
  ScalarTypes& types_;
  FrameSlots& frame_;
  ValueSlots& values_;
  Emitter& emitter_;
  std::pmr::monotonic_buffer_resource arena_; ///< nodes of the map go with this object
  std::pmr::unordered_map<const llvm::Value*, Slots> masks_{&arena_};
};

} // namespace gevo::sim
