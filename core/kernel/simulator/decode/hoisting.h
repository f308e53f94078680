#pragma once

/// Hoists a kernel's values that are made of nothing but parameters, constants and the indices of block and thread: they are computed
/// before the block runs, once for each warp and launch or, where they change with the block but are the same in all its threads, once for
/// each block. What is made of both is hoisted where the block's part seldom changes from one block to the next. Modelled time stays where
/// the program has the instruction.

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
  bool seldomChanges = false; ///< it changes with the block, but mostly is what it was in the block before
};

class Hoisting {
public:
  explicit Hoisting(FunctionContext& function) : function_(function) {}

  /// Nothing where the instruction must be computed where the program has it.
  std::optional<Hoisted> canHoist(const llvm::Instruction& instruction) const;
  /// Moves the instruction's operations, those of `block` from `first` on, to where hoisted ones are. Leaves them where one of them does
  /// more than compute in lanes.
  void hoist(const llvm::Instruction& instruction, const Hoisted& kind, const Slots& slots, Block& block, std::size_t first);
  /// Nothing where the instruction was not hoisted.
  std::optional<Hoisted> find(const llvm::Instruction& instruction) const;
  /// Lists what is computed once for each block: by one warp, and the others get from it what they need.
  void listPerBlockResults(ScalarTypes& types, const FoldedExtensions& extensions);

private:
  std::vector<Op>& operations(const Hoisted& kind) const;

  FunctionContext& function_;
  llvm::MapVector<const llvm::Instruction*, std::pair<Hoisted, Slots>> hoisted_;
};

} // namespace gevo::sim
