#pragma once

/// Variants of one run side by side: a row for each property, with what is best in it, and for each edit, with who has it. Plain values.

#include "core/store/rows.h"
#include "core/values/individual.h"
#include "core/values/test_runtimes.h"
#include "core/values/variant_texts.h"

#include <string>
#include <vector>

namespace gevo {

class Store;

/// A variant to be compared, as the file has it.
struct VariantToCompare {
  Individual individual;
  std::vector<ValidationRow> validations; ///< its own
  Annotation annotation;
  bool onFront = false;
  std::vector<TestSpeedup> tests;     ///< as VariantDetails has them
  std::vector<EditDescription> words; ///< of its edits; empty: not known
};

enum class PropertyKind : std::uint8_t {
  Section, ///< a title above those that follow; no cells
  Property,
  Edit ///< cells say whether a variant has it
};

struct PropertyRow {
  PropertyKind kind = PropertyKind::Property;
  std::string name;
  std::vector<std::string> cells = {}; ///< of each variant
  std::vector<bool> best = {};         ///< likewise; none where the order of the values means nothing, or all are equal
  bool differs = false;
};

struct VariantComparison {
  std::vector<std::int64_t> variants;
  std::vector<PropertyRow> rows;
};

/// Reads variants of a run, in this order. `project`: the file's.
Result<std::vector<VariantToCompare>> readVariants(const Store& store, const RunInfo& run, const Project& project,
                                                   const std::vector<std::int64_t>& variants);

/// Simulated times are called so. Edits are the same that do the same, see editSignature: first those that all have, then those of fewer.
VariantComparison compareVariants(const RunInfo& run, const Project& project, const std::vector<VariantToCompare>& variants);

} // namespace gevo
