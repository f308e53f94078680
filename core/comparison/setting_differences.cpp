#include "core/comparison/setting_differences.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

namespace gevo {

namespace {

std::string textOf(const nlohmann::json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// Each with its own name. Ideas are one setting, however many they are.
nlohmann::json namedSettings(const RunSettings& run) {
  nlohmann::json settings = nlohmann::json::parse(printRunSettings(run));
  nlohmann::json& ideas = settings["search"]["ideas"];
  ideas = ideas.dump();
  return settings.flatten();
}

/// Of what a run has for a setting: how many ideas.
std::string shownValue(const std::string& setting, const std::string& value) {
  return setting == "search.ideas" ? std::to_string(nlohmann::json::parse(value).size()) : value;
}

} // namespace

std::vector<SettingDifference> settingDifferences(const std::vector<RunSettings>& runs) {
  std::map<std::string, std::vector<std::string>> values;
  for (std::size_t run = 0; run < runs.size(); ++run) {
    const nlohmann::json settings = namedSettings(runs[run]);
    for (const auto& [path, value] : settings.items()) {
      if (path.ends_with("/seed") || path.ends_with("/evaluation/model") || path.starts_with("/series")) continue;
      std::string name = path.substr(1);
      std::ranges::replace(name, '/', '.');
      std::vector<std::string>& of = values[name];
      of.resize(runs.size());
      of[run] = textOf(value);
    }
  }
  std::vector<SettingDifference> differences;
  for (auto& [setting, of] : values) {
    if (std::ranges::adjacent_find(of, std::not_equal_to<>()) == of.end()) continue;
    for (std::string& value : of) value = shownValue(setting, value);
    differences.push_back({setting, std::move(of)});
  }
  return differences;
}

} // namespace gevo
