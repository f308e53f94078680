#include "ui/widgets/table_style.h"

#include <QHeaderView>
#include <QTableView>

namespace gevo::ui {

void styleTable(QTableView* table) {
  table->setShowGrid(false);
  table->setSelectionBehavior(QAbstractItemView::SelectRows);
  table->setSelectionMode(QAbstractItemView::SingleSelection);
  table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  table->setTabKeyNavigation(false);
  table->setWordWrap(false);
  table->setIconSize({14, 14});
  table->verticalHeader()->hide();
  table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed); // measuring every row would cost more than painting
  table->verticalHeader()->setDefaultSectionSize(26);
  table->horizontalHeader()->setHighlightSections(false);
  table->horizontalHeader()->setMinimumSectionSize(28);
}

} // namespace gevo::ui
