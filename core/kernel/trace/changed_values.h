#pragma once

/// Other values for an output, to find out whether the host does something else when it reads them (host_decisions.h).

#include "core/kernel/outputs/metrics.h"

#include <span>

namespace gevo::program {

enum class Change : std::uint8_t {
  None,
  Slight,   ///< floats by about a thousandth, integers by one
  Zero,     ///< 0
  Opposite, ///< the other sign; 1 where it was 0
};

/// Every element; NaN and infinity stay. Bytes that fill no whole element are changed one by one.
void changeValues(std::span<std::uint8_t> bytes, ElementType type, Change change);

constexpr std::uint32_t enumerators(Change) { return std::uint32_t(Change::Opposite) + 1; }

} // namespace gevo::program
