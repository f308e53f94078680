#pragma once

/// Comma-separated values: RFC 4180, but lines end with \n.

#include <string>
#include <string_view>
#include <vector>

namespace gevo {

/// With its \n. Cells that need it are quoted.
std::string csvLine(const std::vector<std::string>& cells);
/// The shortest digits that read back as the same number; empty for what is no finite number.
std::string csvNumber(double value);
/// What was formatted for people with ASCII signs: "13.31 us", "1.384x", "-".
std::string csvFigure(std::string_view text);

/// A header, then rows.
class Csv {
public:
  explicit Csv(const std::vector<std::string>& header) { add(header); }
  void add(const std::vector<std::string>& cells) { text_ += csvLine(cells); }
  const std::string& text() const { return text_; }

private:
  std::string text_;
};

} // namespace gevo
