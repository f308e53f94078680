#include "ui/variant_table/variants_pane.h"

#include "ui/export/table_export.h"
#include "ui/text/figures.h"
#include "ui/text/format.h"
#include "ui/variant_table/filter_notice.h"
#include "ui/variant_table/note_delegate.h"
#include "ui/variant_table/variants_csv.h"
#include "ui/widgets/table_style.h"

#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QScopedValueRollback>
#include <QStyle>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace gevo::ui {
namespace {

constexpr char ownWidths = 'w'; ///< first byte of a remembered state
constexpr char sharedWidths = 's';

void hideRareColumns(QTableView& table) {
  for (const auto column : {VariantColumn::Inactive, VariantColumn::Origin, VariantColumn::HeldOut, VariantColumn::Note})
    table.setColumnHidden(static_cast<int>(column), true);
}

/// The user adds to what is selected.
bool selectsSeveral() { return (QGuiApplication::keyboardModifiers() & (Qt::ControlModifier | Qt::ShiftModifier)) != 0; }

constexpr auto energyColumn = static_cast<int>(VariantColumn::Energy);

} // namespace

VariantsPane::VariantsPane(const RunModel& model, Selection& selection, VariantGroup& group, FilterModel& filter,
                           AnnotationService& annotations, QWidget* parent)
    : Card("variants", tr("Variants"), parent), model_(model), selection_(selection), group_(group), filterModel_(filter),
      annotations_(annotations), rows_(new VariantTableModel(model, annotations, this)), proxy_(new VariantProxy(*rows_, this)),
      table_(new QTableView(this)), filter_(new QLineEdit(this)), count_(makeDimLabel({}, this)), problem_(new QLabel(this)),
      filterNotice_(new FilterNotice(table_->viewport(), filter_)) {
  header()->addTitle(tr("Variants"));
  filter_->setPlaceholderText(tr("Filter, e.g. error = 0 and speedup > 1.2"));
  filter_->setAccessibleName(tr("Filter of the variants"));
  filter_->setClearButtonEnabled(true);
  header()->row()->addWidget(filter_, 1);
  header()->row()->addWidget(count_);
  problem_->setProperty("wrong", true);
  problem_->setWordWrap(true);
  problem_->setContentsMargins(14, 2, 14, 6);
  problem_->hide();
  body()->addWidget(problem_);
  body()->addWidget(table_);
  setUpTable();
  take_ = addTableExport(table_, "variants", [this] { return variantsCsv(*proxy_, rows_->source()); }); // which has a menu of its own

  connect(filter_, &QLineEdit::textChanged, &filter, &FilterModel::setText);
  connect(&filter, &FilterModel::textChanged, this, [this](const QString& text) {
    if (text != filter_->text()) filter_->setText(text); // or the cursor would move
  });
  connect(&filter, &FilterModel::changed, this, &VariantsPane::applyFilter);
  connect(&selection, &Selection::variantChanged, this, &VariantsPane::showSelected);
  connect(&group, &VariantGroup::changed, this, &VariantsPane::showGroup);
  connect(proxy_, &QAbstractItemModel::rowsInserted, this, &VariantsPane::updateCount);
  connect(proxy_, &QAbstractItemModel::rowsRemoved, this, &VariantsPane::updateCount);
  connect(proxy_, &QAbstractItemModel::modelReset, this, &VariantsPane::updateCount);
  connect(proxy_, &QAbstractItemModel::modelReset, this, &VariantsPane::showGroup);
  connect(&model, &RunModel::wasReset, this, &VariantsPane::fitColumns);
  fitColumns();
  applyFilter();
}

void VariantsPane::setUpTable() {
  styleTable(table_);
  table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  table_->setAccessibleName(tr("Variants"));
  table_->setModel(proxy_);
  table_->setSortingEnabled(true);
  table_->sortByColumn(static_cast<int>(VariantColumn::Runtime), Qt::AscendingOrder);
  setUpColumns();
  setUpMenus();
  connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& current) {
    // A row that the filter takes away moves the current one by itself; only the user's actions select a variant.
    if (current.isValid() && table_->hasFocus() && !following_ && !selectsSeveral()) selection_.choose(proxy_->variantAt(current));
  });
  connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &VariantsPane::takeSelected);
  connect(table_, &QTableView::clicked, this, [this](const QModelIndex& index) {
    const std::int64_t variant = proxy_->variantAt(index);
    if (selectsSeveral()) return;
    selection_.choose(variant);
    if (index.column() == static_cast<int>(VariantColumn::Star) && variant != 0)
      annotations_.setPinned(variant, !annotations_.pinned(variant));
  });
}

