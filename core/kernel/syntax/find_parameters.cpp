#include "core/kernel/syntax/find_parameters.h"

#include "core/kernel/compile/flags.h"
#include "core/kernel/syntax/parameter_reader.h"
#include "core/kernel/syntax/parse_files.h"

#include <algorithm>

namespace gevo::program {

namespace {

/// Above are capacities and patterns of bits: no sizes of blocks or arrays.
constexpr std::uint64_t largestValue = 65536;

bool isReserved(std::string_view name) { return name.starts_with("__"); }

/// Integers that -D gives to macros, the same for all files.
std::map<std::string, std::uint64_t> givenMacros(const CompilerSetup& setup, const InputFiles& files) {
  std::map<std::string, std::set<std::string>> texts;
  for (const std::string& file : files.cuda) {
    std::map<std::string, std::string> ofFile; // the last one counts
    for (const std::string& macro : flagsOf(setupFor(setup, file)).macros) {
      const std::size_t equals = std::min(macro.find('='), macro.size());
      ofFile[macro.substr(2, equals - 2)] = macro.starts_with("-D") ? macro.substr(std::min(equals + 1, macro.size())) : "";
    }
    for (const auto& [name, text] : ofFile) texts[name].insert(text);
  }
  std::map<std::string, std::uint64_t> given;
  for (const auto& [name, values] : texts) {
    const std::string& text = *values.begin();
    const auto literal = integerLiteral({CXToken_Literal, 0, static_cast<std::uint32_t>(text.size()), text});
    if (values.size() == 1 && literal) given[name] = literal->value;
  }
  return given;
}

ParameterPlace placeOf(const SourceFile& source, const IntegerLiteral& literal) {
  const auto lines = std::ranges::count(source.text.substr(0, literal.begin), '\n');
  return {source.name, static_cast<std::uint32_t>(lines) + 1, literal.begin, literal.end};
}

} // namespace

Result<std::vector<Parameter>> findParameters(const CompilerSetup& setup, const InputFiles& files, const std::vector<SourceFile>& sources) {
  const std::filesystem::path folder = projectFolder(files, setup.folder);
  ParameterReader reader(sources, folder);
  GEVO_TRY(
      parseFiles(setup, files, sources, CXTranslationUnit_DetailedPreprocessingRecord, [&](CXTranslationUnit unit) { reader.read(unit); }));

  const std::map<Entity, Use> uses = reader.uses();
  std::map<std::string, int> named;
  for (const auto& [spot, candidate] : reader.candidates()) ++named[candidate.name];
  std::vector<Parameter> found;
  const auto add = [&](const Entity& entity, Parameter parameter, std::uint64_t value) {
    const auto use = uses.find(entity);
    if (use == uses.end() || value > largestValue || isReserved(parameter.name)) return;
    parameter.value = std::to_string(value);
    parameter.use = useName(use->second);
    found.push_back(std::move(parameter));
  };
  for (const auto& [name, value] : givenMacros(setup, files))
    if (!named.contains(name) && reader.definitionsOf(name).size() <= 1) add({name, {}}, {.name = name}, value);
  for (const auto& [spot, candidate] : reader.candidates()) {
    if (named[candidate.name] > 1 || reader.definitionsOf(candidate.name).size() > 1) continue;
    Parameter parameter{.name = candidate.name, .kind = candidate.kind};
    parameter.places.push_back(placeOf(sources[static_cast<std::size_t>(spot.file)], candidate.literal));
    add(candidate.entity, std::move(parameter), candidate.literal.value);
  }
  return found;
}

} // namespace gevo::program
