#include "core/build_commands/compile_commands.h"

#include "core/base/file.h"
#include "core/build_commands/command_words.h"
#include "core/build_commands/ninja_links.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace gevo {

namespace fs = std::filesystem;

using nlohmann::json;

namespace {

/// "bfs" of ".../CMakeFiles/bfs.dir/main.cpp.o"; empty for other objects.
std::string targetOf(const std::string& object) {
  static constexpr std::string_view folder = "/CMakeFiles/";
  const std::size_t at = object.rfind(folder);
  if (at == std::string::npos) return {};
  const std::size_t begin = at + folder.size();
  const std::size_t end = object.find(".dir/", begin);
  return end == std::string::npos ? std::string() : object.substr(begin, end - begin);
}

std::vector<std::string> expanded(std::vector<std::string> words, const fs::path& folder) {
  return withResponseFiles(words, [&](const std::string& name) { return readFile(folder / name); });
}

std::optional<CompilerCall> callOf(const json& entry, const fs::path& beside) {
  const fs::path folder = beside / entry.value("directory", std::string("."));
  std::vector<std::string> words;
  if (const auto list = entry.find("arguments"); list != entry.end())
    words = list->get<std::vector<std::string>>();
  else
    words = splitWords(entry.at("command").get<std::string>());
  auto call = readCompilerCall({folder.lexically_normal(), expanded(std::move(words), folder)});
  if (!call || call->sources.empty() || call->makes == CompilerCall::Product::Nothing) return std::nullopt;
  call->makes = CompilerCall::Product::Objects; // some tools leave out -c
  return call;
}

/// A link script has one command on a line: a call of the linker, or of ar and ranlib.
void readLinkScript(const fs::path& script, std::vector<CompilerCall>& links) {
  const auto text = readFile(script);
  if (!text) return;
  // ".../CMakeFiles/bfs.dir/link.txt" is run in the folder of CMakeFiles.
  const fs::path folder = script.parent_path().parent_path().parent_path();
  std::string_view left = *text;
  while (!left.empty()) {
    const std::size_t end = std::min(left.find('\n'), left.size());
    if (auto call = readCompilerCall({folder, expanded(splitWords(left.substr(0, end)), folder)});
        call && call->makes != CompilerCall::Product::Nothing)
      links.push_back(std::move(*call));
    left.remove_prefix(std::min(end + 1, left.size()));
  }
}

std::vector<std::string> objectsOf(const CompilerCall& call) {
  std::vector<std::string> objects;
  for (const CompiledFile& source : call.sources) objects.push_back(call.objectOf(source));
  return objects;
}

/// A program of which only the compiled files are known.
LinkedProgram unlinked(const std::string& name, const std::vector<const CompilerCall*>& calls) {
  LinkedProgram program{name, {}, {}, {}, {}};
  for (const CompilerCall* call : calls)
    for (const CompiledFile& source : call->sources)
      program.sources.push_back({source.path, source.language, call->defines, call->includes, call->flags});
  return program;
}

bool compilesOneOf(const CompilerCall& call, const std::vector<std::string>& sources) {
  return std::ranges::any_of(call.sources,
                             [&](const CompiledFile& source) { return std::ranges::find(sources, source.path) != sources.end(); });
}

Result<LinkedProgram> programOfSources(const CompileCommands& commands, const std::vector<std::string>& sources) {
  std::vector<const CompilerCall*> calls;
  for (const std::string& source : sources) {
    // Compiled for several targets, it is as the first compiles it.
    const auto found = std::ranges::find_if(commands.compiles, [&](const CompilerCall& call) { return compilesOneOf(call, {source}); });
    if (found == commands.compiles.end())
      return fail("{} is not among the sources in {}; name one that it compiles", source, commands.file);
    calls.push_back(&*found);
  }
  return unlinked(fs::path(sources.front()).stem().string(), calls);
}

} // namespace

Result<CompileCommands> readCompileCommands(const fs::path& file) {
  GEVO_TRY_ASSIGN(const std::string text, readFile(file));
  CompileCommands commands{file.string(), {}, {}};
  std::error_code ignored;
  const fs::path beside = fs::absolute(file, ignored).parent_path();
  // nlohmann's accessors throw; nothing of it leaves this function.
  try {
    const json entries = json::parse(text);
    if (!entries.is_array()) return fail("{} is no list of compile commands; give a compile_commands.json", file.string());
    for (const json& entry : entries)
      if (auto call = callOf(entry, beside)) commands.compiles.push_back(std::move(*call));
  } catch (const json::exception& problem) {
    return fail("{} can't be read as compile commands ({}); give a compile_commands.json", file.string(), problem.what());
  }
  std::set<std::string> scripts;
  for (const CompilerCall& call : commands.compiles)
    for (const std::string& object : objectsOf(call))
      if (const std::string target = targetOf(object); !target.empty()) {
        const std::string folder = object.substr(0, object.rfind("/CMakeFiles/"));
        for (const char* const script : {"dlink.txt", "link.txt"}) // of device code, and of the program
          scripts.insert(folder + "/CMakeFiles/" + target + ".dir/" + script);
      }
  for (const std::string& script : scripts) readLinkScript(script, commands.links);
  if (commands.links.empty())
    if (const auto ninja = readFile(beside / "build.ninja")) commands.links = linksOfNinja(*ninja, beside);
  return commands;
}

Result<LinkedProgram> programOf(const CompileCommands& commands, const std::string& name, const std::vector<std::string>& sources) {
  if (!sources.empty()) return programOfSources(commands, sources);
  std::vector<CompilerCall> calls = commands.compiles;
  calls.insert(calls.end(), commands.links.begin(), commands.links.end());
  if (auto programs = linkedPrograms(calls); !programs.empty()) return chooseProgram(programs, name);

  std::map<std::string, std::vector<const CompilerCall*>> targets;
  for (const CompilerCall& call : commands.compiles)
    for (const std::string& object : objectsOf(call)) targets[targetOf(object)].push_back(&call);
  std::vector<LinkedProgram> programs;
  for (const auto& [target, compiled] : targets) programs.push_back(unlinked(target.empty() ? "program" : target, compiled));
  return chooseProgram(programs, name);
}

} // namespace gevo
