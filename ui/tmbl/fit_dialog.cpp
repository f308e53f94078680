#include "ui/tmbl/fit_dialog.h"

#include "core/tmbl/regression/front_text.h"
#include "ui/text/format.h"
#include "ui/tmbl/fit_results.h"
#include "ui/tmbl/fit_setup.h"
#include "ui/widgets/elided_label.h"

#include <QDragEnterEvent>
#include <QMimeData>
#include <QProgressBar>
#include <QPushButton>
#include <QTableView>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace gevo::ui {

namespace {

constexpr int setupWidth = 268;
constexpr int barSteps = 1000;

/// Empty where it is not one file of this machine.
QString fileOf(const QMimeData& data) {
  const QList<QUrl> urls = data.urls();
  return urls.size() == 1 ? urls.front().toLocalFile() : QString();
}

} // namespace

FitDialog::FitDialog(QWidget* parent)
    : QDialog(parent), setup_(new FitSetup(this)), results_(new FitResults(this)), bar_(new QProgressBar(this)),
      status_(new ElidedLabel(this)), start_(new QPushButton(tr("Start"), this)), stop_(new QPushButton(tr("Stop"), this)) {
  setWindowTitle(tr("Fit a Table"));
  setObjectName("fitTable");
  setAcceptDrops(true);
  resize(1180, 800);
  auto* left = new QVBoxLayout;
  setup_->setFixedWidth(setupWidth);
  left->addWidget(setup_);
  left->addStretch();
  auto* halves = new QHBoxLayout;
  halves->setSpacing(14);
  halves->addLayout(left);
  halves->addWidget(results_, 1);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 14, 16, 14);
  column->setSpacing(12);
  column->addLayout(halves, 1);
  addButtons(column);
  connectService();
  connect(setup_, &FitSetup::changed, this, &FitDialog::refresh);
  connect(results_, &FitResults::notified, status_, &QLabel::setText);
  connect(this, &QDialog::finished, &service_, &FitService::stop);
  refresh();
}

void FitDialog::addButtons(QVBoxLayout* column) {
  bar_->setTextVisible(false);
  bar_->setFixedSize(120, 6);
  bar_->setAccessibleName(tr("Progress"));
  status_->setProperty("dim", true);
  status_->setTextFormat(Qt::PlainText); // it names columns and files
  status_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  start_->setProperty("primary", true);
  start_->setDefault(true);
  auto* close = new QPushButton(tr("Close"), this);
  for (QPushButton* button : {stop_, close}) button->setAutoDefault(false);
  auto* row = new QHBoxLayout;
  row->setSpacing(10);
  row->addWidget(bar_);
  row->addWidget(status_, 1);
  for (QPushButton* button : {start_, stop_, close}) row->addWidget(button);
  column->addLayout(row);
  connect(start_, &QPushButton::clicked, this, &FitDialog::start);
  connect(stop_, &QPushButton::clicked, this, &FitDialog::stop);
  connect(close, &QPushButton::clicked, this, &QDialog::reject);
}

void FitDialog::connectService() {
  connect(&service_, &FitService::begun, this, [this](const std::shared_ptr<const FitData>& data) {
    data_ = data;
    results_->begin(data);
  });
  connect(&service_, &FitService::progressed, this, &FitDialog::showProgress);
  connect(&service_, &FitService::found, results_, &FitResults::setFront);
  connect(&service_, &FitService::failed, this, [this](const QString& message) { problem_ = message; });
  connect(&service_, &FitService::ended, this, &FitDialog::showEnd);
}

void FitDialog::setTheme(const Theme& theme) { results_->setTheme(theme); }

QString FitDialog::status() const { return status_->text(); }

void FitDialog::refresh() {
  const bool running = service_.running();
  const bool ready = setup_->request().has_value();
  setup_->setEnabled(!running);
  start_->setEnabled(!running && ready);
  start_->setToolTip(!running && !ready ? tr("Choose a table first") : QString());
  stop_->setEnabled(running && !stopped_);
  bar_->setVisible(running);
}

void FitDialog::start() {
  const std::optional<FitRequest> request = setup_->request();
  if (service_.running() || !request) return;
  request_ = *request;
  stopped_ = false;
  problem_.clear();
  progress_ = {};
  const bool limited = request_.settings.evaluations > 0 || request_.settings.seconds > 0;
  bar_->setRange(0, limited ? barSteps : 0);
  bar_->setValue(0);
  status_->setText(tr("Starting…"));
  service_.start(request_);
  refresh();
  stop_->setFocus();
}

void FitDialog::stop() {
  if (!service_.running()) return;
  stopped_ = true;
  service_.stop();
  status_->setText(tr("Stopping after this generation…"));
  results_->table()->setFocus();
  refresh();
}

void FitDialog::showProgress(const FitProgress& progress) {
  progress_ = progress;
  double share = 0;
  if (request_.settings.evaluations > 0)
    share = static_cast<double>(progress.evaluations) / static_cast<double>(request_.settings.evaluations);
  if (request_.settings.seconds > 0) share = std::max(share, progress.seconds / request_.settings.seconds);
  bar_->setValue(static_cast<int>(barSteps * std::min(share, 1.0)));
  if (stopped_) return;
  status_->setText(tr("Generation %1 · %2 · least error %3 of the target's deviation")
                       .arg(countText(progress.generation), countedText(progress.evaluations, tr("evaluation"), tr("evaluations")),
                            QString::fromStdString(tmbl::errorText(progress.error))));
}

void FitDialog::showEnd() {
  if (stop_->hasFocus()) results_->table()->setFocus();
  refresh();
  if (!problem_.isEmpty()) {
    setup_->showProblem(problem_);
    return status_->setText(progress_.generation == 0 ? tr("It did not start.") : tr("It failed."));
  }
  const std::size_t held = data_->rows.test ? data_->rows.test->rows() : 0;
  const QString how =
      stopped_ ? tr("Stopped: %1 in %2 and %3; %4 to learn from, %5 held out.") : tr("%1 in %2 and %3; %4 to learn from, %5 held out.");
  status_->setText(how.arg(countedText(progress_.evaluations, tr("evaluation"), tr("evaluations")),
                           countedText(progress_.generation, tr("generation"), tr("generations")), durationText(progress_.seconds),
                           countedText(data_->rows.training.rows(), tr("row"), tr("rows")), countText(held)));
}

void FitDialog::dragEnterEvent(QDragEnterEvent* event) {
  if (!service_.running() && !fileOf(*event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void FitDialog::dropEvent(QDropEvent* event) {
  if (!service_.running()) setup_->openFile(fileOf(*event->mimeData()));
}

} // namespace gevo::ui
