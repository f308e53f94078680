#include "core/kernel/build/variant_code.h"

#include <regex>

namespace gevo::program {

namespace {

using Match = std::match_results<std::string_view::const_iterator>;

std::string_view nextLine(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

} // namespace

PtxNames namesInPtx(std::string_view ptx) {
  static const std::regex kernel(R"(^\s*(?:\.visible\s+)?(?:\.weak\s+)?\.entry\s+([\w$]+))");
  static const std::regex variable(R"(^\s*\.(?:visible|weak|common)\s+\.(global|const)\s.*?\.[a-z](\d+)\s+([\w$]+)(?:\[(\d+)\])?)");
  static const std::regex target(R"(^\s*\.target\s+(sm_\w+))");
  PtxNames names;
  while (!ptx.empty()) {
    const std::string_view whole = nextLine(ptx);
    // What follows are values, which may be many.
    const std::string_view line = whole.substr(0, std::min<std::size_t>(whole.find('='), 4096));
    if (line.find('.') == line.npos) continue;
    Match match;
    if (std::regex_search(line.begin(), line.end(), match, kernel)) {
      names.kernels.push_back(match[1].str());
    } else if (std::regex_search(line.begin(), line.end(), match, variable)) {
      const std::uint64_t count = match[4].matched ? std::stoull(match[4].str()) : 1;
      names.variables[match[3].str()] = {std::stoull(match[2].str()) / 8 * count, match[1].str() == "const"};
    } else if (names.architecture.empty() && std::regex_search(line.begin(), line.end(), match, target)) {
      names.architecture = match[1].str();
    }
  }
  return names;
}

} // namespace gevo::program
