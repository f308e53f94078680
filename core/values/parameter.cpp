#include "core/values/parameter.h"

#include <array>
#include <nlohmann/json.hpp>

namespace gevo {

namespace {

constexpr std::array<const char*, 3> kindNames{"macro", "constant", "feature"};

} // namespace

const char* parameterKindName(ParameterKind kind) {
  const auto index = static_cast<std::size_t>(kind);
  return index < kindNames.size() ? kindNames[index] : "unknown";
}

std::string printParameter(const Parameter& parameter) {
  nlohmann::json places = nlohmann::json::array();
  for (const ParameterPlace& place : parameter.places)
    places.push_back({{"file", place.file}, {"line", place.line}, {"begin", place.begin}, {"end", place.end}});
  return nlohmann::json{{"name", parameter.name},      {"kind", parameterKindName(parameter.kind)},
                        {"value", parameter.value},    {"values", parameter.values},
                        {"places", std::move(places)}, {"use", parameter.use}}
      .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Result<Parameter> parseParameter(std::string_view text) {
  Parameter parameter;
  // nlohmann's typed access throws; nothing of it leaves this function.
  try {
    const nlohmann::json object = nlohmann::json::parse(text);
    parameter.name = object.at("name").get<std::string>();
    parameter.value = object.at("value").get<std::string>();
    parameter.values = object.at("values").get<std::vector<std::string>>();
    parameter.use = object.at("use").get<std::string>();
    const std::string kind = object.at("kind").get<std::string>();
    const auto known = std::ranges::find(kindNames, kind);
    if (known == kindNames.end()) return fail("the parameter {} is of an unknown kind", parameter.name);
    parameter.kind = static_cast<ParameterKind>(known - kindNames.begin());
    for (const nlohmann::json& place : object.at("places"))
      parameter.places.push_back({place.at("file").get<std::string>(), place.at("line").get<std::uint32_t>(),
                                  place.at("begin").get<std::uint32_t>(), place.at("end").get<std::uint32_t>()});
  } catch (const nlohmann::json::exception& problem) {
    return std::unexpected(Error{"a parameter can't be read", problem.what()});
  }
  return parameter;
}

} // namespace gevo
