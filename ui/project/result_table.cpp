#include "ui/project/result_table.h"

#include <QHeaderView>

#include <algorithm>

namespace gevo::ui {
namespace {

constexpr int rowHeight = 28;
constexpr int rowsAtMost = 5;

} // namespace

QTableWidget* makeResultTable(const QStringList& headers, const QString& name, QWidget* parent) {
  auto* table = new QTableWidget(0, static_cast<int>(headers.size()), parent);
  table->setHorizontalHeaderLabels(headers);
  table->setAccessibleName(name);
  table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table->setSelectionMode(QAbstractItemView::NoSelection);
  table->setShowGrid(false);
  table->verticalHeader()->hide();
  table->verticalHeader()->setDefaultSectionSize(rowHeight);
  table->horizontalHeader()->setHighlightSections(false);
  table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
  table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  table->setTabKeyNavigation(false);
  return table;
}

QTableWidgetItem* putCell(QTableWidget* table, int row, int column, const QString& text, bool figure) {
  auto* item = new QTableWidgetItem(text);
  if (figure) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
  if (figure) table->horizontalHeaderItem(column)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
  item->setToolTip(text);
  table->setItem(row, column, item);
  return item;
}

void fitHeight(QTableWidget* table) {
  table->setFixedHeight(table->horizontalHeader()->sizeHint().height() + rowHeight * std::clamp(table->rowCount(), 1, rowsAtMost) + 2);
}

} // namespace gevo::ui
