#include "core/format/source_code.h"

#include <algorithm>

namespace gevo {

std::string shownName(const Project& project, const std::string& function) {
  const auto kernel = std::ranges::find(project.kernels, function, &KernelInfo::name);
  return kernel == project.kernels.end() ? function : kernel->shownName;
}

std::string codeAt(const Project& project, const CodeLine& line) {
  const auto source = std::ranges::find(project.sources, line.file, &SourceFile::name);
  if (source == project.sources.end()) return {};
  std::size_t begin = 0;
  for (std::uint32_t i = 1; i < line.line && begin != std::string::npos; ++i) {
    begin = source->text.find('\n', begin);
    if (begin != std::string::npos) ++begin;
  }
  if (begin == std::string::npos) return {};
  std::string code = source->text.substr(begin, source->text.find('\n', begin) - begin);
  constexpr const char* space = " \t\r";
  code.erase(0, std::min(code.find_first_not_of(space), code.size()));
  code.erase(code.find_last_not_of(space) + 1);
  return code;
}

} // namespace gevo
