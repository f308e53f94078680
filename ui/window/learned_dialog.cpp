#include "ui/window/learned_dialog.h"

#include "core/values/individual.h"
#include "ui/model/run_model.h"
#include "ui/model/selection.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace gevo::ui {

namespace {

enum Column { Input, Generation, Variant, Outcome, Cause, columns };

/// Without the input, which has a column of its own.
QString outcomeOf(const CounterexampleRow& row) {
  const Counterexample& found = row.found;
  if (found.reason == Reason::None) return LearnedDialog::tr("no longer exact");
  const QString text = QString::fromStdString(found.message.empty() ? reasonName(found.reason) : found.message);
  const QString input = QStringLiteral("on the input \"%1\": ").arg(QString::fromStdString(row.arguments));
  return text.startsWith(input) ? text.sliced(input.size()) : text;
}

} // namespace

LearnedDialog::LearnedDialog(const RunModel& model, Selection& selection, QWidget* parent)
    : QDialog(parent), model_(model), selection_(selection), summary_(new QLabel(this)), list_(new QTreeWidget(this)) {
  setWindowTitle(tr("What This Run Learned"));
  resize(860, 320);
  summary_->setWordWrap(true);
  list_->setAccessibleName(tr("Inputs that became tests"));
  list_->setColumnCount(columns);
  list_->setHeaderLabels({tr("Input"), tr("Generation"), tr("Variant"), tr("What the variant does there"), tr("Comes from")});
  list_->setRootIsDecorated(false);
  list_->setUniformRowHeights(true);
  list_->setTextElideMode(Qt::ElideRight);
  list_->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  list_->header()->setStretchLastSection(false);
  list_->header()->setSectionResizeMode(Outcome, QHeaderView::Stretch);
  list_->header()->setSectionResizeMode(Cause, QHeaderView::Interactive); // it may name many edits
  list_->header()->resizeSection(Cause, fontMetrics().averageCharWidth() * 28);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  auto* column = new QVBoxLayout(this);
  column->addWidget(summary_);
  column->addWidget(list_, 1);
  column->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(list_, &QTreeWidget::itemActivated, this,
          [this](const QTreeWidgetItem* row) { selection_.choose(row->data(Variant, Qt::UserRole).toLongLong()); });
  connect(&model, &RunModel::counterexamplesChanged, this, &LearnedDialog::fill);
  fill();
}

void LearnedDialog::fill() {
  const std::vector<CounterexampleRow>& rows = model_.counterexamples();
  summary_->setText(rows.empty()
                        ? tr("No variant that led failed on a fuzz input in this run. The command lines that make such inputs are part "
                             "of the project, and gevo new takes them as --fuzz.")
                        : tr("Variants that led failed on these inputs, where the original does not. Since then they are tests: "
                             "the cheap ones of every variant, the others of those that lead. Where a failure is known to come from some "
                             "edits, variants with these are rejected without evaluation."));
  list_->clear();
  for (const CounterexampleRow& one : rows) {
    const Counterexample& found = one.found;
    const QString outcome = outcomeOf(one);
    auto* row = new QTreeWidgetItem(list_, {QString::fromStdString(one.shownInput()), QString::number(found.generation),
                                            QString::fromStdString(variantName(found.variant)), outcome,
                                            QString::fromStdString(one.shownCauses())});
    row->setData(Variant, Qt::UserRole, QVariant::fromValue<qint64>(found.variant));
    row->setToolTip(Outcome, outcome);
    if (!one.causes.empty())
      row->setToolTip(Cause, tr("%1\nVariants that share this, and are not faster, are rejected without evaluation.")
                                 .arg(QString::fromStdString(one.shownCauses())));
    for (const int number : {Generation, Variant}) row->setTextAlignment(number, Qt::AlignRight | Qt::AlignVCenter);
  }
  list_->setVisible(!rows.empty());
}

} // namespace gevo::ui
