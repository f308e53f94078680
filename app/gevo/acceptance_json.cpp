#include "app/gevo/acceptance_json.h"

#include <nlohmann/json.hpp>

namespace gevo {

nlohmann::json acceptanceJson(const Acceptance& acceptance) {
  nlohmann::json steps = nlohmann::json::parse(printAcceptance(acceptance));
  for (nlohmann::json& step : steps) step["evaluations"] = step["tries"]; // files have the old name
  return steps;
}

} // namespace gevo
