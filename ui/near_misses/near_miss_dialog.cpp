#include "ui/near_misses/near_miss_dialog.h"

#include "core/format/heat_text.h"
#include "core/format/number.h"
#include "core/values/individual.h"
#include "ui/text/format.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QTextBrowser>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace gevo::ui {

namespace {

enum Column { Gain, RejectedFor, Where, Evaluations, What, columnCount };
enum Role { GroupRole = Qt::UserRole, MissRole, LateRole };

QString percentText(double share) { return QString::fromStdString(formatPercent(share)); }

QString baseText(const NearMisses& found) {
  return found.base == 0 ? NearMissDialog::tr("the original")
                         : NearMissDialog::tr("variant %1").arg(QString::fromStdString(variantName(found.base)));
}

/// With the parameters of the best variant.
QString originalText(const NearMisses& found) {
  if (found.configuration.empty()) return NearMissDialog::tr("the original");
  return NearMissDialog::tr("the original with %1").arg(QString::fromStdString(printConfiguration(found.configuration)));
}

QString wordsOf(const NearMiss& miss) {
  QStringList words;
  for (const EditDescription& edit : miss.words) words << QString::fromStdString(edit.text).remove('`');
  return words.isEmpty() ? countedText(miss.edits.size(), NearMissDialog::tr("edit"), NearMissDialog::tr("edits")) : words.join(", ");
}

} // namespace

NearMissDialog::NearMissDialog(QWidget* parent)
    : QDialog(parent), summary_(new QLabel(this)), button_(new QPushButton(this)), list_(new QTreeWidget(this)),
      words_(new QTextBrowser(this)) {
  setWindowTitle(tr("Near Misses"));
  resize(940, 640);
  summary_->setWordWrap(true);
  list_->setAccessibleName(tr("Near misses"));
  list_->setColumnCount(columnCount);
  list_->setHeaderLabels({tr("Estimated gain"), tr("Rejected for"), tr("Line"), tr("Evaluations"), tr("Edits")});
  list_->setRootIsDecorated(false);
  list_->setUniformRowHeights(true);
  list_->header()->setStretchLastSection(true);
  words_->setAccessibleName(tr("What it does wrong, and its CUDA"));
  auto* parts = new QSplitter(Qt::Vertical, this);
  parts->addWidget(list_);
  parts->addWidget(words_);
  parts->setSizes({260, 300});
  parts->setChildrenCollapsible(false);
  auto* top = new QHBoxLayout;
  top->addWidget(summary_, 1);
  top->addWidget(button_, 0, Qt::AlignTop);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  auto* column = new QVBoxLayout(this);
  column->addLayout(top);
  column->addWidget(parts, 1);
  column->addWidget(buttons);
  button_->setAutoDefault(false);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(button_, &QPushButton::clicked, this, [this] { doing_.isEmpty() ? emit searchRequested() : emit cancelRequested(); });
  connect(list_, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* row) { showChosen(row); });
  setProgress({});
}

void NearMissDialog::setProgress(const QString& doing) {
  doing_ = doing;
  button_->setText(doing.isEmpty() ? tr("Find") : tr("Cancel"));
  if (!doing.isEmpty())
    summary_->setText(doing);
  else if (!found_)
    summary_->setText(tr("Rejected edits that would make the best variant faster: not looked for yet."));
  else
    fill();
}

void NearMissDialog::setFound(std::shared_ptr<const NearMisses> found) {
  found_ = std::move(found);
  fill();
}

void NearMissDialog::setProblem(const QString& problem) { summary_->setText(problem); }

const NearMiss* NearMissDialog::missOf(const QTreeWidgetItem* row) const {
  if (!row || !found_ || !row->data(Gain, MissRole).isValid()) return nullptr;
  return &found_->groups[row->data(Gain, GroupRole).toULongLong()].misses[row->data(Gain, MissRole).toULongLong()];
}

