#pragma once

/// The rows that a regression learns from, and those held out, which only judge.

#include "core/tmbl/cases.h"
#include "core/tmbl/regression/table.h"

#include <optional>

namespace gevo::tmbl {

struct RegressionData {
  std::vector<std::string> inputs; ///< names of columns
  std::string target;
  Cases training;
  std::optional<Cases> test;
};

/// `target`: name of a column; empty: the last. Rows are drawn by the seed; `testShare` of them, rounded, are held out. An error says what
/// is missing: the column, a second column, or rows.
Result<RegressionData> splitTable(const DataTable& table, const std::string& target, double testShare, std::uint64_t seed);

} // namespace gevo::tmbl
