#include "core/kernel/compile/leading_headers.h"

#include <algorithm>
#include <optional>
#include <set>

namespace gevo::program {

namespace fs = std::filesystem;

namespace {

/// The lines of a text, without blanks at their ends, blank ones and comments.
std::vector<std::string_view> significantLines(std::string_view text) {
  std::vector<std::string_view> lines;
  bool inComment = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
    line = line.substr(0, line.find_last_not_of(" \t\r") + 1);
    if (inComment || line.starts_with("/*")) {
      inComment = line.find("*/") == std::string_view::npos;
      if (!inComment && !line.ends_with("*/")) lines.push_back(line); // something follows the comment
      continue;
    }
    if (!line.empty() && !line.starts_with("//")) lines.push_back(line);
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

/// "#ifndef X" and "#define X".
bool isGuard(std::string_view first, std::string_view second) {
  constexpr std::string_view asked = "#ifndef ";
  constexpr std::string_view defined = "#define ";
  return first.starts_with(asked) && second.starts_with(defined) && first.substr(asked.size()) == second.substr(defined.size());
}

class Reader {
public:
  Reader(const CompilerSetup& setup, std::vector<fs::path> folders) : setup_(setup), folders_(std::move(folders)) {}

  /// Whether the file has nothing else, so that what comes after it counts too.
  bool read(const fs::path& path) {
    if (!seen_.insert(path).second) return true; // a second time it is empty
    const auto changed = setup_.changedFiles.find(path);
    const auto text = changed != setup_.changedFiles.end() ? Result<std::string>(changed->second) : readFile(path);
    if (!text) return false;
    std::vector<std::string_view> lines = significantLines(*text);
    if (lines.size() > 2 && isGuard(lines[0], lines[1]) && lines.back().starts_with("#endif")) lines = {lines.begin() + 2, lines.end() - 1};
    return std::ranges::all_of(lines, [&](std::string_view line) { return take(line, path); });
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
    headers_ += std::string(line) + '\n';
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
  Reader reader(setup, includeFolders(arguments));
  reader.read(fs::absolute(setup.folder / file).lexically_normal());
  return reader.headers();
}

} // namespace gevo::program