void VariantsPane::setUpColumns() {
  QHeaderView* header = table_->horizontalHeader();
  for (const auto column : {VariantColumn::Id, VariantColumn::Generation, VariantColumn::Runtime, VariantColumn::Speedup,
                            VariantColumn::Error, VariantColumn::Energy, VariantColumn::Edits, VariantColumn::Inactive})
    table_->setItemDelegateForColumn(static_cast<int>(column), new FigureDelegate(table_));
  table_->setItemDelegateForColumn(static_cast<int>(VariantColumn::Note), new NoteDelegate(table_));
  header->setSectionResizeMode(QHeaderView::Interactive);
  header->setSectionResizeMode(0, QHeaderView::Fixed);
  header->resizeSection(0, 32);
  header->setSectionsMovable(true);
  table_->viewport()->installEventFilter(this);
  hideRareColumns(*table_);
  connect(header, &QHeaderView::sectionResized, this, [this](int, int before, int now) {
    if (before > 0 && now > 0 && !sharing_) ownWidths_ = true; // 0: hidden
  });
}

int VariantsPane::leastWidth(int column) const {
  constexpr int shortFigure = 48, margins = 26, arrow = 10;
  const QHeaderView* header = table_->horizontalHeader();
  const QString name = rows_->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
  const bool isError = column == static_cast<int>(VariantColumn::Error);
  const int figure = isError ? table_->fontMetrics().horizontalAdvance(QStringLiteral("8.88e-08 %")) + margins / 2 : shortFigure;
  return std::max(figure, header->fontMetrics().horizontalAdvance(name) + margins) + (column == header->sortIndicatorSection() ? arrow : 0);
}

/// Every column at least as wide as its name and its figures, what is left shared equally; where there is too little room the table
/// scrolls.
void VariantsPane::shareWidth() {
  if (ownWidths_) return;
  const QScopedValueRollback sharing(sharing_, true);
  const QHeaderView* header = table_->horizontalHeader();
  int left = table_->viewport()->width() - header->sectionSize(0);
  int shown = 0;
  for (int column = 1; column < VariantTableModel::columns; ++column) {
    if (table_->isColumnHidden(column)) continue;
    ++shown;
    left -= leastWidth(column);
  }
  const int extra = shown > 0 ? std::max(0, left) / shown : 0;
  for (int column = 1; column < VariantTableModel::columns; ++column)
    if (!table_->isColumnHidden(column)) table_->setColumnWidth(column, leastWidth(column) + extra);
}

bool VariantsPane::eventFilter(QObject* watched, QEvent* event) {
  if (watched == table_->viewport() && event->type() == QEvent::Resize) shareWidth();
  // A right click opens the menu of its row; the selected variant stays, to be compared with that of the row.
  if (watched == table_->viewport() && event->type() == QEvent::MouseButtonPress &&
      static_cast<QMouseEvent*>(event)->button() == Qt::RightButton)
    return true;
  return Card::eventFilter(watched, event);
}

void VariantsPane::setUpMenus() {
  // Only notes can be edited, see VariantTableModel::flags.
  table_->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
  table_->setContextMenuPolicy(Qt::CustomContextMenu);
  table_->horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
  table_->horizontalHeader()->setToolTip(tr("Right click to choose the columns"));
  connect(table_->horizontalHeader(), &QWidget::customContextMenuRequested, this, [this](const QPoint& position) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    fillColumnMenu(menu);
    menu->popup(table_->horizontalHeader()->mapToGlobal(position));
  });
  connect(table_, &QWidget::customContextMenuRequested, this, &VariantsPane::openRowMenu);
}

