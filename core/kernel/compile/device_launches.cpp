#include "core/kernel/compile/device_launches.h"

#include "core/base/file.h"

#include <cctype>
#include <fmt/format.h>
#include <regex>

namespace gevo::program {

namespace {

/// The beginning of the text, up to a line and column counted from 1.
std::string_view textBefore(std::string_view text, unsigned line, unsigned column) {
  std::size_t begin = 0;
  for (unsigned i = 1; i < line && begin != std::string_view::npos; ++i) {
    begin = text.find('\n', begin);
    if (begin != std::string_view::npos) ++begin;
  }
  return begin == std::string_view::npos ? std::string_view() : text.substr(0, begin + column - 1);
}

void trim(std::string_view& text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.remove_suffix(1);
}

/// The name at the end of the text, without template arguments after it.
std::string lastName(std::string_view text) {
  trim(text);
  if (text.ends_with('>')) {
    int depth = 0;
    do {
      depth += text.back() == '>' ? 1 : text.back() == '<' ? -1 : 0;
      text.remove_suffix(1);
    } while (depth > 0 && !text.empty());
    trim(text);
  }
  std::size_t begin = text.size();
  while (begin > 0 && (std::isalnum(static_cast<unsigned char>(text[begin - 1])) || text[begin - 1] == '_')) --begin;
  return std::string(text.substr(begin));
}

} // namespace

std::optional<DeviceLaunch> deviceLaunch(const std::string& errors, const std::filesystem::path& folder) {
  static const std::regex pattern(R"((?:^|\n)([^\n:]+):(\d+):(\d+): error: kernel launch from __device__ or __global__ function)");
  std::smatch match;
  if (!std::regex_search(errors, match, pattern)) return std::nullopt;
  DeviceLaunch launch{match[1].str(), static_cast<unsigned>(std::stoul(match[2].str())), {}};
  if (const auto text = readFile(folder / launch.file))
    launch.kernel = lastName(textBefore(*text, launch.line, static_cast<unsigned>(std::stoul(match[3].str()))));
  return launch;
}

std::string deviceLaunchMessage(const DeviceLaunch& launch) {
  return fmt::format("{}:{} launches {} in device code, which GEVO supports on no device, simulated or real; launch it from the host",
                     launch.file, launch.line, launch.kernel.empty() ? std::string("a kernel") : "the kernel " + launch.kernel);
}

} // namespace gevo::program
