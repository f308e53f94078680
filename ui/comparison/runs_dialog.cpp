#include "ui/comparison/runs_dialog.h"

#include "ui/service/comparison_service.h"
#include "ui/text/format.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QSplitter>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <utility>

namespace gevo::ui {

namespace {

enum RunColumn { Run, Name, State, Seed, Generations, Evaluations, Speedup, Edits, firstSetting };
enum EditColumn { What, Where, FoundBy, InRuns, editColumns };

QTreeWidget* makeTable(const QString& name, QWidget* parent) {
  auto* table = new QTreeWidget(parent);
  table->setAccessibleName(name);
  table->setRootIsDecorated(false);
  table->setUniformRowHeights(true);
  table->setAlternatingRowColors(false);
  table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table->header()->setStretchLastSection(false);
  return table;
}

QIcon lineIcon(const QColor& color) {
  QPixmap picture(14, 14);
  picture.fill(Qt::transparent);
  QPainter painter(&picture);
  painter.setPen(QPen(color, 3));
  painter.drawLine(0, 7, 14, 7);
  return picture;
}

} // namespace

RunsDialog::RunsDialog(QWidget* parent)
    : QDialog(parent), summary_(new QLabel(this)), plot_(new RunsPlot(this)), runsTable_(makeTable(tr("Runs"), this)),
      editsTitle_(new QLabel(tr("Edits that the best of several runs have"), this)), edits_(makeTable(editsTitle_->text(), this)) {
  setWindowTitle(tr("Compare Runs"));
  resize(940, 700);
  summary_->setWordWrap(true);
  edits_->setColumnCount(editColumns);
  edits_->setHeaderLabels({tr("Edit"), tr("Where"), tr("Found by"), tr("Runs")});
  edits_->setTextElideMode(Qt::ElideRight);
  auto* common = new QWidget(this);
  auto* below = new QVBoxLayout(common);
  below->setContentsMargins(0, 0, 0, 0);
  below->addWidget(editsTitle_);
  below->addWidget(edits_, 1);
  auto* parts = new QSplitter(Qt::Vertical, this);
  parts->addWidget(plot_);
  parts->addWidget(runsTable_);
  parts->addWidget(common);
  parts->setSizes({320, 180, 150});
  parts->setChildrenCollapsible(false);
  plot_->setMinimumHeight(140);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  auto* column = new QVBoxLayout(this);
  column->addWidget(summary_);
  column->addWidget(parts, 1);
  column->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(runsTable_, &QTreeWidget::currentItemChanged, this,
          [this](QTreeWidgetItem* row) { plot_->setSelected(row ? runsTable_->indexOfTopLevelItem(row) : -1); });
  connect(runsTable_, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem* row, int column) {
    if (column == Name || column == noteColumn())
      runsTable_->editItem(row, column);
    else
      emit runChosen(row->data(Run, Qt::UserRole).toLongLong());
  });
  connect(runsTable_, &QTreeWidget::itemChanged, this, &RunsDialog::readLabel);
  auto* rename = new QAction(tr("Rename"), runsTable_);
  rename->setShortcut(Qt::Key_F2);
  rename->setShortcutContext(Qt::WidgetShortcut);
  runsTable_->addAction(rename);
  runsTable_->setContextMenuPolicy(Qt::ActionsContextMenu);
  connect(rename, &QAction::triggered, this, [this] {
    if (QTreeWidgetItem* row = runsTable_->currentItem()) runsTable_->editItem(row, Name);
  });
  connect(plot_, &RunsPlot::runClicked, this, [this](int run) { runsTable_->setCurrentItem(runsTable_->topLevelItem(run)); });
  summary_->setText(tr("Reading the runs…"));
}

void RunsDialog::setTheme(const Theme& theme) {
  plot_->setTheme(theme);
  if (found_) fillRuns();
}

void RunsDialog::setRuns(std::shared_ptr<const RunsSideBySide> runs) {
  found_ = std::move(runs);
  plot_->setRuns(found_);
  fillRuns();
  fillEdits();
  fillSummary();
}

void RunsDialog::setProblem(const QString& problem) { summary_->setText(problem); }

