#include "core/tmbl/regression/table.h"

#include "core/base/file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

namespace gevo::tmbl {

namespace {

char separatorOf(std::string_view line) {
  for (const char separator : {',', ';', '\t'})
    if (line.find(separator) != std::string_view::npos) return separator;
  return ',';
}

std::string_view trimmed(std::string_view cell) {
  constexpr std::string_view blanks = " \t\r";
  cell.remove_prefix(std::min(cell.find_first_not_of(blanks), cell.size()));
  cell.remove_suffix(cell.size() - std::min(cell.find_last_not_of(blanks) + 1, cell.size()));
  if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"') cell = cell.substr(1, cell.size() - 2);
  return cell;
}

/// A separator within quotes is part of the cell.
std::vector<std::string_view> cellsOf(std::string_view line, char separator) {
  std::vector<std::string_view> cells;
  std::size_t begin = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') quoted = !quoted;
    if (line[i] != separator || quoted) continue;
    cells.push_back(trimmed(line.substr(begin, i - begin)));
    begin = i + 1;
  }
  cells.push_back(trimmed(line.substr(begin)));
  return cells;
}

std::optional<double> numberOf(std::string_view cell) {
  double value = 0;
  if (cell.starts_with('+')) cell.remove_prefix(1);
  const auto [end, problem] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (end != cell.data() + cell.size() || problem == std::errc::invalid_argument) return std::nullopt;
  return problem == std::errc() ? value : INFINITY; // too large, or too small, for a double
}

class TableReader {
public:
  explicit TableReader(std::string_view name) : name_(name) {}

  Result<void> readLine(std::string_view line, std::size_t number) {
    if (trimmed(line).empty()) return {};
    if (table_.names.empty()) {
      separator_ = separatorOf(line);
      if (readNames(cellsOf(line, separator_))) return checkNames(number);
    }
    return readRow(cellsOf(line, separator_), number);
  }

  Result<DataTable> finish() {
    if (table_.rows() == 0) return fail("{} has no rows of numbers; write a line for each case", name_);
    return std::move(table_);
  }

private:
  /// False if the cells are numbers.
  bool readNames(const std::vector<std::string_view>& cells) {
    const bool numbers = std::ranges::all_of(cells, [](std::string_view cell) { return numberOf(cell).has_value(); });
    for (std::size_t i = 0; i < cells.size(); ++i) table_.names.push_back(numbers ? fmt::format("x{}", i + 1) : std::string(cells[i]));
    table_.values.resize(cells.size());
    return !numbers;
  }

  Result<void> checkNames(std::size_t number) const {
    for (std::size_t i = 0; i < table_.names.size(); ++i) {
      if (table_.names[i].empty()) return fail("{}:{}: column {} has no name; give it one", name_, number, i + 1);
      if (std::ranges::count(table_.names, table_.names[i]) > 1)
        return fail("{}:{}: two columns are named '{}'; rename one", name_, number, table_.names[i]);
    }
    return {};
  }

  Result<void> readRow(const std::vector<std::string_view>& cells, std::size_t number) {
    if (cells.size() != table_.names.size())
      return fail("{}:{}: the line has {} cells and the first line {}; each row needs a number for each column", name_, number,
                  cells.size(), table_.names.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::optional<double> value = numberOf(cells[i]);
      if (!value)
        return fail("{}:{}: '{}' in column '{}' is not a number; remove the row or the column", name_, number, cells[i], table_.names[i]);
      const auto single = static_cast<float>(*value);
      if (!std::isfinite(single))
        return fail("{}:{}: {} in column '{}' is not a finite float32; remove the row or scale the column", name_, number, cells[i],
                    table_.names[i]);
      table_.values[i].push_back(single);
    }
    return {};
  }

  std::string_view name_;
  char separator_ = ',';
  DataTable table_;
};

} // namespace

Result<DataTable> parseTable(std::string_view text, std::string_view name) {
  constexpr std::string_view byteOrderMark = "\xef\xbb\xbf"; // which spreadsheets write
  if (text.starts_with(byteOrderMark)) text.remove_prefix(byteOrderMark.size());
  TableReader reader(name);
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    GEVO_TRY(reader.readLine(line, number));
  }
  return reader.finish();
}

Result<DataTable> readTable(const std::filesystem::path& file) {
  GEVO_TRY_ASSIGN(const std::string text, readFile(file));
  return parseTable(text, file.string());
}

} // namespace gevo::tmbl
