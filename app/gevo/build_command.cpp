#include "app/gevo/build_command.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace gevo {

namespace {

bool isSource(std::string_view word) {
  static constexpr std::array endings{".cu", ".cpp", ".cc", ".cxx", ".c"};
  return std::ranges::any_of(endings, [&](std::string_view ending) { return word.ends_with(ending); });
}

} // namespace

std::vector<std::string> takeBuildCommand(int& argc, char** argv) {
  if (argc < 3 || std::string_view(argv[1]) != "new") return {};
  char** const end = argv + argc;
  char** const dashes = std::find_if(argv + 2, end, [](const char* word) { return std::string_view(word) == "--"; });
  if (dashes == end || (dashes + 1 != end && isSource(dashes[1]))) return {};
  std::vector<std::string> command(dashes + 1, end);
  argc = static_cast<int>(dashes - argv);
  argv[argc] = nullptr;
  return command;
}

} // namespace gevo
