#include "core/space/space_model.h"

#include "core/format/source_location.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>

namespace gevo {
namespace {

using Values = std::vector<std::string>; ///< one for each parameter of the space

Values resolved(const ParameterSpace& space, const Configuration& configuration) {
  Values values;
  for (const Parameter& parameter : space.parameters) {
    const auto chosen = std::ranges::find(configuration, parameter.name, &ParameterValue::parameter);
    values.push_back(chosen != configuration.end() ? chosen->value : parameter.value);
  }
  return values;
}

std::optional<double> number(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// Values that only the results have are added where they belong.
Values valuesOf(const Parameter& parameter, const std::vector<Values>& rows, std::size_t column) {
  Values values = parameter.values;
  const auto add = [&](const std::string& value) {
    if (std::ranges::find(values, value) != values.end()) return;
    const std::optional<double> added = number(value);
    const auto isLarger = [&](const std::string& other) {
      const std::optional<double> known = number(other);
      return added && known && *known > *added;
    };
    values.insert(std::ranges::find_if(values, isLarger), value);
  };
  add(parameter.value);
  for (const Values& row : rows) add(row[column]);
  return values;
}

bool varies(const std::vector<Values>& rows, std::size_t column) {
  return std::ranges::any_of(rows, [&](const Values& row) { return row[column] != rows.front()[column]; });
}

int indexOf(const Values& values, const std::string& value) {
  const auto found = std::ranges::find(values, value);
  return found == values.end() ? -1 : static_cast<int>(found - values.begin());
}

/// A configuration may be written in two ways, with its own values and without.
void merge(SpaceLine& line, const ConfigurationResult& result) {
  const bool tells = line.evaluations == 0 || (line.withEdits && !result.withEdits);
  if (tells) line.withEdits = result.withEdits;
  line.evaluations += result.evaluations;
  if (result.best >= 0 && (!line.valid() || result.runtime < line.runtime)) {
    line.best = result.best;
    line.runtime = result.runtime;
    line.error = result.error;
    line.reason = Reason::None;
    line.message.clear();
  } else if (tells && !line.valid()) {
    line.reason = result.reason;
    line.message = result.message;
  }
}

/// The ratio of the slowest to the fastest of the bests of an axis's values.
double strength(const SpaceModel& model, std::size_t axis) {
  std::map<int, double> best;
  for (const SpaceLine& line : model.lines) {
    if (!line.valid()) continue;
    const auto [known, isNew] = best.try_emplace(line.at[axis], line.runtime);
    known->second = std::min(known->second, line.runtime);
  }
  if (best.empty()) return 1;
  const auto [least, most] = std::ranges::minmax_element(best, {}, [](const auto& entry) { return entry.second; });
  return least->second > 0 ? most->second / least->second : 1;
}

/// A smaller gain or loss than this is not shown as all that there is.
constexpr double leastFull = 1.05;

bool isBetter(const SpaceLine& line, const SpaceLine& other) { return line.valid() && (!other.valid() || line.runtime < other.runtime); }

} // namespace

SpaceModel spaceModel(const ParameterSpace& space, const std::vector<ConfigurationResult>& results, double originalRuntime) {
  SpaceModel model;
  model.hasParameters = !space.empty();
  model.originalRuntime = originalRuntime;
  std::vector<Values> rows;
  for (const ConfigurationResult& result : results) rows.push_back(resolved(space, result.configuration));
  std::vector<std::size_t> columns;
  for (std::size_t column = 0; column < space.parameters.size(); ++column) {
    if (!varies(rows, column)) continue;
    const Parameter& parameter = space.parameters[column];
    const Values values = valuesOf(parameter, rows, column);
    columns.push_back(column);
    model.axes.push_back({parameter.name, values, indexOf(values, parameter.value)});
  }
  const Values own = resolved(space, {});
  std::map<Values, std::size_t> places;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const auto [place, isNew] = places.try_emplace(rows[i], model.lines.size());
    if (isNew) {
      SpaceLine& line = model.lines.emplace_back();
      line.own = rows[i] == own;
      for (std::size_t axis = 0; axis < columns.size(); ++axis) line.at.push_back(indexOf(model.axes[axis].values, rows[i][columns[axis]]));
    }
    merge(model.lines[place->second], results[i]);
  }
  for (std::size_t i = 0; i < model.lines.size(); ++i) {
    SpaceLine& line = model.lines[i];
    if (line.valid() && line.runtime > 0 && originalRuntime > 0) line.speedup = originalRuntime / line.runtime;
    if (line.valid() && (model.best < 0 || isBetter(line, model.lines[static_cast<std::size_t>(model.best)])))
      model.best = static_cast<int>(i);
  }
  return model;
}

int lineOf(const SpaceModel& model, const ParameterSpace& space, const Configuration& configuration) {
  const Values values = resolved(space, configuration);
  std::vector<int> at;
  for (const SpaceAxis& axis : model.axes) {
    const auto parameter = std::ranges::find(space.parameters, axis.name, &Parameter::name) - space.parameters.begin();
    at.push_back(indexOf(axis.values, values[static_cast<std::size_t>(parameter)]));
  }
  const auto found = std::ranges::find(model.lines, at, &SpaceLine::at);
  return found == model.lines.end() ? -1 : static_cast<int>(found - model.lines.begin());
}

std::string configurationText(const SpaceModel& model, const SpaceLine& line) {
  std::string text;
  for (std::size_t axis = 0; axis < model.axes.size(); ++axis)
    text += (text.empty() ? "" : " · ") + model.axes[axis].name + " = " + model.value(line, axis);
  return text.empty() ? "the program's own configuration" : text;
}

std::string failureReason(const SpaceLine& line) {
  std::string message = oneLine(line.message);
  message.erase(message.find_last_not_of(' ') + 1); // compilers end with a line's end
  if (message.empty())
    message = reasonName(line.reason);
  else if (line.reason != Reason::Configuration) // whose message says it all
    message = reasonName(line.reason) + (": " + message);
  return line.withEdits ? "only tried with edits, first: " + message : message;
}

std::vector<int> bestFirst(const SpaceModel& model) {
  std::vector<int> order(model.lines.size());
  std::iota(order.begin(), order.end(), 0);
  const auto at = [&](int line) -> const SpaceLine& { return model.lines[static_cast<std::size_t>(line)]; };
  std::ranges::stable_sort(order, [&](int a, int b) { return isBetter(at(a), at(b)); });
  return order;
}

double SpeedupScale::share(double speedup) const {
  if (!std::isfinite(speedup) || speedup <= 0) return 0;
  const double end = speedup >= 1 ? std::max(fastest, leastFull) : std::min(slowest, 1 / leastFull);
  return std::clamp(std::log(speedup) / std::log(end), 0.0, 1.0);
}

SpeedupScale speedupScale(const SpaceModel& model) {
  SpeedupScale scale;
  for (const SpaceLine& line : model.lines) {
    if (!std::isfinite(line.speedup)) continue;
    scale.slowest = std::min(scale.slowest, line.speedup);
    scale.fastest = std::max(scale.fastest, line.speedup);
  }
  return scale;
}

std::pair<int, int> strongestAxes(const SpaceModel& model) {
  std::vector<std::pair<double, int>> order;
  for (std::size_t axis = 0; axis < model.axes.size(); ++axis) order.emplace_back(-strength(model, axis), static_cast<int>(axis));
  std::ranges::sort(order);
  return std::minmax(order[0].second, order[1].second);
}

SpaceGrid spaceGrid(const SpaceModel& model, int x, int y) {
  const auto valuesOn = [&](int axis) { return axis < 0 ? 1 : static_cast<int>(model.axes[static_cast<std::size_t>(axis)].values.size()); };
  SpaceGrid grid{valuesOn(x), valuesOn(y), {}};
  grid.cells.resize(static_cast<std::size_t>(grid.columns * grid.rows));
  for (std::size_t i = 0; i < model.lines.size(); ++i) {
    const SpaceLine& line = model.lines[i];
    const int row = y < 0 ? 0 : line.at[static_cast<std::size_t>(y)];
    SpaceCell& cell = grid.cells[static_cast<std::size_t>(row * grid.columns + line.at[static_cast<std::size_t>(x)])];
    ++cell.tried;
    if (!line.valid()) ++cell.failed;
    if (cell.line < 0 || isBetter(line, model.lines[static_cast<std::size_t>(cell.line)])) cell.line = static_cast<int>(i);
  }
  return grid;
}

} // namespace gevo
