#include "core/kernel/compile/leading_headers.h"

#include "core/kernel/compile/prologue.h"

#include <algorithm>
#include <optional>
#include <set>

namespace gevo::program {

namespace fs = std::filesystem;

namespace {

/// A line that is none of those looked for.
constexpr const char* other = "?";

/// The text without comments, up to where a line goes on in the next one, which is more than is understood here.
std::string withoutComments(std::string_view text) {
  std::string made;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("/*")) {
      const std::size_t end = rest.find("*/", 2);
      if (end == std::string_view::npos) return made;
      made += ' ';
      at += end + 2;
    } else if (rest.starts_with("//")) {
      const std::string_view comment = rest.substr(0, rest.find('\n'));
      if (comment.ends_with('\\') || comment.ends_with("\\\r")) return made + other;
      at += comment.size();
    } else if (rest.starts_with('\\')) {
      return made + other;
    } else {
      made += rest.front();
      ++at;
    }
  }
  return made;
}

/// Those that are not blank, without blanks at their ends.
std::vector<std::string> significantLines(std::string_view text) {
  std::vector<std::string> lines;
  const std::string all = withoutComments(text);
  for (std::size_t begin = 0; begin < all.size();) {
    const std::size_t end = std::min(all.find('\n', begin), all.size());
    const std::string_view line = std::string_view(all).substr(begin, end - begin);
    begin = end + 1;
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first != std::string_view::npos) lines.emplace_back(line.substr(first, line.find_last_not_of(" \t\r") + 1 - first));
  }
  return lines;
}

/// The name between the marks of an #include; none: the line is none.
std::optional<std::string_view> includedName(std::string_view line, char opens, char closes) {
  if (!line.starts_with("#include")) return std::nullopt;
  line.remove_prefix(std::string_view("#include").size());
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  if (!line.starts_with(opens)) return std::nullopt;
  line.remove_prefix(1);
  const std::size_t end = line.find(closes);
  if (end == std::string_view::npos) return std::nullopt;
  return line.substr(0, end);
}

/// "#ifndef X" and "#define X", where X means nothing to other headers.
bool isGuard(std::string_view first, std::string_view second, const std::vector<std::string>& arguments) {
  constexpr std::string_view asked = "#ifndef ";
  constexpr std::string_view defined = "#define ";
  if (!first.starts_with(asked) || !second.starts_with(defined) || first.substr(asked.size()) != second.substr(defined.size()))
    return false;
  const std::string macro = "-D" + std::string(first.substr(asked.size()));
  const bool isGiven = std::ranges::any_of(arguments, [&](const std::string& argument) { return argument.starts_with(macro); });
  const bool isNamedSo = macro.ends_with("_H") || macro.ends_with("_H_") || macro.ends_with("_HPP") || macro.ends_with("_CUH");
  return isNamedSo && !isGiven && !isForHeaders(macro);
}

class Reader {
public:
  Reader(const CompilerSetup& setup, const std::vector<std::string>& arguments)
      : setup_(setup), arguments_(arguments), folders_(includeFolders(arguments)) {}

  /// Whether the file has nothing else, so that what comes after it counts too.
  bool read(const fs::path& path) {
    if (!seen_.insert(path).second) return true; // a second time it is empty
    const auto changed = setup_.changedFiles.find(path);
    const auto text = changed != setup_.changedFiles.end() ? Result<std::string>(changed->second) : readFile(path);
    if (!text) return false;
    std::vector<std::string> lines = significantLines(*text);
    if (lines.size() > 2 && isGuard(lines[0], lines[1], arguments_) && lines.back().starts_with("#endif"))
      lines = {lines.begin() + 2, lines.end() - 1};
    return std::ranges::all_of(lines, [&](const std::string& line) { return take(line, path); });
  }

  const std::string& headers() const { return headers_; }

private:
  bool take(std::string_view line, const fs::path& path) {
    if (line == "#pragma once") return true;
    if (const auto own = includedName(line, '"', '"')) {
      const std::optional<fs::path> found = find(*own, path.parent_path());
      return found && read(*found);
    }
    const auto name = includedName(line, '<', '>');
    if (!name || find(*name, {})) return false;
    headers_ += fmt::format("#include <{}>\n", *name);
    return true;
  }

  /// `beside`: searched first; empty: it is not.
  std::optional<fs::path> find(std::string_view name, const fs::path& beside) const {
    std::error_code ignored;
    const auto at = [&](const fs::path& folder) -> std::optional<fs::path> {
      const fs::path path = (setup_.folder / folder / name).lexically_normal();
      if (!fs::is_regular_file(path, ignored)) return std::nullopt;
      return path;
    };
    if (!beside.empty())
      if (auto found = at(beside)) return found;
    for (const fs::path& folder : folders_)
      if (auto found = at(folder)) return found;
    return std::nullopt;
  }

  const CompilerSetup& setup_;
  const std::vector<std::string>& arguments_;
  std::vector<fs::path> folders_;
  std::set<fs::path> seen_;
  std::string headers_;
};

} // namespace

std::vector<fs::path> includeFolders(const std::vector<std::string>& arguments) {
  std::vector<fs::path> folders;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].starts_with("-I") && arguments[i].size() > 2) folders.emplace_back(arguments[i].substr(2));
    if ((arguments[i] == "-I" || arguments[i] == "-isystem") && i + 1 < arguments.size()) folders.emplace_back(arguments[i + 1]);
  }
  return folders;
}

std::string leadingHeaders(const CompilerSetup& setup, const std::string& file, const std::vector<std::string>& arguments) {
  Reader reader(setup, arguments);
  reader.read(fs::absolute(setup.folder / file).lexically_normal());
  return reader.headers();
}

} // namespace gevo::program