void RunsDialog::fillSummary() {
  const RunComparison& found = found_->found;
  const std::size_t runs = found.begunRuns();
  if (runs == 0) return summary_->setText(tr("No run has completed a generation yet."));
  QStringList lines;
  const SpreadRow& last = found.spread.back();
  if (runs == 1)
    lines << tr("There is one run on this device: %1. To have more, start a new run with another seed, or several with gevo run --runs 10.")
                 .arg(speedupText(last.best));
  else
    lines << tr("%1: best %2, mean %3, median %4, worst %5.")
                 .arg(countedText(runs, tr("run"), tr("runs")), speedupText(last.best), speedupText(last.mean), speedupText(last.median),
                      speedupText(last.worst));
  for (const FoundCluster& cluster : found.clusters)
    lines << tr("%1 edits that act together in run %2 are complete in %3 and in part in %4.")
                 .arg(cluster.edits.size())
                 .arg(found.runs[cluster.run].info.id)
                 .arg(countedText(cluster.completeIn(), tr("run"), tr("runs")), countedText(cluster.inPartIn(), tr("run"), tr("runs")));
  summary_->setText(lines.join('\n'));
}

int RunsDialog::noteColumn() const { return runsTable_->columnCount() - 1; }

void RunsDialog::readLabel(QTreeWidgetItem* row, int column) {
  if (column != Name && column != noteColumn()) return;
  const RunLabel label{row->text(Name).trimmed().toStdString(), row->text(noteColumn()).trimmed().toStdString()};
  emit labelEdited(row->data(Run, Qt::UserRole).toLongLong(), label);
}

void RunsDialog::fillRuns() {
  if (runsTable_->viewport()->findChild<QLineEdit*>()) return; // somebody is writing into the table; what changed comes with the next look
  const RunComparison& found = found_->found;
  const int selected = runsTable_->indexOfTopLevelItem(runsTable_->currentItem());
  QStringList headers{tr("Run"), tr("Name"), tr("State"), tr("Seed"), tr("Generations"), tr("Evaluations"), tr("Best exact"), tr("Edits")};
  for (const SettingDifference& difference : found.differences) headers << QString::fromStdString(difference.setting);
  headers << tr("Note");
  QSignalBlocker filling(runsTable_);
  runsTable_->clear();
  runsTable_->setColumnCount(int(headers.size()));
  runsTable_->setHeaderLabels(headers);
  for (std::size_t i = 0; i < found.runs.size(); ++i) {
    const ComparedRun& run = found.runs[i];
    QStringList cells{QString::number(run.info.id),
                      QString::fromStdString(run.info.label.name),
                      QString::fromUtf8(runStateName(run.info.status.state)),
                      QString::number(run.info.settings.search.seed),
                      countText(run.info.generations),
                      countText(run.evaluations),
                      speedupText(run.speedup()),
                      run.best ? QString::number(run.best->edits.size()) : QStringLiteral("–")};
    for (const SettingDifference& difference : found.differences) cells << QString::fromStdString(difference.values[i]);
    cells << QString::fromStdString(run.info.label.note);
    auto* row = new QTreeWidgetItem(runsTable_, cells);
    row->setData(Run, Qt::UserRole, QVariant::fromValue<qint64>(run.info.id));
    row->setIcon(Run, lineIcon(plot_->colorOf(i)));
    row->setFlags(row->flags() | Qt::ItemIsEditable);
    for (const int figure : {Seed, Generations, Evaluations, Speedup, Edits})
      row->setTextAlignment(figure, Qt::AlignRight | Qt::AlignVCenter);
  }
  runsTable_->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  filling.unblock();
  if (selected >= 0) runsTable_->setCurrentItem(runsTable_->topLevelItem(selected));
}

void RunsDialog::fillEdits() {
  const RunComparison& found = found_->found;
  QList<QStringList> rows;
  for (std::size_t i = 0; i < found_->words.size() && i < found.edits.size(); ++i) {
    const FoundEdit& edit = found.edits[i];
    QStringList runs;
    for (std::size_t run = 0; run < edit.foundBy.size(); ++run)
      if (edit.foundBy[run]) runs << QString::number(found.runs[run].info.id);
    rows << QStringList{QString::fromStdString(found_->words[i].text).remove('`'), QString::fromStdString(found_->words[i].where),
                        tr("%1 of %2").arg(edit.count()).arg(found.runs.size()), runs.join(' ')};
  }
  const bool any = !found.edits.empty() && found.edits.front().count() > 1;
  editsTitle_->setText(!any           ? tr("No edit is in the best of two runs.")
                       : rows.empty() ? tr("Edits that the best of several runs have: finding words…")
                                      : tr("Edits that the best of several runs have"));
  if (std::exchange(rows_, rows) == rows || (any && rows.empty())) return; // what is selected stays
  edits_->clear();
  for (const QStringList& row : rows) (new QTreeWidgetItem(edits_, row))->setToolTip(What, row[What]);
  edits_->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  edits_->header()->setSectionResizeMode(What, QHeaderView::Stretch);
}

} // namespace gevo::ui
