#include "core/parameters/configure_sources.h"

#include <algorithm>

namespace gevo {

namespace {

Result<const Parameter*> findParameter(const ParameterSpace& space, const std::string& name) {
  const auto found = std::ranges::find(space.parameters, name, &Parameter::name);
  if (found == space.parameters.end()) return fail("the program has no parameter {}; gevo show lists those it has", name);
  return &*found;
}

bool defines(const std::string& define, const std::string& name) { return define.substr(0, define.find('=')) == name; }

/// Given to the compiler.
void setDefine(std::vector<std::string>& all, const Parameter& parameter, const std::string& value) {
  std::erase_if(all, [&](const std::string& define) { return defines(define, parameter.name); });
  if (parameter.kind != ParameterKind::Feature)
    all.push_back(parameter.name + '=' + value);
  else if (value == featureOn)
    all.push_back(parameter.name);
}

} // namespace

Result<std::vector<Replacement>> replacementsOf(const Project& project, const Configuration& configuration) {
  std::vector<Replacement> replacements;
  for (const ParameterValue& setting : configuration) {
    GEVO_TRY_ASSIGN(const Parameter* const parameter, findParameter(project.parameters, setting.parameter));
    for (const ParameterPlace& place : parameter->places) {
      const auto source = std::ranges::find(project.sources, place.file, &SourceFile::name);
      if (source == project.sources.end() || place.begin > place.end || place.end > source->text.size())
        return fail("the sources have no place for the parameter {}; create the project again with gevo new", parameter->name);
      // A feature with a place is on: without its line it is off.
      const std::string text = parameter->kind == ParameterKind::Feature ? std::string() : setting.value;
      if (parameter->kind == ParameterKind::Feature && setting.value == featureOn) continue;
      replacements.push_back({static_cast<std::int32_t>(source - project.sources.begin()), place.begin, place.end, text});
    }
  }
  std::ranges::sort(replacements);
  return replacements;
}

Result<ConfiguredSources> configureSources(const Project& project, const Configuration& configuration) {
  ConfiguredSources configured;
  configured.defines = project.build.defines;
  for (const ParameterValue& setting : configuration) {
    GEVO_TRY_ASSIGN(const Parameter* const parameter, findParameter(project.parameters, setting.parameter));
    if (parameter->places.empty()) setDefine(configured.defines, *parameter, setting.value);
  }
  GEVO_TRY_ASSIGN(const std::vector<Replacement> replacements, replacementsOf(project, configuration));
  for (std::size_t i = 0; i < project.sources.size(); ++i) {
    std::string text = project.sources[i].text;
    bool isChanged = false;
    for (auto one = replacements.rbegin(); one != replacements.rend(); ++one) { // later places first, so that offsets stay true
      if (one->file != static_cast<std::int32_t>(i)) continue;
      text.replace(one->begin, one->end - one->begin, one->text);
      isChanged = true;
    }
    if (isChanged) configured.changed.push_back({project.sources[i].name, std::move(text)});
  }
  return configured;
}

Result<void> configure(Project& project, const Configuration& configuration) {
  GEVO_TRY_ASSIGN(ConfiguredSources made, configureSources(project, configuration));
  project.build.defines = std::move(made.defines);
  for (SourceFile& changed : made.changed)
    std::ranges::find(project.sources, changed.name, &SourceFile::name)->text = std::move(changed.text);
  return {};
}

} // namespace gevo
