#include "ui/edits/edits_pane.h"

#include "ui/edits/code_text_delegate.h"
#include "ui/edits/share_delegate.h"
#include "ui/export/table_export.h"
#include "ui/interactions/interactions_page.h"
#include "ui/text/figures.h"
#include "ui/text/format.h"
#include "ui/widgets/table_style.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QStackedWidget>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace gevo::ui {
namespace {

/// Of a long location, file and line are kept.
class LocationDelegate : public QStyledItemDelegate {
public:
  using QStyledItemDelegate::QStyledItemDelegate;

protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    option->textElideMode = Qt::ElideLeft;
    constexpr int margins = 24;
    if (option->fontMetrics.horizontalAdvance(option->text) > option->rect.width() - margins)
      option->text = index.data(EditModel::ShortRole).toString();
  }
};

/// From this width on, every column and button is shown.
constexpr int roomForAll = 640;
/// Width of the location column in a narrow pane: file and line.
constexpr int shortLocation = 104;
/// The same with the name of a kernel.
constexpr int locationInKernel = 134;

} // namespace

EditsPane::EditsPane(const RunModel& model, Selection& selection, QWidget* parent)
    : Card("edits", tr("Edits"), parent), selection_(selection), model_(new EditModel(whatIf_, this)), order_(new EditOrder(*model_, this)),
      table_(new QTableView(this)), idle_(makeToolButton({}, tr("Inactive edits, and those without which the variant is as fast"), this)),
      history_(new HistoryModel(model, this)), historyTable_(new QTableView(this)), interactions_(new InteractionsPage(this)),
      notice_(new QLabel(this)), pages_(new QStackedWidget(this)), shares_(new ShareDelegate(this)), count_(makeDimLabel({}, this)),
      switched_(makeChip("plain", this)), allOn_(makeToolButton(tr("All on"), tr("Switch every edit on again"), this)),
      derive_(makeToolButton(tr("Make variant"), tr("Make a new variant from the checked edits"), this)),
      simplify_(makeToolButton(tr("Simplify"), tr("Switch off every edit that does not make the variant faster"), this)) {
  notice_->setProperty("notice", true);
  notice_->setWordWrap(true);
  notice_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  pages_->addWidget(notice_);
  auto* edits = new QWidget(this);
  auto* column = new QVBoxLayout(edits);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(table_, 1);
  column->addWidget(idle_, 0, Qt::AlignLeft);
  pages_->addWidget(edits);
  pages_->addWidget(historyTable_);
  pages_->addWidget(interactions_);
  body()->addWidget(pages_);
  setUpHeader();
  setUpEdits();
  setUpHistory();
  setUpInteractions();
  connect(&whatIf_, &WhatIf::changed, this, &EditsPane::showSummary);
  connect(&simplifier_, &Simplifier::changed, this, &EditsPane::showSimplifier);
  connect(&selection_, &Selection::editChanged, this, &EditsPane::showSelected);
  setDetails(nullptr);
}

/// A table that is shown asks its model until it is gone, which is after the switches that the model reads.
EditsPane::~EditsPane() { table_->setModel(nullptr); }

void EditsPane::setUpHeader() {
  QHBoxLayout* row = header()->row();
  row->setContentsMargins(8, 3, 8, 3);
  tabs_[0] = makeTab(tr("Edits"), this);
  tabs_[0]->setToolTip(tr("Uncheck an edit to see the variant without it"));
  tabs_[1] = makeTab(tr("History"), this);
  tabs_[1]->setToolTip(tr("The ancestors from which the variant got its edits"));
  tabs_[2] = makeTab(tr("Interactions"), this);
  tabs_[2]->setToolTip(tr("Which edits need each other"));
  for (QToolButton* tab : tabs_) row->addWidget(tab);
  tabs_[0]->setChecked(true);
  row->addStretch();
  for (QWidget* widget : std::initializer_list<QWidget*>{switched_, count_, allOn_, derive_, simplify_}) row->addWidget(widget);
  for (QToolButton* tab : tabs_) connect(tab, &QToolButton::toggled, this, &EditsPane::showPage);
  connect(allOn_, &QToolButton::clicked, this, [this] { whatIf_.setSwitches(WhatIf::Switches(whatIf_.switches().size(), true)); });
  connect(derive_, &QToolButton::clicked, this, &EditsPane::derive);
  connect(simplify_, &QToolButton::clicked, this, &EditsPane::simplify);
}

