#include "ui/window/status_line.h"

#include "ui/text/format.h"
#include "ui/widgets/elided_label.h"

#include <QLabel>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

namespace gevo::ui {
namespace {

constexpr std::size_t shownReasons = 3;
constexpr std::chrono::seconds newsLast{15};

QString runStateText(RunState state) {
  switch (state) {
  case RunState::Running:
    return QObject::tr("running");
  case RunState::Paused:
    return QObject::tr("paused");
  case RunState::Stopped:
    return QObject::tr("stopped");
  case RunState::Finished:
    return QObject::tr("finished");
  case RunState::Interrupted:
    return QObject::tr("interrupted");
  case RunState::Validating:
    return QObject::tr("validating");
  }
  return {};
}

} // namespace

QString rejectionText(const RunModel& model) {
  const std::array<std::uint64_t, reasonCount> sums = model.reasons();
  const double all = static_cast<double>(std::accumulate(sums.begin() + 1, sums.end(), std::uint64_t{0}));
  if (all == 0) return {};
  std::array<std::size_t, reasonCount - 1> order{};
  std::iota(order.begin(), order.end(), 1);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return sums[a] > sums[b]; });
  QStringList parts;
  double shown = 0;
  for (std::size_t rank = 0; rank < shownReasons && sums[order[rank]] > 0; ++rank) {
    const double share = static_cast<double>(sums[order[rank]]);
    shown += share;
    parts
        << QObject::tr("%1 % %2").arg(std::lround(share * 100 / all)).arg(QString::fromUtf8(reasonName(static_cast<Reason>(order[rank]))));
  }
  if (const long rest = std::lround((all - shown) * 100 / all); rest > 0) parts << QObject::tr("%1 % other").arg(rest);
  return parts.join(", ");
}

StatusLine::StatusLine(const RunModel& model, const RunController& controller, QWidget* parent)
    : QStatusBar(parent), model_(model), controller_(controller), state_(new QLabel(this)), workers_(new QLabel(this)),
      saved_(new QLabel(this)), rejected_(new ElidedLabel(this)), simulated_(new QLabel(this)), news_(new ElidedLabel(this)) {
  setSizeGripEnabled(false);
  setFixedHeight(25);
  for (QLabel* label : {state_, workers_, saved_, rejected_}) addWidget(label);
  news_->setProperty("news", true);
  addWidget(news_);
  addPermanentWidget(simulated_);
  newsEnd_.setSingleShot(true);
  newsEnd_.setInterval(newsLast);
  connect(&newsEnd_, &QTimer::timeout, news_, &QLabel::clear);
  connect(&model, &RunModel::wasReset, news_, &QLabel::clear);
  connect(&model, &RunModel::statusChanged, this, &StatusLine::refresh);
  connect(&model, &RunModel::generationsChanged, this, [this] {
    sinceSaved_.start();
    refresh();
  });
  connect(&controller, &RunController::stateChanged, this, &StatusLine::refresh);
  tick_.setInterval(1000);
  connect(&tick_, &QTimer::timeout, this, &StatusLine::refresh);
  refresh();
}

void StatusLine::showNews(const QString& message) {
  news_->setText(message);
  newsEnd_.start();
}

QString StatusLine::news() const { return news_->text(); }

QString StatusLine::stateText() const {
  using State = RunController::State;
  if (controller_.busy() && model_.run().status.state == RunState::Validating) return tr("validating on held-out tests");
  switch (controller_.state()) {
  case State::Starting:
    return controller_.loading().isEmpty() ? tr("starting") : tr("starting: %1").arg(controller_.loading());
  case State::Running:
    return tr("running");
  case State::Paused:
    return tr("paused");
  case State::Stopping:
    return tr("stopping");
  case State::Idle:
    break;
  }
  if (!model_.hasRun()) return controller_.path().empty() ? tr("no file open") : tr("no run yet");
  if (model_.writerAlive()) return tr("%1 in another process").arg(runStateText(model_.run().status.state));
  return runStateText(model_.run().status.state);
}

void StatusLine::refresh() {
  const bool live = controller_.busy() || model_.writerAlive();
  const EvolutionProgress& progress = model_.run().status.progress;
  state_->setText((live ? QStringLiteral("● ") : QStringLiteral("○ ")) + stateText());
  const std::uint32_t wanted = model_.run().settings.workers;
  QString text = wanted == 0 ? countedText(progress.workersAlive, tr("worker"), tr("workers"))
                             : tr("%1 of %2").arg(progress.workersAlive).arg(countedText(wanted, tr("worker"), tr("workers")));
  if (progress.workersRestarted > 0) text += tr(", %1 restarted").arg(progress.workersRestarted);
  workers_->setText(live && model_.hasRun() ? text : QString());
  const qint64 seconds = sinceSaved_.isValid() ? sinceSaved_.elapsed() / 1000 : 0;
  saved_->setText(live && sinceSaved_.isValid()
                      ? tr("saved %1 ago").arg(seconds < 60 ? tr("%1 s").arg(seconds) : durationText(double(seconds)))
                      : QString());
  const QString rejected = rejectionText(model_);
  rejected_->setText(rejected.isEmpty() ? QString() : tr("rejected: %1").arg(rejected));
  const bool simulated = model_.hasRun() && isSimulated(model_.run().settings.evaluation);
  simulated_->setText(simulated ? tr("times are simulated") : QString());
  for (QLabel* label : {workers_, saved_, rejected_, simulated_}) label->setVisible(!label->text().isEmpty());
  if (live != tick_.isActive()) live ? tick_.start() : tick_.stop();
}

} // namespace gevo::ui
