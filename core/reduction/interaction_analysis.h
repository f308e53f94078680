#pragma once

/// The interactions of a variant's edits: minimised first, since edits without an effect would only be evaluated again and again (Liou et
/// al. 2022, V-A), then all subsets evaluated that core/interactions asks for.

#include "core/interactions/interactions.h"
#include "core/reduction/minimise_variant.h"

#include <filesystem>

namespace gevo {

struct InteractionSettings {
  /// Shares of the runtime, see InteractionOptions; nothing: 1 %, but at most a tenth of the variant's gain, and
  /// at least 0.05 %.
  std::optional<double> tolerance;
  std::optional<double> leastGain;
  std::size_t maxEvaluations = InteractionOptions().maxEvaluations;
  unsigned workers = 0; ///< 0: one for each core
};

struct InteractionAnalysis {
  Analysis analysis;
  Interactions interactions; ///< of the edits of `analysis.variant`
};

/// Of a variant that passed its tests and has an active edit. Blocks while it evaluates. Results are kept in the file, where it can be
/// written, as they come: what was cancelled goes on, and the same analysis again evaluates nothing.
Result<InteractionAnalysis> analyseInteractions(const Store& store, const RunInfo& run, const Individual& variant,
                                                const InteractionSettings& interactions, const JobOptions& settings);

/// Per edit: as Analysis::shares.
std::vector<double> sharesOf(const Interactions& found);

/// Adds the smaller variant to the file, if there is one, which gets its id then; and says with what settings it was analysed, so that
/// `knownInteractions` finds it.
Result<void> keepAnalysis(const std::filesystem::path& file, const RunInfo& run, InteractionAnalysis& found);

struct KnownInteractions {
  Individual variant; ///< the given one, or the derived one that is left of it
  Interactions interactions;
};
/// Of a variant that was analysed, or of what is left of it, from the results in the file. Evaluates nothing.
Result<std::optional<KnownInteractions>> knownInteractions(const Store& store, const RunInfo& run, const Individual& variant);

} // namespace gevo
