#include "ui/tmbl/fit_results.h"

#include "ui/export/csv.h"
#include "ui/export/table_export.h"
#include "ui/plot/plot_export.h"
#include "ui/text/figures.h"
#include "ui/tmbl/front_plot.h"
#include "ui/tmbl/front_table.h"
#include "ui/tmbl/prediction_plot.h"
#include "ui/tmbl/program_view.h"
#include "ui/widgets/table_style.h"

#include <QHeaderView>
#include <QLabel>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace gevo::ui {

FitResults::FitResults(QWidget* parent)
    : QGroupBox(tr("Front"), parent), pages_(new QStackedWidget(this)), frontPlot_(new FrontPlot(this)),
      predictionPlot_(new PredictionPlot(this)), model_(new FrontTable(this)), table_(new QTableView(this)),
      program_(new ProgramView(this)) {
  auto* notice = new QLabel(tr("Programs that predict one column of a table from the others.\n"
                               "Choose a CSV file, or drop it here: a line of names, then a line of numbers for each row."),
                            this);
  notice->setProperty("notice", true);
  notice->setAlignment(Qt::AlignCenter);
  notice->setWordWrap(true);
  setUpTable();
  pages_->addWidget(notice);
  pages_->addWidget(makeParts());
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(pages_);
  addExports();
  connect(frontPlot_, &FrontPlot::chosen, this, &FitResults::choose);
  connect(program_, &ProgramView::notified, this, &FitResults::notified);
  connect(program_, &ProgramView::failed, this, &FitResults::notified);
}

QWidget* FitResults::makeParts() {
  auto* plots = new QSplitter(Qt::Horizontal, this);
  plots->addWidget(frontPlot_);
  plots->addWidget(predictionPlot_);
  plots->setSizes({520, 320});
  auto* parts = new QSplitter(Qt::Vertical, this);
  parts->addWidget(plots);
  parts->addWidget(table_);
  parts->addWidget(program_);
  parts->setSizes({260, 170, 270});
  for (QSplitter* splitter : {plots, parts}) splitter->setChildrenCollapsible(false);
  frontPlot_->setMinimumSize(180, 140);
  predictionPlot_->setMinimumSize(140, 140);
  return parts;
}

void FitResults::setUpTable() {
  styleTable(table_);
  table_->setAccessibleName(tr("Programs by length"));
  table_->setModel(model_);
  for (const auto column : {FrontColumn::Length, FrontColumn::TrainingError, FrontColumn::TestError, FrontColumn::Explained})
    table_->setItemDelegateForColumn(static_cast<int>(column), new FigureDelegate(table_));
  const int widths[] = {70, 104, 92, 92};
  for (int column = 0; column < FrontTable::columns - 1; ++column) table_->setColumnWidth(column, widths[column]);
  table_->horizontalHeader()->setStretchLastSection(true);
  connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& current) {
    if (!filling_ && current.isValid()) choose(current.row());
  });
}

void FitResults::addExports() {
  const auto front = [this]() -> std::function<QByteArray()> { return [csv = csvOf(*model_)] { return csv; }; };
  report(addPlotExport(frontPlot_, frontPlot_->plot(), "front", front));
  report(addTableExport(table_, "front", front));
  report(addPlotExport(predictionPlot_, predictionPlot_->plot(), "predictions",
                       [this]() -> std::function<QByteArray()> { return [csv = predictionPlot_->csv()] { return csv; }; }));
}

void FitResults::report(const ExportMenu* exports) {
  connect(exports, &ExportMenu::failed, this, &FitResults::notified);
  connect(exports, &ExportMenu::copied, this, [this] { emit notified(tr("Copied.")); });
  connect(exports, &ExportMenu::saved, this, [this](const QString& path) { emit notified(tr("Saved as %1").arg(path)); });
}

void FitResults::setTheme(const Theme& theme) {
  frontPlot_->setTheme(theme);
  predictionPlot_->setTheme(theme);
  program_->setTheme(theme);
}

void FitResults::begin(const std::shared_ptr<const FitData>& data) {
  const QScopedValueRollback filling(filling_, true);
  data_ = data;
  front_ = std::make_shared<const FittedFront>();
  chosenLength_.reset();
  frontPlot_->begin(data);
  predictionPlot_->begin(data);
  model_->begin(data);
  table_->setColumnHidden(static_cast<int>(FrontColumn::TestError), !data->rows.test);
  program_->clear();
  pages_->setCurrentIndex(1);
}

void FitResults::setFront(const std::shared_ptr<const FittedFront>& front) {
  const QScopedValueRollback filling(filling_, true);
  front_ = front;
  model_->setFront(*front);
  frontPlot_->setFront(front);
  showProgram(shownRow(*front, chosenLength_));
}

void FitResults::choose(int row) {
  const QScopedValueRollback filling(filling_, true);
  chosenLength_ = (*front_)[static_cast<std::size_t>(row)].length;
  showProgram(row);
}

void FitResults::showProgram(int row) {
  frontPlot_->setSelected(row);
  if (row < 0) return program_->clear();
  table_->setCurrentIndex(model_->index(row, std::max(0, table_->currentIndex().column())));
  const tmbl::FittedProgram& program = (*front_)[static_cast<std::size_t>(row)];
  program_->setProgram(program, *data_);
  predictionPlot_->setProgram(program);
}

} // namespace gevo::ui
