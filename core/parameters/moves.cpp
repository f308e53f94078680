#include "core/parameters/moves.h"

#include "core/parameters/parse_parameter.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gevo {

namespace {

Configuration with(Configuration configuration, const Parameter& parameter, const std::string& value) {
  const auto place = std::ranges::lower_bound(configuration, parameter.name, {}, &ParameterValue::parameter);
  const bool isThere = place != configuration.end() && place->parameter == parameter.name;
  if (value == parameter.value) {
    if (isThere) configuration.erase(place);
  } else if (isThere) {
    place->value = value;
  } else {
    configuration.insert(place, {parameter.name, value});
  }
  return configuration;
}

/// The other value that is nearest to `factor` times the current one by ratio, on the same side of it; nothing where there is none.
const std::string* valueNear(const Parameter& parameter, const std::string& current, double factor) {
  const auto number = integerValue(current);
  if (!number || *number <= 0) return nullptr;
  const std::string* best = nullptr;
  double bestDistance = std::numeric_limits<double>::infinity();
  for (const std::string& value : parameter.values) {
    const auto other = integerValue(value);
    if (!other || *other <= 0 || *other == *number || (*other > *number) != (factor > 1)) continue;
    const double distance = std::abs(std::log(static_cast<double>(*other) / (static_cast<double>(*number) * factor)));
    if (distance >= bestDistance) continue;
    best = &value;
    bestDistance = distance;
  }
  return best;
}

} // namespace

const std::string& valueIn(const Configuration& configuration, const Parameter& parameter) {
  const auto place = std::ranges::find(configuration, parameter.name, &ParameterValue::parameter);
  return place != configuration.end() ? place->value : parameter.value;
}

Result<ParameterMoves> ParameterMoves::of(ParameterSpace space) {
  GEVO_TRY_ASSIGN(Requirements requirements, Requirements::of(space));
  return ParameterMoves(std::move(space), std::move(requirements));
}

std::uint64_t ParameterMoves::size() const {
  std::uint64_t size = 1;
  for (const Parameter& parameter : space_.parameters) {
    const std::uint64_t count = std::max<std::size_t>(1, parameter.values.size());
    if (size > std::numeric_limits<std::uint64_t>::max() / count) return std::numeric_limits<std::uint64_t>::max();
    size *= count;
  }
  return size;
}

std::vector<Configuration> ParameterMoves::all(std::size_t limit) const {
  std::vector<Configuration> found;
  std::vector<Configuration> level{{}};
  if (areMet({})) found.emplace_back();
  // Each configuration once: a parameter is only changed after all that are changed already.
  const auto last = [&](const Configuration& configuration) {
    std::size_t index = 0;
    for (std::size_t i = 0; i < space_.parameters.size(); ++i)
      if (std::ranges::find(configuration, space_.parameters[i].name, &ParameterValue::parameter) != configuration.end()) index = i + 1;
    return index;
  };
  while (!level.empty() && found.size() < limit) {
    std::vector<Configuration> next;
    for (const Configuration& configuration : level) {
      for (std::size_t i = last(configuration); i < space_.parameters.size() && found.size() < limit; ++i) {
        const Parameter& parameter = space_.parameters[i];
        for (const std::string& value : parameter.values) {
          if (value == parameter.value) continue;
          next.push_back(with(configuration, parameter, value));
          if (areMet(next.back()) && found.size() < limit) found.push_back(next.back());
        }
      }
    }
    level = std::move(next);
  }
  return found;
}

std::vector<Configuration> ParameterMoves::extremes() const {
  std::vector<Configuration> found;
  for (const Parameter& parameter : space_.parameters) {
    if (parameter.values.empty()) continue;
    const auto own = std::ranges::find(parameter.values, parameter.value);
    const bool endsFarther = parameter.values.end() - own > own - parameter.values.begin() + 1;
    const std::string& far = endsFarther ? parameter.values.back() : parameter.values.front();
    if (far == parameter.value) continue;
    if (Configuration changed = with({}, parameter, far); areMet(changed)) found.push_back(std::move(changed));
  }
  return found;
}

Configuration ParameterMoves::drawn(RandomStream& stream) const {
  constexpr int attempts = 100;
  for (int i = 0; i < attempts; ++i) {
    Configuration configuration;
    for (const Parameter& parameter : space_.parameters)
      if (!parameter.values.empty())
        configuration = with(std::move(configuration), parameter, parameter.values[stream.below(parameter.values.size())]);
    if (areMet(configuration)) return configuration;
  }
  return {};
}

std::vector<Configuration> ParameterMoves::neighbours(const Configuration& configuration) const {
  std::vector<Configuration> found;
  const auto add = [&](const Parameter& parameter, const std::string* value) {
    if (value == nullptr) return;
    Configuration changed = with(configuration, parameter, *value);
    if (areMet(changed) && std::ranges::find(found, changed) == found.end()) found.push_back(std::move(changed));
  };
  for (const double factor : {2.0, 0.5})
    for (const Parameter& parameter : space_.parameters) add(parameter, valueNear(parameter, valueIn(configuration, parameter), factor));
  for (const Parameter& parameter : space_.parameters) {
    const auto place = std::ranges::find(parameter.values, valueIn(configuration, parameter));
    if (place == parameter.values.end()) continue;
    if (place != parameter.values.begin()) add(parameter, &*(place - 1));
    if (place + 1 != parameter.values.end()) add(parameter, &*(place + 1));
  }
  for (const double factor : {4.0, 0.25})
    for (const Parameter& parameter : space_.parameters) add(parameter, valueNear(parameter, valueIn(configuration, parameter), factor));
  return found;
}

Configuration ParameterMoves::mutated(const Configuration& configuration, RandomStream& stream) const {
  const std::vector<Configuration> choices = neighbours(configuration);
  return choices.empty() ? configuration : choices[stream.below(choices.size())];
}

std::pair<Configuration, Configuration> ParameterMoves::crossed(const Configuration& first, const Configuration& second,
                                                                RandomStream& stream) const {
  std::pair<Configuration, Configuration> children;
  for (const Parameter& parameter : space_.parameters) {
    const bool swaps = stream.chance(0.5);
    children.first = with(std::move(children.first), parameter, valueIn(swaps ? second : first, parameter));
    children.second = with(std::move(children.second), parameter, valueIn(swaps ? first : second, parameter));
  }
  if (!areMet(children.first)) children.first = first;
  if (!areMet(children.second)) children.second = second;
  return children;
}

Configuration ParameterMoves::normalised(const Configuration& configuration) const {
  Configuration kept;
  for (const ParameterValue& setting : configuration) {
    const auto parameter = std::ranges::find(space_.parameters, setting.parameter, &Parameter::name);
    if (parameter != space_.parameters.end() && parameter->value != setting.value) kept.push_back(setting);
  }
  return kept;
}

} // namespace gevo
