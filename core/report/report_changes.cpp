#include "core/diff/line_diff.h"
#include "core/format/number.h"
#include "core/format/source_location.h"
#include "core/report/html.h"
#include "core/report/report.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace gevo::report {

namespace {

constexpr std::size_t contextRows = 3;

using Lines = std::vector<std::string_view>;

/// The line with what changed in it marked.
std::string marked(std::string_view line, const std::vector<TextSpan>& spans, std::string_view tag) {
  std::string html;
  std::size_t at = 0;
  for (const TextSpan& span : spans) {
    const std::size_t begin = std::min<std::size_t>(span.begin, line.size());
    const std::size_t end = std::min<std::size_t>(span.end, line.size());
    if (begin < at || end <= begin) continue;
    html += escaped(line.substr(at, begin - at)) + fmt::format("<{}>{}</{}>", tag, escaped(line.substr(begin, end - begin)), tag);
    at = end;
  }
  return html + escaped(line.substr(at));
}

std::string cells(const Lines& lines, std::int32_t line, const std::vector<TextSpan>& spans, std::string_view className,
                  std::string_view tag) {
  if (line < 0) return "<td class=\"number none\"></td><td class=\"code none\"></td>";
  const std::string text = marked(lines[static_cast<std::size_t>(line)], spans, tag);
  return fmt::format("<td class=\"number {}\">{}</td><td class=\"code {}\">{}</td>", className, line + 1, className,
                     text.empty() ? "&nbsp;" : text);
}

std::string rowHtml(const DiffRow& row, const Lines& left, const Lines& right) {
  const bool same = row.kind == RowKind::Equal;
  return "<tr>" + cells(left, row.left, row.leftChanged, same ? "" : "gone", "del") +
         cells(right, row.right, row.rightChanged, same ? "" : "come", "ins") + "</tr>\n";
}

/// Words of the edits by the line of the source that they changed, from 1.
std::map<std::uint32_t, std::vector<std::string>> wordsByLine(const Facts& facts, const std::string& file) {
  std::map<std::uint32_t, std::vector<std::string>> byLine;
  for (std::size_t i = 0; i < facts.texts.edits.size(); ++i) {
    const EditDescription& edit = facts.texts.edits[i];
    if (!edit.active) continue;
    for (const SourcePosition& place : edit.target) {
      if (place.file != file) continue;
      byLine[place.line].push_back(fmt::format("Edit {}: {}", i + 1, words(edit.words)));
      break;
    }
  }
  return byLine;
}

std::string diffTable(const Facts& facts, const RewrittenSource& rewritten, const SourceFile& source) {
  const Lines left = splitLines(source.text);
  const Lines right = splitLines(rewritten.text.text);
  const std::vector<DiffRow> rows = diffLines(left, right);
  const auto notes = wordsByLine(facts, source.name);
  const auto hasNote = [&](const DiffRow& row) { return row.left >= 0 && notes.contains(static_cast<std::uint32_t>(row.left) + 1); };

  std::vector<bool> shown(rows.size(), false);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (rows[row].kind == RowKind::Equal && !hasNote(rows[row])) continue;
    for (std::size_t i = row - std::min(row, contextRows); i < std::min(rows.size(), row + contextRows + 1); ++i) shown[i] = true;
  }
  std::string html = "<table class=\"diff\">\n<colgroup><col class=\"number\"><col><col class=\"number\"><col></colgroup>\n";
  html += fmt::format("<thead><tr><th colspan=\"2\">{} · original</th><th colspan=\"2\">variant {}</th></tr></thead>\n<tbody>\n",
                      escaped(source.name), variantName(facts.subject.variant.id));
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (!shown[row]) {
      if (row == 0 || shown[row - 1]) {
        std::size_t end = row;
        while (end < rows.size() && !shown[end]) ++end;
        html += fmt::format("<tr><td class=\"gap\" colspan=\"4\">{}</td></tr>\n",
                            formatCounted(end - row, "line as it was", "lines as they were"));
      }
      continue;
    }
    html += rowHtml(rows[row], left, right);
    if (!hasNote(rows[row])) continue;
    std::string text;
    for (const std::string& note : notes.at(static_cast<std::uint32_t>(rows[row].left) + 1)) text += (text.empty() ? "" : "<br>") + note;
    html += fmt::format("<tr><td class=\"number\"></td><td class=\"words\" colspan=\"3\">{}</td></tr>\n", text);
  }
  return html + "</tbody>\n</table>\n";
}

/// Which edits the rewritten sources do not tell.
std::string unsaidEdits(const Facts& facts) {
  std::string numbers;
  std::size_t active = 0;
  std::size_t unsaid = 0;
  for (std::size_t i = 0; i < facts.texts.edits.size(); ++i) {
    const EditDescription& edit = facts.texts.edits[i];
    active += edit.active ? 1 : 0;
    if (!edit.active || edit.inSource) continue;
    numbers += fmt::format("{}{}", unsaid++ == 0 ? "" : ", ", i + 1);
  }
  if (unsaid == 0) return {};
  return element("p", "note",
                 fmt::format("CUDA has no simple words for {} of the {}: they act on what the compiler made of the line ({} {}).", unsaid,
                             formatCounted(active, "active edit", "active edits"), unsaid == 1 ? "edit" : "edits", numbers));
}

std::string shareWords(double share) {
  if (std::isinf(share)) return "needed: fails without";
  if (!std::isfinite(share)) return unknownFigure;
  return fmt::format("{:+.1f} %", share * 100);
}

} // namespace

std::string changesSection(const Facts& facts) {
  if (facts.subject.isOriginal()) return {};
  std::string html = "<h2>What changed in the CUDA code</h2>\n";
  html += element(
      "p", "note",
      "An explanation: the edits were made in the compiler's code, and are written here as the CUDA they amount to. What was tested "
      "is the exported code.");
  bool any = false;
  for (const RewrittenSource& rewritten : facts.texts.cuda) {
    const std::vector<SourceFile>& sources = facts.subject.project->sources;
    if (rewritten.file < 0 || static_cast<std::size_t>(rewritten.file) >= sources.size()) continue; // a worker's reply may say anything
    html += diffTable(facts, rewritten, sources[static_cast<std::size_t>(rewritten.file)]);
    any = true;
  }
  if (!any) html += element("p", {}, "None of the edits can be written as a change of the sources.");
  return html + unsaidEdits(facts);
}

std::string editsSection(const Facts& facts) {
  if (facts.texts.edits.empty()) return {};
  HtmlTable table("list", {"Edit", "What it does", "Where", ">Share of the speed"});
  for (std::size_t i = 0; i < facts.texts.edits.size(); ++i) {
    const EditDescription& edit = facts.texts.edits[i];
    const std::string share = !edit.active ? "inactive" : i < facts.shares.size() ? shareWords(facts.shares[i]) : unknownFigure;
    table.add({std::to_string(i + 1), words(edit.words), escaped(formatLocation(edit.target)), share}, edit.active ? "" : "off");
  }
  return "<h2>Its edits</h2>\n" + table.html() +
         element("p", "note",
                 "Share: how much longer the variant takes without that edit. Shares need not add up, as edits work together.");
}

} // namespace gevo::report
