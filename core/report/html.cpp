#include "core/report/html.h"

#include <cstdint>
#include <fmt/format.h>

namespace gevo::report {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

/// Bytes of the UTF-8 sequence at the beginning; 0 where there is none.
std::size_t sequenceLength(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 && first < 0xF5 ? 4 : first >= 0xE0 && first < 0xF0 ? 3 : first >= 0xC2 && first < 0xE0 ? 2 : 0;
  if (length == 0 || text.size() < length) return 0;
  std::uint32_t point = length == 4 ? first & 0x07U : length == 3 ? first & 0x0FU : first & 0x1FU;
  for (std::size_t i = 1; i < length; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xC0) != 0x80) return 0;
    point = point << 6U | (next & 0x3FU);
  }
  // Longer than it need be, half of a pair of UTF-16, or beyond the last character.
  const bool wrong =
      (length == 3 && point < 0x800) || (length == 4 && (point < 0x10000 || point > 0x10FFFF)) || (point >= 0xD800 && point < 0xE000);
  if (wrong) return 0;
  return length;
}

bool isFigure(std::string_view title) { return title.starts_with('>'); }

} // namespace

std::string escaped(std::string_view text) {
  std::string html;
  html.reserve(text.size() + text.size() / 8);
  while (!text.empty()) {
    const std::size_t length = sequenceLength(text);
    const char first = text[0];
    if (first == '<')
      html += "&lt;";
    else if (first == '>')
      html += "&gt;";
    else if (first == '&')
      html += "&amp;";
    else if (first == '"')
      html += "&quot;";
    else if (first == '\'')
      html += "&#39;";
    else if (first == '$')
      html += "&#36;"; // a bare one begins the name of a colour, see style.h
    else if (length == 0 || (length == 1 && (static_cast<unsigned char>(first) < 0x20 || first == 0x7f) && first != '\n' && first != '\t'))
      html += replacement;
    else
      html += text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return html;
}

std::string withCodeTags(std::string_view text) {
  std::string html;
  for (bool code = false;; code = !code) {
    const std::size_t end = text.find('`');
    const std::string part = escaped(text.substr(0, end));
    html += code && !part.empty() ? fmt::format("<code>{}</code>", part) : part;
    if (end == text.npos) return html;
    text.remove_prefix(end + 1);
  }
}

std::string element(std::string_view tag, std::string_view className, std::string_view content) {
  if (className.empty()) return fmt::format("<{}>{}</{}>\n", tag, content, tag);
  return fmt::format("<{} class=\"{}\">{}</{}>\n", tag, className, content, tag);
}

HtmlTable::HtmlTable(std::string_view className, std::vector<std::string> titles) : className_(className), titles_(std::move(titles)) {}

void HtmlTable::add(const std::vector<std::string>& cells, std::string_view rowClass) {
  rows_ += rowClass.empty() ? std::string("<tr>") : fmt::format("<tr class=\"{}\">", rowClass);
  for (std::size_t i = 0; i < cells.size() && i < titles_.size(); ++i)
    rows_ += fmt::format("<td{}>{}</td>", isFigure(titles_[i]) ? " class=\"figure\"" : "", cells[i]);
  rows_ += "</tr>\n";
}

std::string HtmlTable::html() const {
  std::string head;
  for (const std::string& title : titles_)
    head += isFigure(title) ? fmt::format("<th class=\"figure\">{}</th>", escaped(title.substr(1)))
                            : fmt::format("<th>{}</th>", escaped(title));
  return fmt::format("<table class=\"{}\">\n<thead><tr>{}</tr></thead>\n<tbody>\n{}</tbody>\n</table>\n", className_, head, rows_);
}

} // namespace gevo::report
