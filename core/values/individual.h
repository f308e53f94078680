#pragma once

/// One individual: an edit list that was applied and evaluated. The search makes them and the store keeps them.

#include "core/edit/edit.h"
#include "core/values/evaluation_result.h"

#include <optional>
#include <string>
#include <string_view>

namespace gevo {

/// How an individual was made. The order is part of the file format.
/// Seeded: taken from the front of another run. Verified: a member that passed one test, evaluated again on all. Derived: made by the
/// user from a variant of the run; it never enters the population. Tuned: the parent in another configuration.
enum class Origin : std::uint8_t { Original, InitialMutation, Crossover, Mutation, Seeded, Verified, Derived, Tuned };
inline constexpr Origin lastOrigin = Origin::Tuned;

/// Variants that the user derived have ids of their own, above those of any run.
inline constexpr std::int64_t firstDerivedId = std::int64_t(1) << 40;
constexpr bool isDerived(std::int64_t id) { return id >= firstDerivedId; }
/// As shown and as read by commands: "original", "8123", "D1" for the first derived one.
std::string variantName(std::int64_t id);
/// Nothing for a text that is not such a name.
std::optional<std::int64_t> parseVariantName(std::string_view name);
const char* originName(Origin origin);

struct Individual {
  std::int64_t id = 0; ///< in order of (generation, slot, step); 0 is the original
  std::uint32_t generation = 0;
  std::uint32_t slot = 0; ///< index in the generation's population
  std::uint32_t step = 0; ///< index among the evaluations of this slot in this generation
  Origin origin = Origin::Original;
  std::int64_t parent = -1;  ///< id, -1 for none
  std::int64_t parent2 = -1; ///< second parent of a crossover
  EditList edits;
  std::vector<bool> active; ///< per edit
  EvaluationResult result;
};

EditList activeEdits(const Individual& individual);
std::size_t activeEditCount(const Individual& individual);
/// Its code came as far as the tests, and was not known before.
bool isTestedAnew(const Individual& individual);

} // namespace gevo
