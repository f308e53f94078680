#include "ui/window/run_bar.h"

#include "ui/text/figures.h"
#include "ui/text/format.h"
#include "ui/theme/icons.h"
#include "ui/widgets/card.h"
#include "ui/window/start_command.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace gevo::ui {
namespace {

constexpr int barSteps = 1000;
constexpr int leastWidth = 460; ///< all buttons

/// 0 to 1: how much of the present generation is done.
double generationShare(const EvolutionProgress& progress) {
  return progress.slotCount > 0 ? progress.slotsDone / double(progress.slotCount) : 0;
}

/// The initial population, which takes longest, among them.
double generationsDone(const RunInfo& run) {
  const EvolutionProgress& progress = run.status.progress;
  return run.generations + (progress.generation >= run.generations ? generationShare(progress) : 0);
}

} // namespace

double progressShare(const RunInfo& run) {
  const SearchSettings& search = run.settings.search;
  double share = -1;
  if (search.generations > 0) share = generationsDone(run) / (search.generations + 1.0);
  if (search.seconds > 0) share = std::max(share, run.status.progress.seconds / search.seconds);
  if (share < 0) share = generationShare(run.status.progress);
  return std::clamp(share, 0.0, 1.0);
}

double secondsLeft(const RunInfo& run) {
  const SearchSettings& search = run.settings.search;
  const double spent = run.status.progress.seconds;
  double left = -1;
  if (search.seconds > 0) left = std::max(0.0, search.seconds - spent);
  const double done = generationsDone(run);
  if (search.generations > 0 && done > 0 && run.status.runSeconds > 0) {
    const double byGenerations = std::max(0.0, search.generations + 1.0 - done) * run.status.runSeconds / done;
    left = left < 0 ? byGenerations : std::min(left, byGenerations);
  }
  return left;
}

RunBar::RunBar(const RunModel& model, RunController& controller, Selection& selection, QWidget* parent)
    : QWidget(parent), model_(model), controller_(controller), selection_(selection), theme_(Theme::light()), start_(new QPushButton(this)),
      stop_(new QPushButton(tr("Stop"), this)), setUp_(new QPushButton(tr("New run…"), this)), device_(makeChip("accent", this)),
      mode_(makeChip("plain", this)), runs_(makeToolButton({}, tr("Choose which run of the file is shown"), this)),
      bar_(new QProgressBar(this)), generation_(new FigureLabel(this)), figures_(new FigureLabel(this)),
      follow_(makeToolButton({}, tr("Show each new best variant as it is found"), this)), bestExact_(makeChip("good", this)),
      bestWithin_(makeChip("good", this)), export_(new QPushButton(tr("Export…"), this)) {
  setObjectName("runBar");
  setAttribute(Qt::WA_StyledBackground);
  setFixedHeight(48);
  setUpRow();
  connect(start_, &QPushButton::clicked, this, &RunBar::startRequested);
  connect(setUp_, &QPushButton::clicked, this, &RunBar::setUpRequested);
  connect(runs_->menu(), &QMenu::aboutToShow, this, &RunBar::fillRuns);
  connect(stop_, &QPushButton::clicked, &controller_, &RunController::stop);
  connect(&controller_, &RunController::stateChanged, this, &RunBar::refresh);
  connect(&model_, &RunModel::statusChanged, this, &RunBar::refresh);
  connect(follow_, &QToolButton::clicked, &selection_, &Selection::setFollowing);
  connect(&selection_, &Selection::followingChanged, this, &RunBar::refresh);
  refresh();
}

void RunBar::setUpRow() {
  auto* row = new QHBoxLayout(this);
  runs_->setMenu(new QMenu(runs_));
  runs_->setPopupMode(QToolButton::InstantPopup);
  row->setContentsMargins(12, 0, 12, 0);
  row->setSpacing(10);
  start_->setProperty("primary", true);
  stop_->setToolTip(tr("End the run: complete generations stay in the file, the current one is dropped, and the best variants are "
                       "validated on held-out tests. Press again to skip the validation"));
  setUp_->setToolTip(tr("Choose settings and start another run in this file (Ctrl+Shift+R)"));
  follow_->setCheckable(true);
  follow_->setToolButtonStyle(Qt::ToolButtonTextOnly);
  follow_->setAccessibleName(tr("Follow the best"));
  bar_->setFixedHeight(6);
  bar_->setTextVisible(false);
  bar_->setRange(0, barSteps);
  bar_->setMinimumWidth(80);
  bar_->setMaximumWidth(330);
  bar_->setAccessibleName(tr("Progress of the run"));
  figures_->setProperty("dim", true);
  QFont medium = interfaceFont(13, QFont::Medium);
  generation_->setFont(medium);
  for (QWidget* widget : std::initializer_list<QWidget*>{start_, stop_, setUp_, runs_, device_, mode_}) row->addWidget(widget);
  row->addWidget(bar_, 3);
  row->addWidget(generation_);
  row->addWidget(figures_);
  row->addStretch(1);
  for (QWidget* widget : std::initializer_list<QWidget*>{follow_, bestExact_, bestWithin_, export_}) row->addWidget(widget);
}

void RunBar::setTheme(const Theme& theme) {
  theme_ = theme;
  stop_->setIcon(icon("stop", theme.ink));
  export_->setIcon(icon("export", theme.ink));
  refresh();
}

QString RunBar::figures() const { return figures_->text(); }

void RunBar::refresh() {
  refreshButtons();
  refreshRuns();
  refreshChips();
  refreshFollow();
  refreshProgress();
  giveWay();
}

QSize RunBar::minimumSizeHint() const { return {leastWidth, height()}; }

void RunBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  refresh(); // shows again what there is room for now
}

