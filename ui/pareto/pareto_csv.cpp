#include "ui/pareto/pareto_csv.h"

#include "core/format/csv.h"

namespace gevo::ui {

std::function<QByteArray()> paretoCsv(const RunModel& model, const std::function<bool(const VariantRow&)>& shows) {
  std::vector<VariantRow> rows;
  rows.reserve(model.variants().size());
  for (const VariantRow& row : model.variants())
    if (row.id == 0 || shows(row)) rows.push_back(row);
  const std::unordered_set<std::int64_t> front(model.front().begin(), model.front().end());
  const bool energy = measuresEnergy(model.run().settings.evaluation);
  return [rows = std::move(rows), front, original = model.run().fastestOriginal(), energy] {
    std::vector<std::string> cells{"id", "generation", "runtime_us", "speedup", "error", "edits", "inactive", "on_front"};
    if (energy) cells.emplace_back("energy_mj");
    Csv csv(cells);
    for (const VariantRow& row : rows) {
      cells = {std::to_string(row.id), std::to_string(row.generation), csvNumber(row.runtime),       csvNumber(original / row.runtime),
               csvNumber(row.error),   std::to_string(row.edits),      std::to_string(row.inactive), front.contains(row.id) ? "1" : "0"};
      if (energy) cells.push_back(csvNumber(row.energy));
      csv.add(cells);
    }
    return QByteArray::fromStdString(csv.text());
  };
}

} // namespace gevo::ui