const LateFailure* NearMissDialog::lateOf(const QTreeWidgetItem* row) const {
  if (!row || !found_ || !row->data(Gain, LateRole).isValid()) return nullptr;
  return &found_->late[row->data(Gain, LateRole).toULongLong()];
}

void NearMissDialog::fill() {
  list_->clear();
  words_->clear();
  if (!found_) return;
  summary_->setText(found_->groups.empty() && found_->late.empty()
                        ? tr("%1 were rejected for what they do. No edit of theirs that was tried would make %2 faster by 1 % or more and "
                             "be nearly right.")
                              .arg(countedText(found_->rejected, tr("evaluation"), tr("evaluations")), baseText(*found_))
                        : tr("Each of these is wrong as it is. Gains are estimates, of the time of %1: the simulated GPU went on past what "
                             "rejects the edits.")
                              .arg(baseText(*found_)));
  const auto add = [this](const QStringList& cells) {
    auto* row = new QTreeWidgetItem(list_, cells);
    for (const int figure : {Gain, Evaluations}) row->setTextAlignment(figure, Qt::AlignRight | Qt::AlignVCenter);
    row->setToolTip(What, cells[What]);
    return row;
  };
  for (std::size_t group = 0; group < found_->groups.size(); ++group) {
    const NearMissGroup& one = found_->groups[group];
    for (std::size_t i = 0; i < one.misses.size(); ++i) {
      const NearMiss& miss = one.misses[i];
      QTreeWidgetItem* row = add({percentText(miss.gain), QString::fromUtf8(reasonName(one.reason)),
                                  QString::fromStdString(heatPlace(one.at)), countText(miss.variants.size()), wordsOf(miss)});
      row->setData(Gain, GroupRole, qulonglong(group));
      row->setData(Gain, MissRole, qulonglong(i));
    }
  }
  for (std::size_t i = 0; i < found_->late.size(); ++i) {
    const LateFailure& late = found_->late[i];
    add({percentText(late.gain),
         late.heldOut ? tr("held-out tests") : tr("a fuzz input"),
         {},
         QStringLiteral("1"),
         tr("variant %1").arg(QString::fromStdString(variantName(late.variant)))})
        ->setData(Gain, LateRole, qulonglong(i));
  }
  for (const int column : {Gain, RejectedFor, Where, Evaluations}) list_->resizeColumnToContents(column);
}

void NearMissDialog::showChosen(const QTreeWidgetItem* row) {
  if (const LateFailure* late = lateOf(row)) {
    words_->setPlainText(tr("Variant %1 passed all tests and is wrong on other inputs.\n\n%2")
                             .arg(QString::fromStdString(variantName(late->variant)), QString::fromStdString(late->message)));
    emit chosen(late->variant, {});
    return;
  }
  const NearMiss* const miss = missOf(row);
  if (!miss) return words_->clear();
  QString text = tr("Estimated: %1 less time than %2").arg(percentText(miss->gain), baseText(*found_));
  if (found_->base != 0 && miss->ofOriginal)
    text += tr(", alone %1 less than %2").arg(percentText(*miss->ofOriginal), originalText(*found_));
  text += tr(". Rejected: %1").arg(QString::fromStdString(miss->message));
  QString html;
  for (const QString& prose : {wordsOf(*miss), QString::fromStdString(miss->advice), text})
    html += QStringLiteral("<p>%1</p>").arg(prose.toHtmlEscaped());
  if (!miss->cuda.diff.empty())
    html += QStringLiteral("<p>%1</p><pre>%2</pre>")
                .arg(tr("In CUDA, a change of %1 that compiles to exactly this code:").arg(originalText(*found_)).toHtmlEscaped(),
                     QString::fromStdString(miss->cuda.diff).toHtmlEscaped());
  words_->setHtml(html);
  emit chosen(miss->variants.front(), miss->at);
}

} // namespace gevo::ui
