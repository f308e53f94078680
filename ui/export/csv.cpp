#include "ui/export/csv.h"

#include "core/format/csv.h"

#include <QAbstractItemModel>

namespace gevo::ui {

QByteArray csvOf(const QAbstractItemModel& model) {
  std::vector<std::string> cells;
  for (int column = 0; column < model.columnCount(); ++column)
    cells.push_back(model.headerData(column, Qt::Horizontal).toString().toStdString());
  Csv csv(cells);
  for (int row = 0; row < model.rowCount(); ++row) {
    cells.clear();
    for (int column = 0; column < model.columnCount(); ++column) cells.push_back(model.index(row, column).data().toString().toStdString());
    csv.add(cells);
  }
  return QByteArray::fromStdString(csv.text());
}

} // namespace gevo::ui
