#include "ui/variants/variants_pane.h"

#include "ui/take/take_menu.h"
#include "ui/text/figures.h"
#include "ui/text/format.h"
#include "ui/theme/table_style.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QStyle>
#include <QTableView>
#include <QVBoxLayout>

namespace gevo::ui {

VariantsPane::VariantsPane(const RunModel& model, Selection& selection, QWidget* parent)
    : Card("variants", tr("Variants"), parent), model_(model), selection_(selection), rows_(new VariantTableModel(model, this)),
      proxy_(new VariantProxy(*rows_, this)), table_(new QTableView(this)), filter_(new QLineEdit(this)), count_(makeDimLabel({}, this)) {
  header()->addTitle(tr("Variants"));
  filter_->setPlaceholderText(tr("Filter, e.g. error = 0 and speedup > 1.2"));
  filter_->setAccessibleName(tr("Filter of the variants"));
  filter_->setClearButtonEnabled(true);
  header()->row()->addWidget(filter_, 1);
  header()->row()->addWidget(count_);
  body()->addWidget(table_);
  setUpTable();
  offerTable(table_, "variants");

  connect(filter_, &QLineEdit::textChanged, this, &VariantsPane::applyFilter);
  connect(&selection, &Selection::variantChanged, this, &VariantsPane::showSelected);
  connect(proxy_, &QAbstractItemModel::rowsInserted, this, &VariantsPane::updateCount);
  connect(proxy_, &QAbstractItemModel::rowsRemoved, this, &VariantsPane::updateCount);
  connect(proxy_, &QAbstractItemModel::modelReset, this, &VariantsPane::updateCount);
  connect(proxy_, &QAbstractItemModel::modelReset, this, &VariantsPane::showSelected);
  applyFilter();
}

void VariantsPane::setUpTable() {
  styleTable(table_);
  table_->setAccessibleName(tr("Variants"));
  table_->setModel(proxy_);
  table_->setSortingEnabled(true);
  table_->sortByColumn(static_cast<int>(VariantColumn::Runtime), Qt::AscendingOrder);
  for (int column = 1; column < VariantTableModel::shownColumns; ++column)
    table_->setItemDelegateForColumn(column, new FigureDelegate(table_));
  QHeaderView* header = table_->horizontalHeader();
  header->setSectionResizeMode(QHeaderView::Stretch);
  header->setSectionResizeMode(0, QHeaderView::Fixed);
  header->resizeSection(0, 32);
  connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& current) {
    // A row that the filter takes away moves the current one by itself; only what the user does is a choice.
    if (current.isValid() && table_->hasFocus()) selection_.choose(proxy_->variantAt(current));
  });
  connect(table_, &QTableView::clicked, this, [this](const QModelIndex& index) { selection_.choose(proxy_->variantAt(index)); });
}

void VariantsPane::setTheme(const Theme& theme) { rows_->setTheme(theme); }

void VariantsPane::applyFilter() {
  Result<VariantFilter> filter = VariantFilter::parse(filter_->text());
  filter_->setProperty("wrong", !filter);
  filter_->style()->unpolish(filter_);
  filter_->style()->polish(filter_);
  filter_->setToolTip(
      filter ? tr("Columns: id, generation, runtime, speedup, error, edits, inactive. Operators: = != < <= > >=. Join with and.")
             : QString::fromStdString(filter.error().message));
  if (!filter) return;
  proxy_->setFilter(std::move(*filter));
  showSelected();
  updateCount();
}

void VariantsPane::showSelected() {
  const QModelIndex index = proxy_->indexOf(selection_.variant());
  QItemSelectionModel* marked = table_->selectionModel();
  if (!index.isValid()) return marked->clearSelection();
  if (marked->isRowSelected(index.row(), {})) return;
  marked->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
  table_->scrollTo(index);
}

void VariantsPane::updateCount() {
  const auto all = static_cast<std::uint64_t>(rows_->rowCount());
  const auto shown = static_cast<std::uint64_t>(proxy_->rowCount());
  count_->setText(shown == all ? countText(all) : tr("%1 of %2").arg(countText(shown), countText(all)));
}

} // namespace gevo::ui
