#pragma once

#include "core/values/parameter.h"

namespace gevo::sample {

inline Parameter number(const std::string& name, const std::string& own, std::vector<std::string> values) {
  return {name, ParameterKind::Macro, own, std::move(values), {}};
}

/// Nine configurations, six of which meet the requirement.
inline ParameterSpace smallSpace() {
  return {{number("BLOCK", "16", {"8", "16", "32"}), number("STEPS", "2", {"1", "2", "4"})}, {"BLOCK >= 8 * STEPS"}};
}

inline ParameterSpace largeSpace() {
  std::vector<std::string> values;
  for (int i = 1; i <= 1024; i *= 2) values.push_back(std::to_string(i));
  ParameterSpace space;
  for (const char* name : {"A", "B", "C", "D"}) space.parameters.push_back(number(name, "64", values));
  space.parameters.push_back({"PREFETCH", ParameterKind::Feature, "off", {"off", "on"}, {}});
  space.requirements = {"A * B <= 65536"};
  return space;
}

} // namespace gevo::sample
