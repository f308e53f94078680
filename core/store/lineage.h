#pragma once

/// Where a variant came from: its ancestors along the line that gave it most of its edits, and when each of its edits appeared.

#include "core/store/rows.h"

namespace gevo {

/// One ancestor, or at last the variant itself.
struct LineageStep {
  VariantRow variant;
  /// Of the variant whose lineage this is: places in its edit list that this ancestor is the first of the line to have.
  std::vector<std::uint32_t> gained;
  /// Edits that the ancestor before had, or this one added, and the variant has not: they were lost later, or here.
  std::uint32_t others = 0;
};

struct Lineage {
  std::vector<LineageStep> steps;    ///< oldest first; the original is the first
  std::vector<std::uint32_t> bornIn; ///< per edit of the variant: generation of the first of all its ancestors that has it
};

} // namespace gevo
