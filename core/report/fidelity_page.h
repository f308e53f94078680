#pragma once

/// What `gevo fidelity` found, as a page for people and as JSON with every point.

#include "core/fidelity/fidelity.h"

namespace gevo::report {

/// Over projects. Nothing where none has the figure.
struct FidelityMedians {
  std::size_t projects = 0; ///< that have one
  std::optional<double> spearman;
  std::optional<double> kendall;
  std::optional<double> percentageError;
};
FidelityMedians mediansOf(const std::vector<ProjectFidelity>& projects);
/// Of those alone that are telling (core/fidelity/rank_correlation.h).
FidelityMedians tellingMediansOf(const std::vector<ProjectFidelity>& projects);
/// "median of 3 with 100 codes and 10 %"
std::string tellingMedianName(const FidelityMedians& medians);

/// "0.83", or "-" for none.
std::string correlationText(std::optional<double> value);

struct FidelityFacts {
  std::string model; ///< as the user named it
  std::string date;  ///< "2026-01-31"
  std::vector<ProjectFidelity> projects;
};
std::string fidelityHtml(const FidelityFacts& facts);
std::string fidelityJson(const FidelityFacts& facts);
/// What was measured, from such a text: projects, their variants and times. An error where it is none.
Result<std::vector<ProjectFidelity>> parseFidelityJson(std::string_view text);

} // namespace gevo::report
