#pragma once

/// Pieces of HTML. All text from a file goes through `escaped`, because files from elsewhere are not trusted.

#include <string>
#include <string_view>
#include <vector>

namespace gevo::report {

/// Text for the inside of elements and of quoted attributes: <, >, &, both quotes; control characters and invalid UTF-8 become
/// U+FFFD.
std::string escaped(std::string_view text);

/// Escaped, with text between backticks as <code>: "delete `x`".
std::string withCodeTags(std::string_view text);

/// "<TAG class="CLASS">CONTENT</TAG>\n"; `content` is HTML.
std::string element(std::string_view tag, std::string_view className, std::string_view content);

/// A table with a head. Cells are HTML. Columns whose title begins with '>' are right-aligned figures.
class HtmlTable {
public:
  HtmlTable(std::string_view className, std::vector<std::string> titles);
  void add(const std::vector<std::string>& cells, std::string_view rowClass = {});
  std::string html() const;

private:
  std::string className_;
  std::vector<std::string> titles_;
  std::string rows_;
};

} // namespace gevo::report
