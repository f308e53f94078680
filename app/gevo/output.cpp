#include "app/gevo/output.h"

#include "core/format/csv.h"
#include "core/format/number.h"

#include <algorithm>
#include <cstdio>

namespace gevo {

namespace {

std::string titleOf(const std::string& header) { return header.starts_with('>') ? header.substr(1) : header; }

/// Columns of a terminal: letters of UTF-8, not its bytes.
std::size_t widthOf(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](unsigned char byte) { return (byte & 0xC0U) != 0x80U; }));
}

} // namespace

int reportError(const Error& error) {
  fmt::print(stderr, "gevo: {}\n", error.message);
  if (!error.details.empty()) fmt::print(stderr, "{}{}", error.details, error.details.ends_with('\n') ? "" : "\n");
  return 1;
}

Table parameterTable(const ParameterSpace& space) {
  Table table({"parameter", "value", "values to try", "where"});
  for (const Parameter& parameter : space.parameters) {
    const std::string place =
        parameter.places.empty() ? std::string("-D") : fmt::format("{}:{}", parameter.places.front().file, parameter.places.front().line);
    table.add({parameter.name, parameter.value, fmt::format("{}", fmt::join(parameter.values, " ")),
               parameter.use.empty() ? place : fmt::format("{}, {}", place, parameter.use)});
  }
  return table;
}

Table kernelTable(const std::vector<KernelInfo>& kernels) {
  const bool isMixed = std::ranges::any_of(kernels, [](const KernelInfo& kernel) { return !kernel.launched || kernel.ofLibrary; });
  std::vector<std::string> headers{"kernel", ">IR instructions", ">registers"};
  if (isMixed) headers.insert(headers.end(), {"launched", "from"});
  Table table(headers);
  for (const KernelInfo& kernel : kernels) {
    if (kernel.ofLibrary && !kernel.launched) continue;
    std::vector<std::string> cells{kernel.shownName, formatCount(kernel.instructions),
                                   kernel.registers > 0 ? formatCount(kernel.registers) : unknownFigure};
    if (isMixed) cells.insert(cells.end(), {kernel.launched ? "yes" : "no: not edited", kernel.ofLibrary ? "a library" : "the program"});
    table.add(std::move(cells));
  }
  return table;
}

Table::Table(std::vector<std::string> headers) : headers_(std::move(headers)) {}

void Table::add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

std::string Table::text() const {
  std::vector<std::size_t> widths;
  for (const std::string& header : headers_) widths.push_back(widthOf(titleOf(header)));
  for (const auto& row : rows_)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], widthOf(row[i]));

  std::string result;
  const auto line = [&](const std::vector<std::string>& cells, bool titles) {
    std::string text;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string cell = titles ? titleOf(cells[i]) : cells[i];
      const std::string padding(widths[i] - widthOf(cell), ' ');
      text += headers_[i].starts_with('>') ? padding + cell : cell + padding;
      text += "  ";
    }
    text.erase(text.find_last_not_of(' ') + 1);
    result += text;
    result += '\n';
  };
  line(headers_, true);
  for (const auto& row : rows_) line(row, false);
  return result;
}

std::string Table::csv() const {
  std::vector<std::string> cells;
  std::ranges::transform(headers_, std::back_inserter(cells), titleOf);
  Csv csv(cells);
  for (const auto& row : rows_) {
    cells = row;
    for (std::size_t i = 0; i < cells.size(); ++i)
      if (headers_[i].starts_with('>')) cells[i] = csvFigure(cells[i]); // a name may contain what is a unit in a figure
    csv.add(cells);
  }
  return csv.text();
}

} // namespace gevo
