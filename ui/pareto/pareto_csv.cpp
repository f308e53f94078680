#include "ui/pareto/pareto_csv.h"

#include "ui/take/csv.h"

namespace gevo::ui {

std::function<QByteArray()> paretoCsv(const RunModel& model, const std::function<bool(const VariantRow&)>& shows) {
  std::vector<VariantRow> rows;
  rows.reserve(model.variants().size());
  for (const VariantRow& row : model.variants())
    if (row.id == 0 || shows(row)) rows.push_back(row);
  const std::unordered_set<std::int64_t> front(model.front().begin(), model.front().end());
  return [rows = std::move(rows), front, original = model.run().fastestOriginal()] {
    Csv csv({"id", "generation", "runtime_us", "speedup", "error", "edits", "inactive", "on_front"});
    for (const VariantRow& row : rows)
      csv.add({QString::number(row.id), QString::number(row.generation), Csv::figure(row.runtime), Csv::figure(original / row.runtime),
               Csv::figure(row.error), QString::number(row.edits), QString::number(row.inactive), front.contains(row.id) ? "1" : "0"});
    return csv.text();
  };
}

} // namespace gevo::ui
