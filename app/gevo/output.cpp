#include "app/gevo/output.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace gevo {

int reportError(const Error& error) {
  fmt::print(stderr, "gevo: {}\n", error.message);
  if (!error.details.empty()) fmt::print(stderr, "{}{}", error.details, error.details.ends_with('\n') ? "" : "\n");
  return 1;
}

Table kernelTable(const std::vector<KernelInfo>& kernels) {
  Table table({"kernel", ">IR instructions", ">registers"});
  for (const KernelInfo& kernel : kernels)
    table.add({kernel.shownName, std::to_string(kernel.instructions), kernel.registers > 0 ? std::to_string(kernel.registers) : "-"});
  return table;
}

Table::Table(std::vector<std::string> headers) : headers_(std::move(headers)) {}

void Table::add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

std::string Table::text() const {
  const auto title = [](const std::string& header) { return header.starts_with('>') ? header.substr(1) : header; };
  std::vector<std::size_t> widths;
  for (const std::string& header : headers_) widths.push_back(title(header).size());
  for (const auto& row : rows_)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());

  std::string result;
  const auto line = [&](const std::vector<std::string>& cells, bool titles) {
    std::string text;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string cell = titles ? title(cells[i]) : cells[i];
      if (headers_[i].starts_with('>'))
        text += fmt::format("{:>{}}  ", cell, widths[i]);
      else
        text += fmt::format("{:<{}}  ", cell, widths[i]);
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
  std::vector<std::string> names;
  for (const std::string& header : headers_) names.push_back(header.starts_with('>') ? header.substr(1) : header);
  std::string result = csvLine(names);
  for (const auto& row : rows_) result += csvLine(row);
  return result;
}

std::string csvLine(const std::vector<std::string>& cells) {
  const auto quoted = [](const std::string& cell) {
    if (cell.find_first_of(",\"\n") == std::string::npos) return cell;
    std::string text = "\"";
    for (const char c : cell) text.append(c == '"' ? 2 : 1, c);
    text += '"';
    return text;
  };
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i != 0) line += ',';
    line += quoted(cells[i]);
  }
  line += '\n';
  return line;
}

std::string formatMicroseconds(double microseconds) {
  if (microseconds < 1000) return fmt::format("{:.2f} us", microseconds);
  return fmt::format("{:.3f} ms", microseconds / 1000);
}

std::string formatMillijoules(double millijoules) {
  if (std::isnan(millijoules)) return "-";
  return millijoules < 1000 ? fmt::format("{:.4g} mJ", millijoules) : fmt::format("{:.4g} J", millijoules / 1000);
}

std::string formatSpeedup(double original, double variant) { return fmt::format("{:.3f}x", original / variant); }

std::string formatError(double error, Metric metric) {
  if (error == 0) return "0";
  const bool share = metric == Metric::MaxRelative || metric == Metric::Mismatch;
  return share ? fmt::format("{:.3g} %", error * 100) : fmt::format("{:.3g}", error);
}

std::string counted(std::size_t count, std::string_view noun) { return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s"); }

std::string formatCount(std::uint64_t count) {
  std::string digits = std::to_string(count);
  for (int i = static_cast<int>(digits.size()) - 3; i > 0; i -= 3) digits.insert(static_cast<std::size_t>(i), 1, ',');
  return digits;
}

Result<double> parseDuration(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  double factor = 0;
  if (unit.empty() || unit == "s") factor = 1;
  if (unit == "m" || unit == "min") factor = 60;
  if (unit == "h") factor = 3600;
  if (error != std::errc() || factor == 0 || value <= 0) return fail("\"{}\" is no duration; write 60s, 10m or 2h", text);
  return value * factor;
}

} // namespace gevo
