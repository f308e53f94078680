#include "core/kernel/compile/precompiled_headers.h"

#include <algorithm>

namespace gevo::program {

namespace fs = std::filesystem;

std::string leadingHeaders(std::string_view text) {
  std::string headers;
  bool inComment = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
    if (inComment || line.starts_with("/*")) {
      inComment = line.find("*/") == std::string_view::npos;
      continue;
    }
    if (line.empty() || line.starts_with("//")) continue;
    const bool isHeader = line.starts_with("#include <") || line.starts_with("#include<");
    if (!isHeader) break;
    headers += std::string(line) + '\n';
  }
  return headers;
}

std::vector<std::string> PrecompiledHeaders::argumentsFor(const CompilerSetup& setup, const std::string& file,
                                                          const std::vector<std::string>& arguments) {
  const fs::path path = fs::absolute(setup.folder / file).lexically_normal();
  const auto changed = setup.changedFiles.find(path);
  const auto text = changed != setup.changedFiles.end() ? Result<std::string>(changed->second) : readFile(path);
  if (!text) return {};
  const auto prologue = std::ranges::find(arguments, "-include");
  if (prologue == arguments.end() || prologue + 1 == arguments.end()) return {};
  const auto prologueText = readFile(*(prologue + 1));
  if (!prologueText) return {};
  const std::string headers = *prologueText + leadingHeaders(*text);
  std::string key = headers;
  for (const std::string& argument : arguments)
    if (!argument.contains(setup.scratch.string())) key += '\0' + argument; // the scratch folder is another each time
  const auto [entry, isNew] = made_.try_emplace(key);
  if (isNew) {
    const fs::path header = folder_ / fmt::format("headers{}.h", made_.size());
    const fs::path target = folder_ / fmt::format("headers{}.pch", made_.size());
    std::vector<std::string> command = arguments;
    // Its text is in the header; the file itself will be gone.
    const auto own = std::ranges::find(command, "-include");
    command.erase(own, own + 2);
    if (std::ranges::find(command, "-c") == command.end()) command.emplace_back("-c");
    command.insert(command.end(), {"-Xclang", "-emit-pch", "-o", target.string(), header.string()});
    if (writeFile(header, headers))
      if (const auto finished = runClang(setup, std::move(command)); finished && finished->succeeded()) entry->second = target;
  }
  if (entry->second.empty()) return {};
  return {"-Xclang", "-include-pch", "-Xclang", entry->second.string()};
}

} // namespace gevo::program
