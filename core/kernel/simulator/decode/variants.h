#pragma once

/// How lane functions (lanes.h) work on a scalar type: which variant of a family it is, and the cost of its scalars.

#include "core/kernel/simulator/code/code.h"

namespace gevo::sim {

inline unsigned integerVariant(ScalarType type) {
  if (type.cell == CellKind::Word) return type.bits == 32 ? 0 : 2;
  return type.bits == 64 ? 1 : 3;
}

inline unsigned floatVariant(ScalarType type) {
  if (type.bits == 16) return type.brain ? 3 : 2;
  return type.cell == CellKind::Double ? 1 : 0;
}

inline unsigned scalarVariant(ScalarType type) { return type.floating ? floatVariant(type) : integerVariant(type); }

/// All bits of an integer's type.
inline std::uint64_t onesOf(ScalarType type) { return type.bits >= 64 ? ~0ULL : (1ULL << type.bits) - 1; }

/// Of families that only move bits: words, doubles, masks.
inline unsigned cellVariant(CellKind cell) { return cell == CellKind::Word ? 0 : cell == CellKind::Double ? 1 : 2; }

/// Two floats of 16 bits are one register and one instruction: the second costs nothing of its own.
inline Cost scalarCost(Cost cost, ScalarType type, std::size_t position) {
  if (type.floating && type.bits == 16 && position % 2 == 1) cost.issue = 0;
  return cost;
}

} // namespace gevo::sim
