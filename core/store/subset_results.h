#pragma once

/// Results of subsets of variants' edits, kept in the .gevo file: an analysis that was interrupted goes on where it was, and one that is
/// repeated evaluates nothing.
///
/// Apart from Store, with a connection of its own, since an analysis writes while others read.

#include "core/base/result.h"
#include "core/values/individual.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace gevo {

/// The result for a list of edits, in which all that are left out are off.
struct SubsetResult {
  EditList edits;
  std::vector<bool> active; ///< per edit
  EvaluationResult result;
};

/// With what options the interactions of a variant's edits were analysed.
struct AnalysisOptions {
  double tolerance = 0;
  double leastGain = 0;
  std::uint64_t maxEvaluations = 0;
  bool operator==(const AnalysisOptions&) const = default;
};

/// Not to be used by two threads at once.
class SubsetResults {
public:
  enum class Access : std::uint8_t { Read, Write };

  /// Beside a writer too. Read: a file of an older version has none.
  static Result<std::unique_ptr<SubsetResults>> open(const std::filesystem::path& path, Access access);
  ~SubsetResults();

  Result<std::optional<SubsetResult>> find(std::int64_t run, const EditList& edits) const;
  /// In one transaction. Replaces earlier ones of the same edits.
  Result<void> add(std::int64_t run, const std::vector<SubsetResult>& results);

  Result<std::optional<AnalysisOptions>> analysis(std::int64_t run, std::int64_t variant) const;
  /// Replaces that of the variant.
  Result<void> setAnalysis(std::int64_t run, std::int64_t variant, const AnalysisOptions& options);

private:
  struct State;
  explicit SubsetResults(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

} // namespace gevo
