#pragma once

/// Which edits of a variant act by themselves, and which act only together: epistasis (Liou et al. 2022, V-B and V-C).
///
/// 1. Algorithm 2 of that paper separates the independent edits from the epistatic ones.
/// 2. For each epistatic edit the smallest context is searched in which it acts as it does among all of them, by leaving out halves, as
///    delta debugging does (Zeller and Hildebrandt 2002). An edit and its context belong to one cluster, so that clusters are found
///    without evaluating all subsets of the epistatic edits.
/// 3. All subsets of each cluster are evaluated, up to 12 edits. They say which edit needs which, and what each contributes: its Shapley
///    value (Shapley 1953). In larger clusters that is estimated from permutations (Castro et al. 2009).
///
/// Evaluates nothing itself, and is deterministic.

#include "core/interactions/evaluated_subsets.h"

#include <optional>

namespace gevo {

struct InteractionOptions {
  double tolerance = 0.01;           ///< two changes that differ by no more agree; as a share of the runtime
  double leastGain = 0.01;           ///< an edit that changes the runtime by no more has no effect of its own
  std::size_t maxEvaluations = 8192; ///< of subsets; at least four for each edit are made
};

/// Weak: independent, and without an effect.
enum class EditRole : std::uint8_t { Independent, Weak, Epistatic };
const char* editRoleName(EditRole role);

struct EditInteraction {
  EditRole role = EditRole::Independent;
  bool steppingStone = false;         ///< gains nothing alone, and others need it
  SubsetOutcome alone;                ///< this edit and no other
  SubsetOutcome without;              ///< the whole variant without it
  std::optional<std::size_t> cluster; ///< its number, of an epistatic one
  /// What it contributes to its cluster, or alone where it is in none, as a share of the original's runtime that it saves. What fails
  /// counts as the original, since nobody would use it.
  double shapley = 0;
  double shapleyHalfWidth = 0; ///< of the 95 % interval; 0: exact

  bool failsAlone() const { return alone.fails(); }
};

/// Fails: without the other edit, every subset that has this edit fails. NoGain: each fails or is no faster for it.
enum class NeedKind : std::uint8_t { Fails, NoGain };
struct Need {
  std::size_t edit = 0;
  std::size_t needed = 0;
  NeedKind kind = NeedKind::Fails;
  auto operator<=>(const Need&) const = default;
};

/// A subset of a cluster.
struct LatticePoint {
  SubsetOutcome outcome;
  bool inferred = false; ///< not evaluated: it lacks what one of its edits fails without
};

struct Cluster {
  std::vector<std::size_t> edits; ///< ascending
  SubsetOutcome together;         ///< the cluster's edits and no others
  double gain = 0;                ///< of all together, as a share of the original's runtime
  double sumOfParts = 0;          ///< of the gains of those edits that pass alone
  /// By the bits of its number: bit i is edits[i]. Empty where there are too many.
  std::vector<LatticePoint> lattice;
};

struct Interactions {
  SubsetOutcome original;
  SubsetOutcome whole;
  std::vector<EditInteraction> edits; ///< in the order of the variant's
  std::vector<Cluster> clusters;      ///< the largest gain first
  std::vector<Need> needs;            ///< ascending
  InteractionOptions options;
  std::size_t evaluations = 0;
  bool complete = true; ///< all that was to be evaluated was; else clusters may be too large

  /// (f(original) - f(X)) / f(original)
  double gainOf(const SubsetOutcome& outcome) const { return outcome.fails() ? 0 : 1 - outcome.runtime / original.runtime; }
};

/// `edits`: how many the variant has. All of them together must pass.
Result<Interactions> findInteractions(std::size_t edits, const InteractionOptions& options, const EvaluateSubsets& evaluate);

} // namespace gevo
