#include "core/build_commands/build_tool.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace gevo {

namespace {

std::string_view nameOf(std::string_view program) {
  const std::size_t slash = program.rfind('/');
  return slash == std::string_view::npos ? program : program.substr(slash + 1);
}

/// "g++" of "g++-12" and "g++-12.2".
std::string_view withoutVersion(std::string_view name) {
  const std::size_t dash = name.rfind('-');
  if (dash == std::string_view::npos || dash + 1 == name.size()) return name;
  const std::string_view version = name.substr(dash + 1);
  const auto ofVersion = [](char letter) { return std::isdigit(static_cast<unsigned char>(letter)) != 0 || letter == '.'; };
  return std::ranges::all_of(version, ofVersion) ? name.substr(0, dash) : name;
}

struct Tool {
  std::string_view name;
  BuildTool tool;
};

/// A cross compiler's name has the target before it: "x86_64-linux-gnu-gcc". Longer names first.
constexpr std::array tools{
    Tool{"nvcc", BuildTool::Nvcc},       Tool{"clang++", BuildTool::CppCompiler}, Tool{"clang", BuildTool::CCompiler},
    Tool{"g++", BuildTool::CppCompiler}, Tool{"c++", BuildTool::CppCompiler},     Tool{"gcc", BuildTool::CCompiler},
    Tool{"cc", BuildTool::CCompiler},    Tool{"gcc-ar", BuildTool::Archiver},     Tool{"llvm-ar", BuildTool::Archiver},
    Tool{"ar", BuildTool::Archiver},     Tool{"ld", BuildTool::Linker},           Tool{"ld.bfd", BuildTool::Linker},
    Tool{"ld.gold", BuildTool::Linker},  Tool{"ld.lld", BuildTool::Linker},       Tool{"mold", BuildTool::Linker}};

} // namespace

std::optional<BuildTool> buildToolOf(std::string_view program) {
  const std::string_view name = withoutVersion(nameOf(program));
  for (const Tool& tool : tools) {
    if (name == tool.name) return tool.tool;
    const bool isCross = name.size() > tool.name.size() && name.ends_with(tool.name) && name[name.size() - tool.name.size() - 1] == '-';
    // "ccache-cc" is none, but "x86_64-linux-gnu-cc" is.
    if (isCross && std::ranges::count(name.substr(0, name.size() - tool.name.size()), '-') > 1) return tool.tool;
  }
  return std::nullopt;
}

bool isCompilerLauncher(std::string_view program) {
  static constexpr std::array launchers{"ccache", "sccache", "distcc", "icecc", "gomacc"};
  return std::ranges::count(launchers, nameOf(program)) > 0;
}

} // namespace gevo
