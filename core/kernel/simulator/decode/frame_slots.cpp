#include "core/kernel/simulator/decode/frame_slots.h"

#include <utility>

namespace gevo::sim {

namespace {

constexpr unsigned slotKinds = 5;

/// Masks, and words and doubles of integers and of floating point: kept apart, because integers left in inactive lanes of a
/// floating slot would be denormals, which are slow. Floats of 16 bits are computed from their bits: they count as integers.
unsigned kindOf(ScalarType type) {
  if (type.cell == CellKind::Mask) return 0;
  return (type.cell == CellKind::Word ? 1 : 3) + (type.floating && type.bits != 16 ? 1 : 0);
}

} // namespace

Slot FrameSlots::allocate(ScalarType type) {
  if (type.cell == CellKind::Mask) {
    if (maskEnd_ == maskLimit_) {
      maskEnd_ = end_;
      maskLimit_ = end_ + 64;
      end_ = maskLimit_;
    }
    return std::exchange(maskEnd_, maskEnd_ + 4);
  }
  return std::exchange(end_, end_ + cellBytes(type.cell));
}

Slot FrameSlots::acquire(ScalarType type, bool outlivesBlock) {
  const unsigned list = kindOf(type) + (outlivesBlock ? slotKinds : 0);
  if (free_[list].empty()) {
    const Slot slot = allocate(type);
    reusable_[slot].list = list;
    return slot;
  }
  const Slot slot = free_[list].back();
  free_[list].pop_back();
  return slot;
}

Slot FrameSlots::temporary(ScalarType type) {
  temporaries_.push_back(acquire(type, false));
  return temporaries_.back();
}

void FrameSlots::releaseTemporaries() {
  for (const Slot slot : temporaries_) free_[reusable_.find(slot)->second.list].push_back(slot);
  temporaries_.clear();
}

void FrameSlots::hold(Slot slot) {
  if (const auto found = reusable_.find(slot); found != reusable_.end()) ++found->second.holders;
}

void FrameSlots::release(Slot slot) {
  const auto found = reusable_.find(slot);
  if (found == reusable_.end()) return;
  Reusable& reusable = found->second;
  if (reusable.holders == 0) return;
  --reusable.holders;
  if (reusable.holders == 0) free_[reusable.list].push_back(slot);
}

bool FrameSlots::outlivesBlock(Slot slot) const {
  const auto found = reusable_.find(slot);
  return found == reusable_.end() || found->second.list >= slotKinds;
}

Slot FrameSlots::constant(CellKind cell, std::uint64_t value) {
  if (cell == CellKind::Mask) value = value & 1 ? 0xffffffffU : 0;
  const auto [entry, inserted] = constants_.try_emplace({cell, value}, 0U);
  if (inserted) {
    entry->second = allocate({cell, 32, false});
    code_.constants.push_back({entry->second, cell, value});
  }
  return entry->second;
}

Slot FrameSlots::special(SpecialRegister which) {
  const auto [entry, inserted] = specials_.try_emplace(which, 0U);
  if (inserted) {
    const CellKind cell = which == SpecialRegister::LocalBase ? CellKind::Double : CellKind::Word;
    entry->second = allocate({cell, 32, false});
    code_.specials.push_back({which, entry->second});
  }
  return entry->second;
}

} // namespace gevo::sim
