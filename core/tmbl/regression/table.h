#pragma once

/// A table of numbers: comma-separated values with a row of names, or without, as float32.

#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace gevo::tmbl {

struct DataTable {
  std::vector<std::string> names;         ///< of columns; x1, x2, ... where the first row holds numbers only
  std::vector<std::vector<float>> values; ///< by column, equally many in each
  std::size_t rows() const { return values.empty() ? 0 : values.front().size(); }
};

/// `name`: of the file, for errors, which say the line: "data.csv:3: ...". Cells are separated by commas, semicolons or tabs, whichever the
/// first line has; quotes around a name are removed. Empty lines are left out.
Result<DataTable> parseTable(std::string_view text, std::string_view name);
Result<DataTable> readTable(const std::filesystem::path& file);

} // namespace gevo::tmbl