void EditsPane::setUpEdits() {
  styleTable(table_);
  addTableExport(table_, "edits");
  table_->setAccessibleName(tr("Edits of the selected variant"));
  table_->setModel(order_);
  table_->setSortingEnabled(true);
  table_->sortByColumn(EditModel::Share, Qt::DescendingOrder);
  idle_->setToolButtonStyle(Qt::ToolButtonTextOnly);
  idle_->setCheckable(true);
  connect(idle_, &QToolButton::clicked, order_, &EditOrder::setShowsIdle);
  connect(order_, &EditOrder::changed, this, &EditsPane::showIdle);
  table_->setItemDelegateForColumn(EditModel::Description, new CodeTextDelegate(table_));
  table_->horizontalHeader()->setSectionResizeMode(EditModel::Description, QHeaderView::Stretch);
  table_->setItemDelegateForColumn(EditModel::Where, new LocationDelegate(table_));
  table_->setItemDelegateForColumn(EditModel::Share, shares_);
  for (const auto column : {EditModel::Since, EditModel::Alone}) table_->setItemDelegateForColumn(column, new FigureDelegate(table_));
  for (const auto column : {EditModel::Where, EditModel::Since, EditModel::Share, EditModel::Alone})
    table_->horizontalHeader()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
  connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& current) {
    if (current.isValid()) selection_.chooseEdit(order_->editAt(current));
  });
}

void EditsPane::setUpHistory() {
  styleTable(historyTable_);
  historyTable_->setAccessibleName(tr("Ancestors of the selected variant"));
  historyTable_->setModel(history_);
  historyTable_->setItemDelegateForColumn(HistoryModel::Change, new CodeTextDelegate(historyTable_));
  historyTable_->setItemDelegateForColumn(HistoryModel::Speedup, shares_);
  for (const auto column : {HistoryModel::Generation, HistoryModel::Variant})
    historyTable_->setItemDelegateForColumn(column, new FigureDelegate(historyTable_));
  historyTable_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  historyTable_->horizontalHeader()->setSectionResizeMode(HistoryModel::Change, QHeaderView::Stretch);
  connect(historyTable_, &QTableView::activated, this,
          [this](const QModelIndex& index) { selection_.choose(history_->variantAt(index.row())); });
}

void EditsPane::setUpInteractions() {
  connect(interactions_, &InteractionsPage::editChosen, &selection_, &Selection::chooseEdit);
  connect(interactions_, &InteractionsPage::subsetChosen, this, [this](const WhatIf::Switches& on) { whatIf_.setSwitches(on); });
  connect(&whatIf_, &WhatIf::changed, this, [this] { interactions_->setSwitches(whatIf_.switches()); });
}

void EditsPane::setDetails(std::shared_ptr<const VariantDetails> details) {
  details_ = details;
  model_->setDetails(details);
  history_->setDetails(details);
  QStringList words;
  for (int edit = 0; edit < model_->rowCount(); ++edit) words << model_->index(edit, EditModel::Description).data().toString();
  interactions_->setEdits(details ? details->individual.edits : EditList(), words);
  interactions_->setSwitches(whatIf_.switches());
  notice_->setText(details_ ? tr("The original has no edits.") : tr("Select a variant to see what evolution changed."));
  showPage();
  showSummary();
  showSelected(selection_.edit());
}

void EditsPane::forget() {
  setDetails(nullptr);
  whatIf_.forget();
}

void EditsPane::showPage() {
  const bool any = model_->rowCount() > 0;
  pages_->setCurrentIndex(!any ? 0 : tabs_[2]->isChecked() ? 3 : tabs_[1]->isChecked() ? 2 : 1);
}

void EditsPane::showHistory(bool show) { tabs_[show ? 1 : 0]->setChecked(true); }

void EditsPane::showInteractions() { tabs_[2]->setChecked(true); }

void EditsPane::simplify() { simplifier_.running() ? simplifier_.cancel() : simplifier_.start(); }

bool EditsPane::canDerive() const {
  const EvaluationResult* outcome = whatIf_.asSwitched();
  const bool hasNumber = details_ && details_->individual.id > 0; // to descend from
  return hasNumber && whatIf_.switchedOff() && outcome && outcome->valid() && std::ranges::count(whatIf_.switches(), true) > 0;
}

void EditsPane::derive() {
  if (const std::optional<Individual> variant = checkedVariant()) emit derived(*variant);
}

std::optional<Individual> EditsPane::checkedVariant() const {
  if (!canDerive()) return std::nullopt;
  const Individual& of = details_->individual;
  const Evaluation& evaluation = *whatIf_.evaluation(whatIf_.switches());
  Individual variant;
  variant.origin = Origin::Derived;
  variant.generation = of.generation;
  // A variant derived of a derived one descends from what evolution found.
  variant.parent = isDerived(of.id) ? of.parent : of.id;
  variant.edits = whatIf_.checkedEdits();
  variant.active = evaluation.active;
  variant.result = evaluation.result;
  return variant;
}

