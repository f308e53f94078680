#pragma once

/// The results of `gevo fidelity`, as an HTML page and as JSON with every point.

#include "core/fidelity/fidelity.h"

namespace gevo::report {

/// Medians over projects; empty if no project has the figure.
struct FidelityMedians {
  std::size_t projects = 0; ///< that have one
  std::optional<double> spearman;
  std::optional<double> kendall;
  std::optional<double> percentageError;
};
FidelityMedians mediansOf(const std::vector<ProjectFidelity>& projects);
/// Only over projects with enough points and span, see isTelling (core/fidelity/rank_correlation.h).
FidelityMedians tellingMediansOf(const std::vector<ProjectFidelity>& projects);
/// "median of 3 with 100 codes and 10 %"
std::string tellingMedianName(const FidelityMedians& medians);

/// "0.83", or "-" for none.
std::string correlationText(std::optional<double> value);

struct FidelityReport {
  std::string model; ///< as the user named it
  std::string date;  ///< "2026-01-31"
  std::vector<ProjectFidelity> projects;
};
std::string fidelityHtml(const FidelityReport& report);
std::string fidelityJson(const FidelityReport& report);
/// Projects, their variants and times, read from such JSON. An error if it is something else.
Result<std::vector<ProjectFidelity>> parseFidelityJson(std::string_view text);

} // namespace gevo::report
