#include "core/tmbl/regression/regression_data.h"

#include "core/search/random.h"
#include "core/tmbl/program.h"

#include <algorithm>
#include <cmath>
#include <fmt/ranges.h>
#include <numeric>

namespace gevo::tmbl {

namespace {

std::vector<float> chosen(const std::vector<float>& column, std::span<const std::size_t> rows) {
  std::vector<float> values;
  values.reserve(rows.size());
  for (const std::size_t row : rows) values.push_back(column[row]);
  return values;
}

Result<Cases> casesOf(const DataTable& table, std::size_t target, std::span<const std::size_t> rows) {
  std::vector<std::vector<float>> inputs;
  for (std::size_t i = 0; i < table.values.size(); ++i)
    if (i != target) inputs.push_back(chosen(table.values[i], rows));
  return Cases::make(inputs, chosen(table.values[target], rows));
}

} // namespace

Result<RegressionData> splitTable(const DataTable& table, const std::string& target, double testShare, std::uint64_t seed) {
  constexpr std::size_t fewestRows = 3; // a line through two has no error
  if (table.names.size() < 2) return fail("the table has one column, '{}'; it needs a target and an input at least", table.names.front());
  if (table.names.size() - 1 > mostInputs)
    return fail("the table has {} columns; at most {} and the target are possible", table.names.size(), mostInputs);
  const auto found = target.empty() ? table.names.end() - 1 : std::ranges::find(table.names, target);
  if (found == table.names.end()) return fail("there is no column '{}'; the table has {}", target, fmt::join(table.names, ", "));
  const auto place = static_cast<std::size_t>(found - table.names.begin());
  std::vector<std::size_t> rows(table.rows());
  std::iota(rows.begin(), rows.end(), std::size_t(0));
  RandomStream({.seed = seed, .purpose = Purpose::TestChoice}).shuffle(std::span(rows));
  const auto held = static_cast<std::size_t>(std::llround(static_cast<double>(rows.size()) * testShare));
  if (rows.size() < held + fewestRows)
    return fail("{} of {} rows would be left to learn from; at least {} are needed: give more rows, or a smaller share of test rows",
                rows.size() - std::min(held, rows.size()), rows.size(), fewestRows);
  const std::span all(rows);
  RegressionData data;
  for (std::size_t i = 0; i < table.names.size(); ++i)
    if (i != place) data.inputs.push_back(table.names[i]);
  data.target = *found;
  GEVO_TRY_ASSIGN(data.training, casesOf(table, place, all.subspan(held)));
  if (held > 0) {
    GEVO_TRY_ASSIGN(Cases test, casesOf(table, place, all.first(held)));
    data.test = std::move(test);
  }
  return data;
}

} // namespace gevo::tmbl
