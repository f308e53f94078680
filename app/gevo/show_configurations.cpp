#include "app/gevo/show_views.h"
#include "core/format/number.h"
#include "core/format/quantity.h"
#include "core/space/space_csv.h"
#include "core/space/space_model.h"
#include "core/values/individual.h"

#include <cmath>

namespace gevo {

namespace {

nlohmann::json number(double value) { return std::isnan(value) ? nlohmann::json() : nlohmann::json(value); }

nlohmann::json spaceJson(const SpaceModel& model) {
  nlohmann::json rows = nlohmann::json::array();
  for (const int place : bestFirst(model)) {
    const SpaceLine& line = model.lines[static_cast<std::size_t>(place)];
    nlohmann::json values = nlohmann::json::object();
    for (std::size_t axis = 0; axis < model.axes.size(); ++axis) values[model.axes[axis].name] = model.value(line, axis);
    rows.push_back({{"values", values},
                    {"own", line.own},
                    {"evaluations", line.evaluations},
                    {"variant", line.valid() ? nlohmann::json(line.best) : nlohmann::json()},
                    {"runtime_us", number(line.runtime)},
                    {"speedup", number(line.speedup)},
                    {"error", number(line.error)},
                    {"reason", line.valid() ? nlohmann::json() : nlohmann::json(failureReason(line))}});
  }
  return rows;
}

std::string spaceText(const SpaceModel& model) {
  std::vector<std::string> headers;
  for (const SpaceAxis& axis : model.axes) headers.push_back(">" + axis.name);
  for (const char* const header : {">runtime", ">speedup", ">variant", ">evaluations", ""}) headers.emplace_back(header);
  Table table(headers);
  for (const int place : bestFirst(model)) {
    const SpaceLine& line = model.lines[static_cast<std::size_t>(place)];
    std::vector<std::string> cells;
    for (std::size_t axis = 0; axis < model.axes.size(); ++axis) cells.push_back(model.value(line, axis));
    cells.push_back(formatRuntime(line.runtime));
    cells.push_back(formatSpeedup(line.speedup));
    cells.push_back(line.valid() ? variantName(line.best) : unknownFigure);
    cells.push_back(formatCount(line.evaluations));
    cells.push_back(line.valid() ? (line.own ? "the program's own" : "") : failureReason(line));
    table.add(std::move(cells));
  }
  return table.text();
}

} // namespace

Result<void> showConfigurations(const Store& store, const RunInfo& run, const ShowOptions& options) {
  GEVO_TRY_ASSIGN(const Project project, store.project());
  if (project.parameters.empty())
    return fail("the program of {} has no parameters: name some with gevo new --parameter NAME=VALUES", options.file);
  GEVO_TRY_ASSIGN(const std::vector<ConfigurationResult> results, store.configurationResults(run.id));
  const SpaceModel model = spaceModel(project.parameters, results, run.fastestOriginal());
  if (options.json)
    fmt::print("{}\n", jsonText(spaceJson(model)));
  else if (options.csv)
    fmt::print("{}", spaceCsv(model));
  else if (model.axes.empty())
    fmt::print("run {} tried no other configuration than the program's own\n", run.id);
  else
    fmt::print("{}", spaceText(model));
  return {};
}

} // namespace gevo
