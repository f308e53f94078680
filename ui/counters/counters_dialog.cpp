#include "ui/counters/counters_dialog.h"

#include "core/format/counter_text.h"
#include "core/format/source_code.h"
#include "ui/text/format.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace gevo::ui {

namespace {

enum Column { What, Original, Variant, Change, columnCount };

} // namespace

CountersDialog::CountersDialog(QWidget* parent)
    : QDialog(parent), summary_(new QLabel(this)), button_(new QPushButton(this)), table_(new QTreeWidget(this)) {
  setWindowTitle(tr("GPU Counters"));
  resize(760, 640);
  summary_->setWordWrap(true);
  summary_->setTextFormat(Qt::PlainText); // a message may name what a file from elsewhere says
  summary_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  table_->setAccessibleName(tr("Counters of the GPU"));
  table_->setColumnCount(columnCount);
  table_->setHeaderLabels({tr("What"), tr("Original"), tr("Variant"), tr("Change")});
  table_->setUniformRowHeights(true);
  table_->setAlternatingRowColors(true);
  for (const int figure : {Original, Variant, Change}) table_->headerItem()->setTextAlignment(figure, Qt::AlignRight | Qt::AlignVCenter);
  table_->header()->setStretchLastSection(false);
  table_->header()->setSectionResizeMode(What, QHeaderView::Stretch);
  for (const int figure : {Original, Variant, Change}) table_->header()->setSectionResizeMode(figure, QHeaderView::ResizeToContents);
  auto* top = new QHBoxLayout;
  top->addWidget(summary_, 1);
  top->addWidget(button_, 0, Qt::AlignTop);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  auto* column = new QVBoxLayout(this);
  column->addLayout(top);
  column->addWidget(table_, 1);
  column->addWidget(buttons);
  button_->setAutoDefault(false);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(button_, &QPushButton::clicked, this, [this] { counting_ ? emit cancelRequested() : emit countRequested(); });
  setCounting(false);
}

void CountersDialog::setVariant(const QString& variant) {
  variant_ = variant;
  table_->clear();
  summary_->clear();
}

void CountersDialog::setCounting(bool counting) {
  counting_ = counting;
  button_->setText(counting ? tr("Cancel") : tr("Count Again"));
  if (counting)
    summary_->setText(tr("%1 and the original run on the GPU, several times each…").arg(variant_));
  else if (table_->topLevelItemCount() == 0 && summary_->text().endsWith(u'…'))
    summary_->setText(tr("Not counted."));
}

void CountersDialog::setCounters(const Project& project, const GpuCounters& counters) {
  table_->clear();
  QStringList words{tr("%1 %2.").arg(variant_, QString::fromStdString(countersSummary(counters)))};
  words << countedText(counters.tests.size(), tr("test"), tr("tests"));
  if (const std::string some = gevo::countedText(counters); !some.empty()) words.back() += "; " + QString::fromStdString(some);
  words.back() += '.';
  summary_->setText(words.join(' '));
  for (const KernelPair& kernel : kernelPairs(counters)) {
    auto* group = new QTreeWidgetItem(table_, {QString::fromStdString(shownName(project, kernel.kernel()))});
    QFont bold = group->font(What);
    bold.setBold(true);
    group->setFont(What, bold);
    for (const CounterRow& row : counterRows(kernel)) {
      auto* item = new QTreeWidgetItem(group, {QString::fromStdString(row.what), QString::fromStdString(row.original),
                                               QString::fromStdString(row.variant), QString::fromStdString(row.change)});
      for (const int figure : {Original, Variant, Change}) item->setTextAlignment(figure, Qt::AlignRight | Qt::AlignVCenter);
    }
    group->setExpanded(true);
  }
}

void CountersDialog::setProblem(const QString& problem) { summary_->setText(problem); }

} // namespace gevo::ui
