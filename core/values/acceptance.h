#pragma once

/// How often each kind of step led to what: the papers' measure of an operator (seeds/000, III-D: 5 to 30 % of mutations
/// and 80 % of crossovers come out valid).

#include "core/values/individual.h"

#include <array>

namespace gevo {

/// What a try did to its parents. Mutations by operator; Other: the original, members taken over from elsewhere, and tries
/// that ended before an edit was known.
enum class StepKind : std::uint8_t { Copy, Delete, Move, ReplaceInstruction, ReplaceOperand, Swap, Crossover, Other };
inline constexpr std::size_t stepKindCount = 8;

/// "copy", ..., "swap", "crossover", "other".
const char* stepKindName(StepKind kind);
/// Of a mutation: the operator of its last edit.
StepKind stepKindOf(const Individual& individual);

/// Tries of one kind of step.
struct StepCounts {
  std::array<std::uint64_t, reasonCount> reasons{}; ///< by Reason; those of Reason::None are valid
  std::uint64_t reused = 0;                         ///< same code as a try before, whatever the reason

  std::uint64_t evaluations() const;
  std::uint64_t valid() const { return reasons[std::size_t(Reason::None)]; }
  StepCounts& operator+=(const StepCounts& other);
  bool operator==(const StepCounts&) const = default;
};

struct Acceptance {
  std::array<StepCounts, stepKindCount> kinds{}; ///< by StepKind

  void add(const Individual& individual);
  Acceptance& operator+=(const Acceptance& other);
  const StepCounts& operator[](StepKind kind) const { return kinds[std::size_t(kind)]; }
  StepCounts& operator[](StepKind kind) { return kinds[std::size_t(kind)]; }
  StepCounts total() const;
  bool operator==(const Acceptance&) const = default;
};

template <class Archive> void fields(Archive& archive, StepCounts& counts) { archive(counts.reasons, counts.reused); }
template <class Archive> void fields(Archive& archive, Acceptance& acceptance) { archive(acceptance.kinds); }

/// JSON: {"delete": {"tries": 10, "reused": 2, "valid": 3, "wrong output": 7}, ...}; kinds and reasons without tries are left out.
std::string printAcceptance(const Acceptance& acceptance);

} // namespace gevo
