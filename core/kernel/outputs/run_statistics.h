#pragma once

/// Whether a program that draws random numbers, or adds in any order, still does what the original does: by statistics over several runs,
/// as SIMCoV is judged in Liou et al. 2022 ("Understanding the power of evolutionary computation for GPU code optimization").

#include "core/kernel/outputs/metrics.h"
#include "core/values/project.h"

#include <array>
#include <span>
#include <vector>

namespace gevo::program {

/// Of one copy to the host: mean and standard deviation of its elements, and the mean difference of neighbours, which tells whether they
/// lie beside each other as they did.
struct OutputFigures {
  std::uint32_t output = 0; ///< index into Project::outputs
  std::array<double, 3> values{};
};
/// Of one run, in the order of the copies. Decisions of the host have none.
using RunFigures = std::vector<OutputFigures>;

/// Elements that are not finite don't count.
OutputFigures figuresOf(std::uint32_t output, ElementType type, ByteView bytes, std::span<const IgnoredElements> ignored);

/// Runs of each test that are enough to see that a variant computes what the original does. They are timed, and the others are not.
inline constexpr std::uint32_t firstRuns = 3;

struct Verdict {
  std::string message; ///< what differs, and by how much; empty: nothing that the runs could tell
  double shift = 0;    ///< the largest of those figures and spreads that differ, as a share of the original's
  bool isRight() const { return message.empty(); }
};

/// The confidence of a verdict as a whole, whatever the number of figures and runs: each is held to its share (Bonferroni).
inline constexpr double verdictConfidence = 0.99;

/// Compares runs of a variant with those of the original. Every figure of a run has to lie where a further run of the original would (a
/// prediction interval). Of as many runs as the original's, the means have to agree (Welch's t-test), and the spreads (the same of
/// distances to the median, as Brown and Forsythe have it). A figure that is the same in all runs of the original has to be the variant's
/// too.
Verdict judgeRuns(std::span<const RunFigures> original, std::span<const RunFigures> variant, const std::vector<OutputInfo>& outputs);

/// True where no figure differs between runs, so that they tell no more than one of them.
bool areAllTheSame(std::span<const RunFigures> runs);

template <class Archive> void fields(Archive& a, OutputFigures& m) { a(m.output, m.values); }

} // namespace gevo::program
