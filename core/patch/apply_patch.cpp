#include "core/patch/apply_patch.h"

#include "core/diff/line_diff.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace gevo {

namespace {

using Lines = std::vector<std::string_view>;

struct Hunk {
  std::size_t line = 0; ///< of the original, counting from 1
  Lines before;
  Lines after;
};

/// Of "@@ -12,7 +12,6 @@": 12.
std::optional<std::size_t> firstLine(std::string_view header) {
  std::size_t line = 0;
  const std::size_t minus = header.find('-');
  if (!header.starts_with("@@ ") || minus == std::string_view::npos) return std::nullopt;
  const auto [end, error] = std::from_chars(header.data() + minus + 1, header.data() + header.size(), line);
  return error == std::errc() ? std::optional(line) : std::nullopt;
}

/// "a/dir/x.cu\t2026-11-26": "dir/x.cu".
std::string_view nameOf(std::string_view line) {
  line = line.substr(4, line.find('\t') == std::string_view::npos ? std::string_view::npos : line.find('\t') - 4);
  const std::size_t slash = line.find('/');
  return slash == std::string_view::npos ? line : line.substr(slash + 1);
}

/// Where the lines are, as near to `expected` as can be.
std::optional<std::size_t> findLines(const Lines& text, const Lines& wanted, std::size_t expected) {
  std::optional<std::size_t> nearest;
  for (std::size_t at = 0; at + wanted.size() <= text.size(); ++at) {
    if (!std::equal(wanted.begin(), wanted.end(), text.begin() + static_cast<std::ptrdiff_t>(at))) continue;
    const auto distance = [&](std::size_t from) { return from > expected ? from - expected : expected - from; };
    if (!nearest || distance(at) < distance(*nearest)) nearest = at;
  }
  return nearest;
}

/// From the last hunk to the first, so that earlier lines keep their numbers.
Result<std::string> patched(const SourceFile& source, std::vector<Hunk>& hunks) {
  Lines text = splitLines(source.text);
  for (auto hunk = hunks.rbegin(); hunk != hunks.rend(); ++hunk) {
    const std::size_t expected = hunk->line == 0 ? 0 : hunk->line - 1 + (hunk->before.empty() ? 1 : 0);
    const auto at = findLines(text, hunk->before, expected);
    if (!at) return fail("the patch does not fit {} at line {}: other text is there", source.name, hunk->line);
    const auto begin = text.begin() + static_cast<std::ptrdiff_t>(*at);
    text.insert(text.erase(begin, begin + static_cast<std::ptrdiff_t>(hunk->before.size())), hunk->after.begin(), hunk->after.end());
  }
  std::string joined;
  for (const std::string_view line : text) joined += std::string(line) + '\n';
  if (!source.text.ends_with('\n') && !joined.empty()) joined.pop_back();
  return joined;
}

} // namespace

Result<std::vector<SourceFile>> applyPatch(const std::vector<SourceFile>& sources, std::string_view patch) {
  std::vector<SourceFile> changed;
  const Lines lines = splitLines(patch);
  for (std::size_t i = 0; i < lines.size();) {
    if (!lines[i].starts_with("--- ") || i + 1 == lines.size() || !lines[i + 1].starts_with("+++ ")) {
      ++i;
      continue;
    }
    const std::string_view name = nameOf(lines[i + 1]);
    const auto source = std::ranges::find(sources, name, &SourceFile::name);
    if (source == sources.end()) return fail("the patch changes {}, which is not a source of the file's program", name);
    std::vector<Hunk> hunks;
    for (i += 2; i < lines.size() && firstLine(lines[i]);) {
      Hunk& hunk = hunks.emplace_back(Hunk{*firstLine(lines[i]), {}, {}});
      for (++i; i < lines.size() && !lines[i].empty() && std::string_view(" +-\\").find(lines[i][0]) != std::string_view::npos; ++i) {
        if (lines[i].starts_with("--- ") && i + 1 < lines.size() && lines[i + 1].starts_with("+++ ")) break;
        if (lines[i][0] == ' ' || lines[i][0] == '-') hunk.before.push_back(lines[i].substr(1));
        if (lines[i][0] == ' ' || lines[i][0] == '+') hunk.after.push_back(lines[i].substr(1));
      }
    }
    GEVO_TRY_ASSIGN(std::string text, patched(*source, hunks));
    changed.push_back({source->name, std::move(text)});
  }
  if (changed.empty()) return fail("the patch has no change of a file: a unified diff with `---`, `+++` and `@@` lines is needed");
  return changed;
}

} // namespace gevo