void VariantsPane::fillColumnMenu(QMenu* menu) {
  for (int column = 1; column < VariantTableModel::columns; ++column) {
    if (column == energyColumn && !showsEnergy_) continue;
    QAction* action = menu->addAction(rows_->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
    action->setCheckable(true);
    action->setChecked(!table_->isColumnHidden(column));
    connect(action, &QAction::toggled, this, [this, column](bool shown) {
      table_->setColumnHidden(column, !shown);
      if (shown && table_->columnWidth(column) < leastWidth(column)) table_->setColumnWidth(column, leastWidth(column));
      shareWidth();
    });
  }
  menu->addSeparator();
  menu->addAction(tr("Usual Columns"), this, &VariantsPane::resetColumns);
}

void VariantsPane::openRowMenu(const QPoint& position) {
  const std::int64_t variant = proxy_->variantAt(table_->indexAt(position));
  const VariantRow* row = model_.variant(variant);
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  if (group_.members().size() > 1)
    menu->addAction(tr("Compare %1 selected variants…").arg(countText(group_.members().size())), this, &VariantsPane::comparisonRequested);
  if (row) addRowActions(*menu, *row);
  menu->addSeparator();
  fillColumnMenu(menu->addMenu(tr("Columns")));
  take_->addTo(menu->addMenu(tr("The Table")));
  menu->popup(table_->viewport()->mapToGlobal(position));
}

void VariantsPane::addRowActions(QMenu& menu, const VariantRow& row) {
  const std::int64_t variant = row.id;
  const QString name = QString::fromStdString(variantName(variant));
  menu.addAction(tr("Compare the selected variant with %1").arg(name), this, [this, variant] { selection_.compareWith(variant); })
      ->setEnabled(variant != selection_.variant() && selection_.variant() >= 0);
  if (variant != 0) {
    const bool pinned = annotations_.pinned(variant);
    menu.addAction(pinned ? tr("Unpin") : tr("Pin"), this, [this, variant, pinned] { annotations_.setPinned(variant, !pinned); });
    menu.addAction(tr("Note…"), this, [this, variant] {
      selection_.choose(variant);
      editNote();
    });
    menu.addAction(tr("Compare devices…"), this, [this, variant] {
      selection_.choose(variant);
      emit devicesRequested();
    });
    menu.addSeparator();
    for (const std::int64_t parent : {row.parent, row.parent2})
      if (model_.variant(parent))
        menu.addAction(tr("Go to parent %1").arg(QString::fromStdString(variantName(parent))), this,
                       [this, parent] { selection_.choose(parent); });
  }
}

void VariantsPane::editNote() {
  const auto column = static_cast<int>(VariantColumn::Note);
  table_->setColumnHidden(column, false);
  shareWidth();
  const QModelIndex row = proxy_->indexOf(selection_.variant());
  if (!row.isValid()) {
    if (selection_.variant() >= 0)
      emit notified(tr("%1 is not in the table: clear the filter to edit its note").arg(variantTitle(selection_.variant())));
    return;
  }
  const QModelIndex note = row.siblingAtColumn(column);
  table_->scrollTo(note);
  table_->setFocus(Qt::OtherFocusReason);
  table_->edit(note);
}

QByteArray VariantsPane::columns() const { return (ownWidths_ ? ownWidths : sharedWidths) + table_->horizontalHeader()->saveState(); }

void VariantsPane::setColumns(const QByteArray& state) {
  if (state.startsWith(ownWidths) || state.startsWith(sharedWidths)) {
    const QScopedValueRollback sharing(sharing_, true);
    if (table_->horizontalHeader()->restoreState(state.mid(1))) ownWidths_ = state.startsWith(ownWidths);
  }
  fitColumns();
  shareWidth();
}

void VariantsPane::resetColumns() {
  QHeaderView* header = table_->horizontalHeader();
  for (int column = 0; column < VariantTableModel::columns; ++column) {
    header->moveSection(header->visualIndex(column), column);
    table_->setColumnHidden(column, false);
  }
  hideRareColumns(*table_);
  table_->setColumnHidden(energyColumn, !showsEnergy_);
  ownWidths_ = false;
  shareWidth();
}

/// The energy column is shown if the run measures energy, whatever column state was saved.
void VariantsPane::fitColumns() {
  const bool energy = model_.hasRun() && measuresEnergy(model_.run().settings.evaluation);
  if (energy == showsEnergy_ && table_->isColumnHidden(energyColumn) == !energy) return;
  showsEnergy_ = energy;
  table_->setColumnHidden(energyColumn, !energy);
  shareWidth();
}

void VariantsPane::setTheme(const Theme& theme) { rows_->setTheme(theme); }

void VariantsPane::applyFilter() {
  const QString& problem = filterModel_.problem();
  const bool isWrong = !problem.isEmpty();
  if (filter_->property("wrong").toBool() != isWrong) {
    filter_->setProperty("wrong", isWrong);
    filter_->style()->unpolish(filter_);
    filter_->style()->polish(filter_);
  }
  problem_->setText(problem);
  problem_->setVisible(isWrong);
  const QString help =
      tr("Columns: id, generation, runtime, speedup, error, energy, edits, inactive, and the parameters of the program. "
         "Operators: = != < <= > >=. What edits do stands in quotes. Join with and. Keywords: front, pinned, noted, derived, "
         "passed, failed.");
  filter_->setToolTip(isWrong ? problem : help);
  if (isWrong) return;
  proxy_->setFilter(filterModel_.test());
  showGroup();
  updateCount();
}

/// The rows of the group, or that of the variant that is selected.
void VariantsPane::showGroup() {
  if (group_.empty()) {
    const QScopedValueRollback following(following_, true);
    if (table_->selectionModel()->selectedRows().size() > 1) table_->selectionModel()->clearSelection();
    showSelected();
    return updateCount();
  }
  std::vector<int> rows;
  for (const std::int64_t variant : group_.members())
    if (const QModelIndex index = proxy_->indexOf(variant); index.isValid()) rows.push_back(index.row());
  std::ranges::sort(rows);
  QItemSelection selected;
  for (std::size_t first = 0; first < rows.size();) {
    std::size_t last = first;
    while (last + 1 < rows.size() && rows[last + 1] == rows[last] + 1) ++last;
    selected.append(QItemSelectionRange(proxy_->index(rows[first], 0), proxy_->index(rows[last], VariantTableModel::columns - 1)));
    first = last + 1;
  }
  const QScopedValueRollback following(following_, true);
  table_->selectionModel()->reset(); // comparing the ranges of before with these takes long where there are many
  table_->selectionModel()->select(selected, QItemSelectionModel::Select);
  table_->viewport()->update();
  updateCount();
}

/// What the user selected in the table.
void VariantsPane::takeSelected() {
  if (following_ || !table_->hasFocus()) return;
  const QModelIndexList rows = table_->selectionModel()->selectedRows();
  if (rows.size() <= 1 && group_.empty()) return;
  std::vector<std::int64_t> variants;
  if (rows.size() > 1 || selectsSeveral())
    for (const QModelIndex& row : rows) variants.push_back(proxy_->variantAt(row));
  if (selectsSeveral()) // those that the filter hides stay
    std::ranges::copy_if(group_.members(), std::back_inserter(variants),
                         [this](std::int64_t one) { return !proxy_->indexOf(one).isValid(); });
  const QScopedValueRollback following(following_, true);
  group_.set(std::move(variants));
}

void VariantsPane::showSelected() {
  if (!group_.empty()) return;
  const QModelIndex index = proxy_->indexOf(selection_.variant());
  QItemSelectionModel* marked = table_->selectionModel();
  if (!index.isValid()) return marked->clearSelection();
  if (marked->isRowSelected(index.row(), {})) return;
  const QScopedValueRollback following(following_, true);
  marked->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
  table_->scrollTo(index);
}

void VariantsPane::updateCount() {
  const auto all = static_cast<std::uint64_t>(rows_->rowCount());
  const auto shown = static_cast<std::uint64_t>(proxy_->rowCount());
  QString text = shown == all ? countText(all) : tr("%1 of %2").arg(countText(shown), countText(all));
  if (!group_.empty()) text = tr("%1 selected · %2").arg(countText(group_.members().size()), text);
  count_->setText(text);
  filterNotice_->setRows(all, shown);
}

} // namespace gevo::ui
