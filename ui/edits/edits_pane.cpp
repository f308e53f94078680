#include "ui/edits/edits_pane.h"

#include "ui/edits/code_words_delegate.h"
#include "ui/text/format.h"
#include "ui/theme/table_style.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

namespace gevo::ui {

EditsPane::EditsPane(Selection& selection, QWidget* parent)
    : Card("edits", tr("Edits"), parent), selection_(selection), model_(new EditModel(this)), table_(new QTableView(this)),
      notice_(new QLabel(this)), pages_(new QStackedWidget(this)), count_(makeDimLabel({}, this)) {
  header()->addTitle(tr("Edits"), tr("what evolution changed, in the order it applies"));
  header()->row()->addStretch();
  header()->row()->addWidget(count_);
  notice_->setProperty("notice", true);
  notice_->setWordWrap(true);
  notice_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  pages_->addWidget(notice_);
  pages_->addWidget(table_);
  body()->addWidget(pages_);

  styleTable(table_);
  table_->setAccessibleName(tr("Edits of the selected variant"));
  table_->setModel(model_);
  table_->setItemDelegateForColumn(EditModel::Words, new CodeWordsDelegate(table_));
  table_->horizontalHeader()->setSectionResizeMode(EditModel::Words, QHeaderView::Stretch);
  table_->horizontalHeader()->setSectionResizeMode(EditModel::State, QHeaderView::ResizeToContents);
  table_->horizontalHeader()->setSectionResizeMode(EditModel::Where, QHeaderView::ResizeToContents);
  connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& current) {
    if (current.isValid()) selection_.chooseEdit(current.row());
  });
  connect(&selection_, &Selection::editChanged, this, &EditsPane::showSelected);
  setDetails(nullptr);
}

void EditsPane::setDetails(std::shared_ptr<const VariantDetails> details) {
  const bool known = details != nullptr;
  model_->setDetails(std::move(details));
  const int edits = model_->rowCount();
  pages_->setCurrentIndex(edits > 0 ? 1 : 0);
  notice_->setText(known ? tr("The original has no edits.") : tr("Select a variant to see what evolution changed."));
  const int inactive = model_->inactiveCount();
  QString text = edits > 0 ? countedText(static_cast<std::uint64_t>(edits), tr("edit"), tr("edits")) : QString();
  if (inactive > 0) text += tr(", %1 inactive").arg(inactive);
  count_->setText(text);
  showSelected(selection_.edit());
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
