#include "ui/export/csv.h"

#include "core/format/csv.h"

#include <QAbstractItemModel>

namespace gevo::ui {
namespace {

std::string cellText(const QVariant& value, const QVariant& shown) {
  if (value.typeId() == QMetaType::Double) return csvNumber(value.toDouble());
  return (value.isValid() ? value : shown).toString().toStdString();
}

} // namespace

QByteArray csvOf(const QAbstractItemModel& model) {
  std::vector<std::string> cells;
  for (int column = 0; column < model.columnCount(); ++column)
    cells.push_back(cellText(model.headerData(column, Qt::Horizontal, csvRole), model.headerData(column, Qt::Horizontal)));
  Csv csv(cells);
  for (int row = 0; row < model.rowCount(); ++row) {
    cells.clear();
    for (int column = 0; column < model.columnCount(); ++column) {
      const QModelIndex index = model.index(row, column);
      cells.push_back(cellText(index.data(csvRole), index.data()));
    }
    csv.add(cells);
  }
  return QByteArray::fromStdString(csv.text());
}

} // namespace gevo::ui
