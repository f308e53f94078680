#include "core/space/space_csv.h"

#include "core/format/csv.h"

namespace gevo {

std::string spaceCsv(const SpaceModel& model) {
  std::vector<std::string> cells;
  for (const SpaceAxis& axis : model.axes) cells.push_back(axis.name);
  for (const char* name : {"evaluations", "best", "runtime_us", "speedup", "error", "reason", "message", "only_with_edits"})
    cells.emplace_back(name);
  Csv csv(cells);
  for (const SpaceLine& line : model.lines) {
    cells.clear();
    for (std::size_t axis = 0; axis < model.axes.size(); ++axis) cells.push_back(model.value(line, axis));
    cells.push_back(std::to_string(line.evaluations));
    cells.push_back(line.valid() ? std::to_string(line.best) : std::string());
    for (const double figure : {line.runtime, line.speedup, line.error}) cells.push_back(csvNumber(figure));
    cells.emplace_back(line.valid() ? "" : reasonName(line.reason));
    cells.push_back(line.message);
    cells.emplace_back(line.withEdits ? "yes" : "no");
    csv.add(cells);
  }
  return csv.text();
}

} // namespace gevo
