#include "ui/pareto/pareto_csv.h"

#include "ui/export/csv.h"

namespace gevo::ui {

std::function<QByteArray()> paretoCsv(const RunModel& model, const std::function<bool(const VariantRow&)>& shows) {
  std::vector<VariantRow> rows;
  rows.reserve(model.variants().size());
  for (const VariantRow& row : model.variants())
    if (row.id == 0 || shows(row)) rows.push_back(row);
  const std::unordered_set<std::int64_t> front(model.front().begin(), model.front().end());
  const bool energy = measuresEnergy(model.run().settings.evaluation);
  return [rows = std::move(rows), front, original = model.run().fastestOriginal(), energy] {
    QStringList columns{"id", "generation", "runtime_us", "speedup", "error", "edits", "inactive", "on_front"};
    if (energy) columns << "energy_mj";
    Csv csv(columns);
    for (const VariantRow& row : rows) {
      QStringList cells{
          QString::number(row.id), QString::number(row.generation), Csv::figure(row.runtime),      Csv::figure(original / row.runtime),
          Csv::figure(row.error),  QString::number(row.edits),      QString::number(row.inactive), front.contains(row.id) ? "1" : "0"};
      if (energy) cells << Csv::figure(row.energy);
      csv.add(cells);
    }
    return csv.text();
  };
}

} // namespace gevo::ui