void EditsPane::setTheme(const Theme& theme) {
  model_->setTheme(theme);
  history_->setTheme(theme);
  shares_->setTheme(theme);
  interactions_->setTheme(theme);
}

QString EditsPane::switchedText() const {
  const EvaluationResult* outcome = whatIf_.asSwitched();
  const EvaluationResult* original = whatIf_.original();
  if (outcome == nullptr || original == nullptr) return whatIf_.problem().isEmpty() ? tr("evaluating…") : tr("can't be evaluated");
  if (!outcome->valid()) return tr("checked edits: %1").arg(QString::fromUtf8(reasonName(outcome->reason)));
  return (width() < roomForAll ? tr("%1, error %2") : tr("checked edits: %1, error %2"))
      .arg(speedupText(original->fitness.runtime / outcome->fitness.runtime), errorText(metric_, outcome->fitness.error));
}

QString EditsPane::summary() const { return whatIf_.switchedOff() ? switchedText() : count_->text(); }

/// A narrow pane keeps the descriptions; undoing replaces "All on".
void EditsPane::resizeEvent(QResizeEvent* event) {
  Card::resizeEvent(event);
  fitColumns();
  showSummary();
}

void EditsPane::setProject(std::shared_ptr<const Project> project) {
  model_->setProject(std::move(project));
  fitColumns();
}

void EditsPane::fitColumns() {
  const bool narrow = width() < roomForAll;
  shares_->setNarrow(narrow);
  for (const auto column : {EditModel::Since, EditModel::Alone}) table_->setColumnHidden(column, narrow);
  QHeaderView* columns = table_->horizontalHeader();
  columns->setSectionResizeMode(EditModel::Where, narrow ? QHeaderView::Fixed : QHeaderView::ResizeToContents);
  if (narrow) columns->resizeSection(EditModel::Where, model_->namesKernels() ? locationInKernel : shortLocation);
}

void EditsPane::showSummary() {
  const int edits = model_->rowCount();
  const bool switchedOff = whatIf_.switchedOff();
  const EvaluationResult* outcome = whatIf_.asSwitched();
  const bool bad = outcome ? !outcome->valid() : !whatIf_.problem().isEmpty();
  setChip(switched_, bad ? "bad" : "accent", switchedOff ? switchedText() : QString());
  switched_->setToolTip(outcome ? QString::fromStdString(outcome->message) : whatIf_.problem());
  allOn_->setVisible(switchedOff && width() >= roomForAll);
  derive_->setVisible(switchedOff);
  derive_->setEnabled(canDerive());
  count_->setVisible(!switchedOff);
  showSimplifier();
  QString text = edits > 0 ? countedText(static_cast<std::uint64_t>(edits), tr("edit"), tr("edits")) : QString();
  if (const int inactive = model_->inactiveCount(); inactive > 0) text += tr(", %1 inactive").arg(inactive);
  if (!text.isEmpty() && !whatIf_.problem().isEmpty()) text += tr(", contributions unknown");
  count_->setText(text);
  count_->setToolTip(whatIf_.problem());
}

void EditsPane::showIdle() {
  const int count = order_->idleCount();
  const bool shown = order_->showsIdle();
  const QString text = countedText(static_cast<std::uint64_t>(count), tr("edit that changes nothing"), tr("edits that change nothing"));
  idle_->setVisible(count > 0);
  idle_->setChecked(shown);
  idle_->setText(shown ? tr("Hide %1").arg(text) : text + QStringLiteral(" ▾"));
}

void EditsPane::showSimplifier() {
  const bool running = simplifier_.running();
  const bool valid = details_ && details_->individual.result.valid();
  simplify_->setVisible(running || (valid && model_->rowCount() > 1 && !whatIf_.switchedOff()));
  simplify_->setText(running ? tr("Simplifying %1 % ✕").arg(static_cast<int>(simplifier_.progress() * 100)) : tr("Simplify"));
}

void EditsPane::showSelected(int edit) {
  interactions_->setSelected(edit);
  QItemSelectionModel* marked = table_->selectionModel();
  if (edit < 0 || edit >= model_->rowCount()) return marked->clear();
  if (!order_->indexOf(edit).isValid()) order_->setShowsIdle(true); // a line was clicked that it made
  const QModelIndex index = order_->indexOf(edit);
  marked->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
  table_->scrollTo(index);
}

void EditsPane::copyEdits() const {
  QStringList lines;
  for (int edit = 0; edit < model_->rowCount(); ++edit) lines << model_->editText(edit);
  QGuiApplication::clipboard()->setText(lines.join('\n') + '\n');
}

} // namespace gevo::ui
