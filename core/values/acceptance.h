#pragma once

/// How the evaluations of each kind of step ended: the papers' measure of an operator (Liou et al. 2019, III-D: 5 to 30 % of mutations
/// and 80 % of crossovers are valid).

#include "core/values/individual.h"

#include <array>

namespace gevo {

/// How an offspring was made from its parents. Mutations by operator; Other: the original, members taken from elsewhere, and evaluations
/// that ended before an edit was known. Parameter: another configuration.
enum class StepKind : std::uint8_t {
  Copy,
  Delete,
  Move,
  ReplaceInstruction,
  ReplaceOperand,
  Swap,
  Crossover,
  Other,
  Parameter,
  Unroll,
  Cache,
  Registers,
  Approximate,
  Precision,
  Perforate,
  Specialise,
  Restrict,
  Synchronise,
  Flatten,
  Promote,
  Reassociate,
  Pipeline,
  Vectorise,
  Share,
  Synthesise
};
inline constexpr std::size_t stepKindCount = 25;

/// "copy", ..., "swap", "crossover", "other", "parameter", "unroll", ...
const char* stepKindName(StepKind kind);
/// Of a mutation by that operator.
StepKind stepKindOf(Operator op);
/// Of a mutation: the operator of its last edit.
StepKind stepKindOf(const Individual& individual);

/// Evaluations of one kind of step.
struct StepCounts {
  std::array<std::uint64_t, reasonCount> reasons{}; ///< by Reason; those of Reason::None are valid
  std::uint64_t reused = 0;                         ///< same code as an earlier evaluation, whatever the reason

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

/// JSON: {"delete": {"tries": 10, "reused": 2, "valid": 3, "wrong output": 7}, ...}; kinds and reasons without evaluations are left
/// out. "tries" are evaluations: files have this name.
std::string printAcceptance(const Acceptance& acceptance);

} // namespace gevo
