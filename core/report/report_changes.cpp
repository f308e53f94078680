#include "core/diff/line_diff.h"
#include "core/format/number.h"
#include "core/format/patch_summary.h"
#include "core/format/source_location.h"
#include "core/report/html.h"
#include "core/report/notes.h"
#include "core/report/report.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace gevo::report {

namespace {

constexpr std::size_t contextRows = 3;

using Lines = std::vector<std::string_view>;

/// The line with its changed spans in `tag` elements.
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

/// `notes`: by line of the source.
std::string diffTable(const ReportContent& content, const SourceFile& source, const std::string& changed, const Notes::mapped_type& notes) {
  const Lines left = splitLines(source.text);
  const Lines right = splitLines(changed);
  const std::vector<DiffRow> rows = diffLines(left, right);
  const auto hasNote = [&](const DiffRow& row) { return row.left >= 0 && notes.contains(static_cast<std::uint32_t>(row.left) + 1); };

  std::vector<bool> shown(rows.size(), false);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (rows[row].kind == RowKind::Equal && !hasNote(rows[row])) continue;
    for (std::size_t i = row - std::min(row, contextRows); i < std::min(rows.size(), row + contextRows + 1); ++i) shown[i] = true;
  }
  std::string html = "<table class=\"diff\">\n<colgroup><col class=\"number\"><col><col class=\"number\"><col></colgroup>\n";
  html += fmt::format("<thead><tr><th colspan=\"2\">{} · original</th><th colspan=\"2\">variant {}</th></tr></thead>\n<tbody>\n",
                      escaped(source.name), variantName(content.subject.variant.id));
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (!shown[row]) {
      if (row == 0 || shown[row - 1]) {
        std::size_t end = row;
        while (end < rows.size() && !shown[end]) ++end;
        html += fmt::format("<tr><td class=\"gap\" colspan=\"4\">{}</td></tr>\n",
                            formatCounted(end - row, "unchanged line", "unchanged lines"));
      }
      continue;
    }
    html += rowHtml(rows[row], left, right);
    if (!hasNote(rows[row])) continue;
    std::string text;
    for (const std::string& note : notes.at(static_cast<std::uint32_t>(rows[row].left) + 1))
      text += (text.empty() ? "" : "<br>") + withCodeTags(note);
    html += fmt::format("<tr><td class=\"number\"></td><td class=\"words\" colspan=\"3\">{}</td></tr>\n", text);
  }
  return html + "</tbody>\n</table>\n";
}

std::string shareText(double share) {
  if (std::isinf(share)) return "required: fails without it";
  if (!std::isfinite(share)) return unknownFigure;
  return fmt::format("{:+.1f} %", share * 100);
}

std::string proofText(const Subject& subject) {
  if (isProven(subject))
    return fmt::format("This source was compiled and passes the variant's tests, held-out ones too: {}. gevo export --patch writes it.",
                       patchSummary(*subject.patch));
  return "The edits change LLVM IR. The notes below the lines say what the code does differently there.";
}

} // namespace

std::string changesSection(const ReportContent& content) {
  if (content.subject.isOriginal()) return {};
  std::string html = "<h2>What changed in the CUDA code</h2>\n";
  html += element("p", "note", proofText(content.subject));
  const Notes notes = notesOf(content.subject, content.texts);
  bool any = false;
  for (const SourceFile& source : content.subject.project->sources) {
    const auto rewritten = std::ranges::find_if(
        content.texts.cuda, [&](const RewrittenSource& one) { return &source - content.subject.project->sources.data() == one.file; });
    const auto said = notes.find(source.name);
    if (rewritten == content.texts.cuda.end() && said == notes.end()) continue;
    html += diffTable(content, source, rewritten == content.texts.cuda.end() ? source.text : rewritten->text.text,
                      said == notes.end() ? Notes::mapped_type() : said->second);
    any = true;
  }
  if (!any) html += element("p", {}, "Nothing that it does differently has a place in the sources.");
  return html;
}

std::string editsSection(const ReportContent& content) {
  if (content.texts.edits.empty()) return {};
  HtmlTable table("list", {"Edit", "What it does", "Where", ">Share of the speedup"});
  for (std::size_t i = 0; i < content.texts.edits.size(); ++i) {
    const EditDescription& edit = content.texts.edits[i];
    const std::string share = !edit.active ? "inactive" : i < content.shares.size() ? shareText(content.shares[i]) : unknownFigure;
    table.add({std::to_string(i + 1), withCodeTags(edit.text), escaped(formatLocation(edit.target)), share}, edit.active ? "" : "off");
  }
  return "<h2 id=\"edits\">Its edits</h2>\n" + table.html() +
         element("p", "note",
                 "Share: how much longer the variant takes without that edit. Shares need not add up, because edits interact.");
}

} // namespace gevo::report
