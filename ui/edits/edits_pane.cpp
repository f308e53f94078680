#include "ui/edits/edits_pane.h"

#include "ui/edits/code_words_delegate.h"
#include "ui/edits/share_delegate.h"
#include "ui/take/take_menu.h"
#include "ui/text/figures.h"
#include "ui/text/format.h"
#include "ui/theme/table_style.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace gevo::ui {

EditsPane::EditsPane(Selection& selection, QWidget* parent)
    : Card("edits", tr("Edits"), parent), selection_(selection), model_(new EditModel(whatIf_, this)), table_(new QTableView(this)),
      notice_(new QLabel(this)), pages_(new QStackedWidget(this)), shares_(new ShareDelegate(this)), count_(makeDimLabel({}, this)),
      switched_(makeChip("plain", this)), allOn_(makeToolButton(tr("All on"), tr("Switch every edit on again"), this)) {
  header()->addTitle(tr("Edits"), tr("uncheck one to see the variant without it"));
  header()->row()->addStretch();
  header()->row()->addWidget(switched_);
  header()->row()->addWidget(allOn_);
  header()->row()->addWidget(count_);
  notice_->setProperty("notice", true);
  notice_->setWordWrap(true);
  notice_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  pages_->addWidget(notice_);
  pages_->addWidget(table_);
  body()->addWidget(pages_);

  styleTable(table_);
  offerTable(table_, "edits");
  table_->setAccessibleName(tr("Edits of the selected variant"));
  table_->setModel(model_);
  table_->setItemDelegateForColumn(EditModel::Words, new CodeWordsDelegate(table_));
  table_->horizontalHeader()->setSectionResizeMode(EditModel::Words, QHeaderView::Stretch);
  table_->setItemDelegateForColumn(EditModel::Share, shares_);
  table_->setItemDelegateForColumn(EditModel::Alone, new FigureDelegate(table_));
  for (const auto column : {EditModel::Where, EditModel::Share, EditModel::Alone})
    table_->horizontalHeader()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
  connect(allOn_, &QToolButton::clicked, this, [this] { whatIf_.setSwitches(WhatIf::Switches(whatIf_.switches().size(), true)); });
  connect(&whatIf_, &WhatIf::changed, this, &EditsPane::showSummary);
  connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& current) {
    if (current.isValid()) selection_.chooseEdit(current.row());
  });
  connect(&selection_, &Selection::editChanged, this, &EditsPane::showSelected);
  setDetails(nullptr);
}

void EditsPane::setDetails(std::shared_ptr<const VariantDetails> details) {
  const bool known = details != nullptr;
  model_->setDetails(std::move(details));
  pages_->setCurrentIndex(model_->rowCount() > 0 ? 1 : 0);
  notice_->setText(known ? tr("The original has no edits.") : tr("Select a variant to see what evolution changed."));
  showSummary();
  showSelected(selection_.edit());
}

void EditsPane::setTheme(const Theme& theme) {
  model_->setTheme(theme);
  shares_->setTheme(theme);
}

QString EditsPane::switchedText() const {
  const Outcome* outcome = whatIf_.asSwitched();
  const Outcome* original = whatIf_.original();
  if (outcome == nullptr || original == nullptr) return tr("evaluating…");
  if (!outcome->valid()) return tr("as switched: %1").arg(QString::fromUtf8(reasonName(outcome->reason)));
  return tr("as switched: %1, error %2")
      .arg(speedupText(original->fitness.runtime / outcome->fitness.runtime), errorText(metric_, outcome->fitness.error));
}

QString EditsPane::summary() const { return whatIf_.switchedOff() ? switchedText() : count_->text(); }

void EditsPane::showSummary() {
  const int edits = model_->rowCount();
  const bool switchedOff = whatIf_.switchedOff();
  const Outcome* outcome = whatIf_.asSwitched();
  setChip(switched_, outcome && !outcome->valid() ? "bad" : "accent", switchedOff ? switchedText() : QString());
  switched_->setToolTip(outcome ? QString::fromStdString(outcome->detail) : QString());
  allOn_->setVisible(switchedOff);
  count_->setVisible(!switchedOff);
  QString text = edits > 0 ? countedText(static_cast<std::uint64_t>(edits), tr("edit"), tr("edits")) : QString();
  if (const int inactive = model_->inactiveCount(); inactive > 0) text += tr(", %1 inactive").arg(inactive);
  count_->setText(text);
}

void EditsPane::showSelected(int edit) {
  QItemSelectionModel* marked = table_->selectionModel();
  if (edit < 0 || edit >= model_->rowCount()) return marked->clear();
  const QModelIndex index = model_->index(edit, 0);
  marked->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
  table_->scrollTo(index);
}

void EditsPane::copyEdits() const {
  QStringList lines;
  for (int edit = 0; edit < model_->rowCount(); ++edit) lines << model_->editText(edit);
  QGuiApplication::clipboard()->setText(lines.join('\n') + '\n');
}

} // namespace gevo::ui
