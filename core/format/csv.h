#pragma once

/// Comma-separated values: RFC 4180, but lines end with \n.

#include <string>
#include <string_view>
#include <vector>

namespace gevo {

/// One line, with \n. Cells are quoted if necessary.
std::string csvLine(const std::vector<std::string>& cells);
/// The shortest text that parses to the same number; empty if it is not finite.
std::string csvNumber(double value);
/// A figure formatted for people, in ASCII: "13.31 us", "1.384x", "-".
std::string csvFigure(std::string_view text);

/// A header followed by rows.
class Csv {
public:
  explicit Csv(const std::vector<std::string>& header) { add(header); }
  void add(const std::vector<std::string>& cells) { text_ += csvLine(cells); }
  const std::string& text() const { return text_; }

private:
  std::string text_;
};

} // namespace gevo
