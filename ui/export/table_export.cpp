#include "ui/export/table_export.h"

#include "ui/export/csv.h"

#include <QPainter>
#include <QTableView>

namespace gevo::ui {
namespace {

void paintTable(QPaintDevice& device, QTableView& table) {
  QPainter painter(&device);
  table.render(&painter);
}

} // namespace

ExportMenu* addTableExport(QTableView* table, const QString& name, std::function<std::function<QByteArray()>()> csv,
                           std::function<std::function<QByteArray()>()> json) {
  if (!csv)
    csv = [table] {
      QByteArray text = csvOf(*table->model());
      return [text] { return text; };
    };
  return new ExportMenu(
      table, {name, [table] { return table->size(); }, [table](QPaintDevice& device) { paintTable(device, *table); }, csv, json});
}

} // namespace gevo::ui
