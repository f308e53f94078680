#pragma once

/// Allocates the slots of a function's register frame. A slot is for the whole function, or is used again once no value is in it, so that a
/// warp's frame stays in the cache.

#include "core/kernel/simulator/code/code.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>

#include <array>
#include <map>
#include <memory_resource>

namespace gevo::sim {

using Slots = llvm::SmallVector<Slot, 1>;

class FrameSlots {
public:
  /// Lists constants and special registers, which are in the frame before the function runs, in `code`.
  explicit FrameSlots(CodeFunction& code) : code_(code) {}

  /// A slot for the whole function.
  Slot allocate(ScalarType type);
  /// A slot that is used again once nothing holds it. Where it outlives its block, lanes that are not active keep their value in it.
  Slot acquire(ScalarType type, bool outlivesBlock);
  /// A slot until the end of the current instruction.
  Slot temporary(ScalarType type);
  void releaseTemporaries();

  /// One more value is in the slot, or one less. Does nothing to a slot for the whole function.
  void hold(Slot slot);
  void release(Slot slot);
  bool outlivesBlock(Slot slot) const;

  /// Holds `value` in all lanes.
  Slot constant(CellKind cell, std::uint64_t value);
  Slot special(SpecialRegister which);

  /// Size of the frame so far; a multiple of 64.
  Slot frameBytes() const { return (end_ + 63) / 64 * 64; }

private:
  struct Reusable {
    unsigned list = 0;    ///< free list that the slot returns to
    unsigned holders = 0; ///< values in it
  };

  CodeFunction& code_;
  std::pmr::monotonic_buffer_resource arena_; ///< nodes of the maps go with this object
  std::pmr::map<std::pair<CellKind, std::uint64_t>, Slot> constants_{&arena_};
  std::pmr::map<SpecialRegister, Slot> specials_{&arena_};
  llvm::DenseMap<Slot, Reusable> reusable_;
  std::array<std::vector<Slot>, 10> free_; ///< five kinds for values that die with their block, then five for others
  std::vector<Slot> temporaries_;
  Slot end_ = 0;
  Slot maskEnd_ = 0; ///< masks are packed: of 64 bytes that end at maskLimit_, bytes from here on are unused
  Slot maskLimit_ = 0;
};

} // namespace gevo::sim
