#include "core/kernel/build/parameter_space.h"

#include "core/kernel/syntax/find_parameters.h"
#include "core/parameters/moves.h"
#include "core/parameters/parse_parameter.h"

#include <algorithm>
#include <regex>

namespace gevo::program {

namespace {

/// Of macros that clang's syntax does not offer by itself: not an integer, or not known to reach device code. Comments are no part of the
/// value.
std::vector<ParameterPlace> definitionsOf(const std::string& name, const std::vector<SourceFile>& sources, std::string& value) {
  const std::regex line("(^|\n)[ \t]*#[ \t]*define[ \t]+" + name + "(?![A-Za-z0-9_(])[ \t]*([^\n]*)");
  std::vector<ParameterPlace> places;
  for (const SourceFile& source : sources) {
    for (std::sregex_iterator one(source.text.begin(), source.text.end(), line), end; one != end; ++one) {
      std::string text = (*one)[2].str();
      for (const char* const comment : {"//", "/*"}) text = text.substr(0, text.find(comment));
      text.erase(text.find_last_not_of(" \t\r") + 1);
      const auto begin = static_cast<std::uint32_t>(one->position(2));
      const auto number = static_cast<std::uint32_t>(std::count(source.text.begin(), source.text.begin() + begin, '\n')) + 1;
      places.push_back({source.name, number, begin, begin + static_cast<std::uint32_t>(text.size())});
      value = text;
    }
  }
  return places;
}

/// A place that holds nothing is a feature's: all of its line.
void widenToLines(std::vector<ParameterPlace>& places, const std::vector<SourceFile>& sources) {
  for (ParameterPlace& place : places) {
    const std::string& text = std::ranges::find(sources, place.file, &SourceFile::name)->text;
    const std::size_t before = text.rfind('\n', place.begin == 0 ? 0 : place.begin - 1);
    place.begin = before == std::string::npos ? 0 : static_cast<std::uint32_t>(before) + 1;
    place.end = static_cast<std::uint32_t>(std::min(text.find('\n', place.end), text.size()));
  }
}

const std::string* givenTo(const BuildSettings& settings, const std::string& name) {
  const auto given =
      std::ranges::find_if(settings.defines, [&](const std::string& define) { return define == name || define.starts_with(name + '='); });
  return given == settings.defines.end() ? nullptr : &*given;
}

Result<Parameter> askedFor(const ParameterRequest& request, const std::vector<Parameter>& found, const BuildSettings& settings,
                           const std::vector<SourceFile>& sources) {
  Parameter parameter;
  parameter.name = request.name;
  parameter.values = request.values;
  const auto known = std::ranges::find(found, request.name, &Parameter::name);
  const std::string* const given = givenTo(settings, request.name);
  if (request.isFeature()) {
    parameter.kind = ParameterKind::Feature;
    std::string value;
    if (given == nullptr) parameter.places = definitionsOf(request.name, sources, value);
    widenToLines(parameter.places, sources);
    parameter.value = given != nullptr || !parameter.places.empty() ? featureOn : featureOff;
  } else if (known != found.end()) {
    parameter = *known;
    parameter.values = request.values;
    parameter.use.clear();
  } else if (given != nullptr) {
    parameter.value = given->size() > request.name.size() ? given->substr(request.name.size() + 1) : "1";
  } else {
    parameter.places = definitionsOf(request.name, sources, parameter.value);
    if (parameter.places.empty() || parameter.value.empty())
      return fail("the sources define no macro or constant {} with a value; give it as -D {}=VALUE, or leave --parameter {} out",
                  request.name, request.name, request.name);
    if (parameter.places.size() > 1)
      return fail("the sources define {} in {} places; give the parameter as -D {}=VALUE in one", request.name, parameter.places.size(),
                  request.name);
  }
  sortValues(parameter);
  return parameter;
}

bool isTuned(const Parameter& parameter) { return parameter.use != "device code"; }

/// Requirements are about tuned parameters: one that names another gets an error that helps.
Result<void> checkRequirements(const ProgramParameters& parameters) {
  for (const std::string& requirement : parameters.space.requirements)
    for (const Parameter& parameter : parameters.untuned)
      if (std::regex_search(requirement, std::regex("\\b" + parameter.name + "\\b")))
        return fail("the requirement \"{}\" names {}, which is not tuned by itself; give its values with --parameter {}=...", requirement,
                    parameter.name, parameter.name);
  GEVO_TRY(ParameterMoves::of(parameters.space)); // they can be read
  return {};
}

std::string noteOn(const std::vector<Parameter>& untuned) {
  std::string names;
  for (const Parameter& parameter : untuned) names += (names.empty() ? "" : ", ") + parameter.name;
  return fmt::format("not tuned, since their values may carry meaning: {}; name them with --parameter to tune them", names);
}

} // namespace

Result<ProgramParameters> parameterSpaceOf(const BuildInputs& request, const CompilerSetup& setup, const InputFiles& files,
                                           const std::vector<SourceFile>& sources, std::vector<std::string>& notes) {
  ProgramParameters parameters;
  ParameterSpace& space = parameters.space;
  space.requirements = request.requirements;
  std::vector<Parameter> found;
  if (request.findsParameters || !request.parameters.empty()) {
    Result<std::vector<Parameter>> read = findParameters(setup, files, sources);
    if (read)
      found = std::move(*read);
    else
      notes.push_back("no parameters were looked for: " + read.error().message);
  }
  std::vector<std::string> asked;
  for (const std::string& text : request.parameters) {
    GEVO_TRY_ASSIGN(const ParameterRequest one, parseParameterRequest(text));
    if (std::ranges::find(asked, one.name) != asked.end()) return fail("--parameter {} is given twice; give all its values once", one.name);
    asked.push_back(one.name);
    GEVO_TRY_ASSIGN(Parameter parameter, askedFor(one, found, request.settings, sources));
    space.parameters.push_back(std::move(parameter));
  }
  for (Parameter& parameter : found) {
    if (!request.findsParameters || std::ranges::find(asked, parameter.name) != asked.end()) continue;
    parameter.values = valuesToTry(integerValue(parameter.value).value_or(1), parameter.use);
    (isTuned(parameter) ? space.parameters : parameters.untuned).push_back(std::move(parameter));
  }
  GEVO_TRY(checkRequirements(parameters));
  if (!parameters.untuned.empty()) notes.push_back(noteOn(parameters.untuned));
  return parameters;
}

} // namespace gevo::program
