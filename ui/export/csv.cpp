#include "ui/export/csv.h"

#include <QAbstractItemModel>

#include <charconv>
#include <cmath>

namespace gevo::ui {
namespace {

QByteArray quoted(const QString& cell) {
  QByteArray bytes = cell.toUtf8();
  if (!bytes.contains(',') && !bytes.contains('"') && !bytes.contains('\n')) return bytes;
  bytes.replace("\"", "\"\"");
  return '"' + bytes + '"';
}

QString cellText(const QVariant& value, const QVariant& shown) {
  if (value.typeId() == QMetaType::Double) return Csv::figure(value.toDouble());
  return value.isValid() ? value.toString() : shown.toString();
}

} // namespace

void Csv::add(const QStringList& cells) {
  for (qsizetype i = 0; i < cells.size(); ++i) {
    if (i != 0) text_ += ',';
    text_ += quoted(cells[i]);
  }
  text_ += '\n';
}

QString Csv::figure(double value) {
  if (!std::isfinite(value)) return {};
  std::array<char, 32> digits{};
  const char* end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  return QString::fromLatin1(digits.data(), end - digits.data());
}

QByteArray csvOf(const QAbstractItemModel& model) {
  QStringList header;
  for (int column = 0; column < model.columnCount(); ++column)
    header << cellText(model.headerData(column, Qt::Horizontal, csvRole), model.headerData(column, Qt::Horizontal));
  Csv csv(header);
  for (int row = 0; row < model.rowCount(); ++row) {
    QStringList cells;
    for (int column = 0; column < model.columnCount(); ++column) {
      const QModelIndex index = model.index(row, column);
      cells << cellText(index.data(csvRole), index.data());
    }
    csv.add(cells);
  }
  return csv.text();
}

} // namespace gevo::ui
