#pragma once

/// Interactions of edits in words, for the terminal and for reports. Edits are numbered from 1.

#include "core/interactions/interactions.h"

#include <string>

namespace gevo {

/// "all 4 edits act by themselves", "2 of 7 edits act by themselves, 5 in 2 clusters"; what else has to be known of the analysis.
std::string interactionSummary(const Interactions& found);
/// "edits 2, 3 and 4 together save 12.3 % of the original's time, by themselves 0.0 %".
std::string clusterText(const Interactions& found, std::size_t cluster);
/// "alone", "weak", "cluster 1", "cluster 1, stepping stone".
std::string roleText(const Interactions& found, std::size_t edit);
/// "3.1 %", or why it fails.
std::string gainText(const Interactions& found, const SubsetOutcome& outcome);
/// "2.0 %", "2.0 ± 0.3 %".
std::string shapleyText(const EditInteraction& edit);
/// "3, 4"; those without which it passes but gains nothing in parentheses: "3, (4)".
std::string needsText(const Interactions& found, std::size_t edit);

} // namespace gevo