/// What hides first is what another pane shows, too, or what a run keeps from its beginning to its end.
void RunBar::giveWay() {
  for (QWidget* widget :
       std::initializer_list<QWidget*>{mode_, device_, bar_, figures_, bestWithin_, setUp_, generation_, bestExact_, runs_}) {
    if (layout()->totalMinimumSize().width() <= width()) return;
    widget->hide();
  }
}

void RunBar::refreshButtons() {
  const StartCommand command = startCommand(model_, controller_);
  const bool elsewhere = runsElsewhere(model_, controller_);
  start_->setText(command.text);
  start_->setEnabled(command.enabled);
  start_->setIcon(icon(command.pauses ? "pause" : "play", command.enabled ? theme_.onAccent : theme_.dim));
  start_->setToolTip(controller_.onlyFollows() ? tr("This file is on another machine, where its runs are started")
                     : elsewhere               ? tr("Another process is running this file")
                                               : tr("Start, pause or resume the run (Ctrl+R)"));
  stop_->setEnabled(controller_.busy());
  setUp_->setVisible(model_.hasRun() && !controller_.busy());
  setUp_->setEnabled(mayStartNew(model_, controller_));
  export_->setEnabled(model_.hasRun());
}

void RunBar::refreshRuns() {
  const std::size_t count = model_.runs().size();
  runs_->setVisible(model_.hasRun() && count > 1);
  runs_->setEnabled(!controller_.busy());
  runs_->setText(tr("Run %1 of %2 ▾").arg(model_.run().id).arg(count));
}

void RunBar::fillRuns() {
  runs_->menu()->clear();
  for (const RunCurve& curve : model_.runs()) {
    const double best = curve.best.empty() ? curve.info.originalRuntime : *std::ranges::min_element(curve.best);
    const QString text =
        tr("Run %1 · seed %2 · %3 · %4")
            .arg(curve.info.id)
            .arg(curve.info.settings.search.seed)
            .arg(countedText(curve.best.empty() ? 0 : curve.best.size() - 1, tr("generation"), tr("generations")))
            .arg(best > 0 ? speedupText(curve.info.fastestOriginal() / best) : QString()) +
        (curve.info.label.name.empty() ? QString() : tr(" · %1").arg(QString::fromStdString(curve.info.label.name).replace('&', "&&")));
    const std::int64_t id = curve.info.id;
    QAction* action = runs_->menu()->addAction(text, this, [this, id] { emit runChosen(id); });
    action->setCheckable(true);
    action->setChecked(id == model_.run().id);
  }
}

void RunBar::refreshChips() {
  const bool known = model_.hasRun();
  const EvaluationSettings& settings = model_.run().settings.evaluation;
  QString device = QString::fromStdString(model_.run().device);
  if (!device.isEmpty()) device[0] = device[0].toUpper();
  setChip(device_, "accent", known ? device : QString());
  const QString limit = errorText(settings.metric, settings.tolerance);
  setChip(mode_, "plain",
          !known                            ? QString()
          : settings.mode == Mode::TradeOff ? tr("trade-off, error ≤ %1").arg(limit)
          : settings.statistical            ? tr("alike only")
                                            : tr("exact only"));
  const auto chip = [&](QLabel* label, const VariantRow* row, const QString& text) {
    setChip(label, "good", row && row->id != 0 ? text.arg(speedupText(model_.speedup(*row))) : QString());
  };
  chip(bestExact_, model_.best(0), settings.statistical ? tr("best alike %1") : tr("best exact %1"));
  const VariantRow* best = settings.mode == Mode::TradeOff ? model_.best(settings.tolerance) : nullptr;
  chip(bestWithin_, best, tr("best at %1").arg(limit) + " %1");
}

void RunBar::refreshFollow() {
  const bool following = selection_.following();
  follow_->setVisible(model_.hasRun() && (controller_.busy() || runsElsewhere(model_, controller_)));
  follow_->setChecked(following);
  follow_->setText(following ? tr("Following the best") : tr("Follow the best"));
}

void RunBar::refreshProgress() {
  const RunInfo& run = model_.run();
  const bool known = model_.hasRun();
  const bool live = model_.writerAlive() || controller_.busy();
  bar_->setVisible(known && live);
  generation_->setVisible(known);
  figures_->setVisible(known);
  if (!known) return;
  bar_->setValue(static_cast<int>(std::lround(progressShare(run) * barSteps)));
  const std::uint32_t all = run.settings.search.generations;
  const std::vector<GenerationRow>& rows = model_.generations();
  const bool underWay = live && (all == 0 || run.generations <= all); // generations count from 0: this many are complete
  const QString done = QString::number(underWay ? run.generations : rows.empty() ? 0 : rows.back().generation);
  generation_->setText(all > 0 ? tr("Generation %1 / %2").arg(done).arg(all) : tr("Generation %1").arg(done));
  QStringList figures{countedText(model_.evaluations(), tr("evaluation"), tr("evaluations")),
                      tr("%1 valid").arg(countText(model_.valid()))};
  if (live && run.status.progress.seconds > 0.5) {
    figures << rateText(static_cast<double>(run.status.progress.evaluations) / run.status.progress.seconds);
    const double left = secondsLeft(run);
    if (run.status.progress.isTrying)
      figures << tr("trying the best on fuzz inputs");
    else if (run.status.progress.remeasuring)
      figures << tr("remeasuring the front");
    else if (left >= 0)
      figures << tr("%1 left").arg(durationText(left));
  } else if (run.status.runSeconds > 0) {
    figures << durationText(run.status.runSeconds);
  }
  figures_->setText(figures.join(QStringLiteral(" · ")));
}

} // namespace gevo::ui
