#pragma once

/// What `gevo fidelity` found, as a page for people and as JSON with every point.

#include "core/session/fidelity.h"

namespace gevo::report {

/// Over projects. Nothing where none has the figure.
struct FidelityMedians {
  std::optional<double> spearman;
  std::optional<double> kendall;
  std::optional<double> percentageError;
};
FidelityMedians mediansOf(const std::vector<ProjectFidelity>& projects);

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
