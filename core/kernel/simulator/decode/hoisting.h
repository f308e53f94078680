#pragma once

/// Hoists a kernel's values that depend only on parameters, constants and the indices of block and thread: they are computed before the
/// block runs, once for each warp and launch or, where they change with the block but are the same in all its threads, once for each
/// block. Values that depend on both are hoisted where the block's part seldom changes from one block to the next. Modelled time stays
/// where the program has the instruction.

#include "core/kernel/simulator/decode/folded_extensions.h"
#include "core/kernel/simulator/decode/frame_slots.h"
#include "core/kernel/simulator/decode/function_context.h"
#include "core/kernel/simulator/decode/scalar_types.h"

#include <llvm/ADT/MapVector.h>

namespace gevo::sim {

/// What a hoisted value depends on.
struct Hoisted {
  bool changesWithBlock = false;
  bool changesWithThread = false;
  bool seldomChanges = false; ///< it depends on the block, but is usually the same as in the previous block
};

class Hoisting {
public:
  explicit Hoisting(FunctionContext& function) : function_(function) {}

  /// Empty where the instruction can't be hoisted.
  std::optional<Hoisted> canHoist(const llvm::Instruction& instruction) const;
  /// Moves the instruction's operations (those of `block` from `first` on) to the hoisted ones. Leaves them in place where one of them
  /// does more than compute in lanes.
  void hoist(const llvm::Instruction& instruction, const Hoisted& kind, const Slots& slots, Block& block, std::size_t first);
  /// Empty where the instruction was not hoisted.
  std::optional<Hoisted> find(const llvm::Instruction& instruction) const;
  /// Lists operations that one warp computes once for each block, and the results that the other warps copy from it.
  void listPerBlockResults(ScalarTypes& types, const FoldedExtensions& extensions);

private:
  std::vector<Op>& operations(const Hoisted& kind) const;

  FunctionContext& function_;
  llvm::MapVector<const llvm::Instruction*, std::pair<Hoisted, Slots>> hoisted_;
};

} // namespace gevo::sim
