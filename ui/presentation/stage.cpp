#include "ui/presentation/stage.h"

#include "ui/pareto/pareto_axes.h"
#include "ui/pareto/pareto_view.h"
#include "ui/presentation/board_head.h"
#include "ui/presentation/hunk_view.h"
#include "ui/presentation/replay_board.h"
#include "ui/presentation/stage_footer.h"
#include "ui/presentation/story.h"
#include "ui/presentation/variant_board.h"
#include "ui/service/annotation_service.h"
#include "ui/widgets/card.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/widget_shortcuts.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace gevo::ui {
namespace {

/// A window of this size has the usual type.
constexpr QSizeF usualSize{960, 540};
constexpr double largestScale = 6;
/// Another scale is a new layout: not at each pixel of a resize.
constexpr double scaleStep = 0.02;
/// Of the width, in parts.
constexpr int frontShare = 10;
constexpr int boardShare = 12;
constexpr double plotScale = 1.25;

} // namespace

double stageScale(const QSize& size) {
  return std::clamp(std::min(size.width() / usualSize.width(), size.height() / usualSize.height()), 1.0, largestScale);
}

Stage::Stage(const RunModel& model, const AnnotationService& annotations, QWidget* parent)
    : QWidget(parent), model_(model), annotations_(annotations), group_(model, selection_), filter_(model, annotations),
      replay_(model, timeline_), pages_(new QStackedWidget(this)), notice_(makeStageLabel("notice", this)), body_(new QWidget(this)),
      program_(new ElidedLabel(body_)), simulated_(makeChip("accent", body_)), quantities_(makeStageLabel("plot", body_)),
      front_(new ParetoView(model, selection_, group_, filter_, timeline_, body_)), boards_(new QStackedWidget(body_)),
      board_(new VariantBoard(model, boards_)), replayBoard_(new ReplayBoard(model, timeline_, boards_)), footer_(new StageFooter(body_)) {
  setObjectName("stage");
  body_->setObjectName("stageBody");
  setAttribute(Qt::WA_StyledBackground);
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
  program_->setProperty("stage", "program");
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("Presentation"));
  setUpPages();
  addKeys();
  connectModel();
  front_->setFocusProxy(this); // after a click there, too, keys are the stage's
}

void Stage::setUpPages() {
  auto* top = new QHBoxLayout;
  top->addWidget(program_, 1);
  top->addWidget(simulated_);
  auto* left = new QVBoxLayout;
  left->addWidget(quantities_);
  left->addWidget(front_, 1);
  boards_->addWidget(board_);
  boards_->addWidget(replayBoard_);
  auto* middle = new QHBoxLayout;
  middle->addLayout(left, frontShare);
  middle->addWidget(boards_, boardShare);
  auto* column = new QVBoxLayout(body_);
  column->addLayout(top);
  column->addLayout(middle, 1);
  column->addWidget(footer_);
  notice_->setAlignment(Qt::AlignCenter);
  notice_->setWordWrap(true);
  pages_->addWidget(body_);
  pages_->addWidget(notice_);
  auto* all = new QVBoxLayout(this);
  all->setContentsMargins(0, 0, 0, 0);
  all->addWidget(pages_);
}

void Stage::addKeys() {
  const auto go = [this](auto place) { return [this, place] { goTo(place()); }; };
  const auto here = [this] { return static_cast<qsizetype>(place_); };
  addWidgetShortcut(*this, tr("Next variant"), {Qt::Key_Right, Qt::Key_PageDown}, go([here] { return here() + 1; }));
  addWidgetShortcut(*this, tr("Previous variant"), {Qt::Key_Left, Qt::Key_PageUp}, go([here] { return here() - 1; }));
  addWidgetShortcut(*this, tr("First variant"), {Qt::Key_Home}, go([] { return qsizetype(0); }));
  addWidgetShortcut(*this, tr("Last variant"), {Qt::Key_End}, go([this] { return static_cast<qsizetype>(tour_.size()) - 1; }));
  addWidgetShortcut(*this, tr("More of the code"), {Qt::Key_Down}, [this] { board_->code()->step(1); });
  addWidgetShortcut(*this, tr("Back in the code"), {Qt::Key_Up}, [this] { board_->code()->step(-1); });
  addWidgetShortcut(*this, tr("Play or pause the replay"), {Qt::Key_Space}, [this] { replay_.toggle(); });
  addWidgetShortcut(*this, tr("Leave"), {Qt::Key_Escape}, [this] { emit leaveRequested(); });
}

void Stage::connectModel() {
  for (const auto changed : {&RunModel::frontChanged, &RunModel::derivedChanged, &RunModel::validityChanged})
    connect(&model_, changed, this, &Stage::refreshTour);
  for (const auto changed : {&RunModel::validationsChanged, &RunModel::variantsChanged, &RunModel::generationsChanged})
    connect(&model_, changed, this, &Stage::refreshTexts);
  connect(&model_, &RunModel::wasReset, this, [this] {
    forget();
    refreshTexts(); // the front follows
  });
  connect(&annotations_, &AnnotationService::changed, this, &Stage::refreshTour);
  connect(front_, &ParetoView::frontShown, this, &Stage::refreshTour);
  connect(front_, &ParetoView::quantitiesChanged, this, &Stage::refreshTexts);
  connect(&replay_, &Replay::changed, this, &Stage::showReplay);
  connect(&timeline_, &TimelinePosition::changed, this, [this] {
    if (replay_.isOn()) footer_->setReplay(replay_.progress(), !replay_.plays());
  });
  connect(&selection_, &Selection::variantChanged, this, [this](qint64 variant) {
    if (place_ < tour_.size() && variant == tour_[place_].variant) return;
    if (variant < 0) return;
    const auto stop = std::ranges::find(tour_, variant, &Stop::variant);
    if (stop != tour_.end()) return goTo(stop - tour_.begin());
    chosen_ = Stop{Stop::Kind::Chosen, variant, annotations_.note(variant)};
    replay_.stop();
    showStop();
  });
}

/// Hidden, it waits until it has its size.
void Stage::setTheme(const Theme& theme) {
  usual_ = theme;
  if (isVisible()) dress();
}

void Stage::dress() {
  theme_ = usual_.scaled(stageScale(size()));
  setStyleSheet(styleSheetOf(theme_));
  body_->layout()->setContentsMargins(theme_.px(22), theme_.px(12), theme_.px(22), theme_.px(10));
  body_->layout()->setSpacing(theme_.px(8));
  body_->layout()->itemAt(1)->layout()->setSpacing(theme_.px(20));
  front_->setTheme(usual_.scaled(theme_.scale * plotScale)); // one reads less of it, and from as far away
  board_->setTheme(theme_);
  replayBoard_->setTheme(theme_);
  footer_->setTheme(theme_);
}

void Stage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (isVisible() && std::abs(stageScale(size()) - theme_.scale) > scaleStep) dress();
}

void Stage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  dress();
}

void Stage::setReducedMotion(bool reduced) {
  front_->setReducedMotion(reduced);
  replay_.setReducedMotion(reduced);
  footer_->setReducedMotion(reduced);
}

void Stage::setProject(std::shared_ptr<const Project> project, const QString& name) {
  project_ = project;
  name_ = name;
  forget();
  board_->setProject(std::move(project));
  refreshTour();
}

void Stage::forget() {
  details_.clear();
  times_.clear();
  tour_.clear();
  chosen_.reset();
  place_ = 0;
  selection_.clear();
  replayBoard_->setDiscoveries({});
}

void Stage::begin() {
  active_ = true;
  place_ = 0;
  chosen_.reset();
  front_->resetView();
  refreshTour();
  footer_->showHint();
  setFocus(Qt::OtherFocusReason);
}

void Stage::end() {
  active_ = false;
  replay_.stop();
}

QString Stage::notice() const { return pages_->currentWidget() == notice_ ? notice_->text() : QString(); }

std::shared_ptr<const VariantDetails> Stage::detailsOf(std::int64_t variant) {
  const auto [found, isNew] = details_.try_emplace(variant);
  if (isNew) emit detailsRequested(variant);
  return found->second;
}

std::vector<DiscoveryPin> Stage::discoveries() {
  const VariantRow* const hero = heroOf(model_);
  if (!hero) return {};
  const auto details = detailsOf(hero->id);
  return details ? discoveryPins(*details) : std::vector<DiscoveryPin>();
}

/// The variant that is shown stays, wherever it is in the new tour.
void Stage::refreshTour() {
  refreshTexts();
  if (!active_ || !model_.hasRun() || !timeline_.isPresent()) return;
  std::vector<DiscoveryPin> found = discoveries();
  Tour tour = pinnedTour(model_, annotations_);
  if (tour.empty()) tour = usualTour(model_, front_->knee(), found);
  replayBoard_->setDiscoveries(std::move(found));
  const Tour before = std::exchange(tour_, std::move(tour));
  if (!before.empty() && place_ < before.size()) place_ = placeIn(tour_, before[place_], place_);
  showStop();
  forgetPassed();
}

/// Details that nothing needs any more: a run that goes on has ever new ones.
void Stage::forgetPassed() {
  const VariantRow* const hero = heroOf(model_);
  std::erase_if(details_, [&](const auto& one) {
    const bool isNeeded = (hero && hero->id == one.first) || (chosen_ && chosen_->variant == one.first) ||
                          std::ranges::find(tour_, one.first, &Stop::variant) != tour_.end();
    return !isNeeded;
  });
}

void Stage::refreshTexts() {
  if (!active_) return;
  const bool hasRun = model_.hasRun();
  notice_->setText(project_ ? tr("%1 has no run yet. Leave with Escape, start one, and present it then.").arg(name_)
                            : tr("No file is open. Leave with Escape, open one, and present it then."));
  pages_->setCurrentWidget(hasRun ? body_ : static_cast<QWidget*>(notice_));
  if (!hasRun) return;
  program_->setText(runSentence(model_, name_));
  setChip(simulated_, "accent", isSimulated(model_.run().settings.evaluation) ? tr("times are simulated") : QString());
  const ParetoScale& scale = front_->scale();
  QString title = tr("%1 against %2").arg(quantityName(scale.x), quantityName(scale.y));
  title[0] = title[0].toUpper();
  quantities_->setText(title);
  board_->refresh();
}

void Stage::goTo(qsizetype place) {
  if (tour_.empty()) return;
  const auto last = static_cast<qsizetype>(tour_.size()) - 1;
  chosen_.reset();
  place_ = static_cast<std::size_t>(std::clamp<qsizetype>(place, 0, last));
  replay_.stop();
  showStop();
}

void Stage::showStop() {
  if (!active_ || tour_.empty()) return;
  const Stop& stop = chosen_ ? *chosen_ : tour_[place_];
  const auto details = detailsOf(stop.variant);
  board_->setStop(stop, details);
  const auto time = times_.find(stop.variant);
  board_->setTime(time != times_.end() ? time->second : QString());
  if (time == times_.end() && details && !details->individual.edits.empty()) emit timeRequested(stop.variant, details->individual.edits);
  selection_.choose(stop.variant);
  footer_->setPlace(place_ + 1, tour_.size());
  if (details && place_ + 1 < tour_.size()) detailsOf(tour_[place_ + 1].variant); // the next one is at hand then
}

void Stage::showReplay() {
  boards_->setCurrentWidget(replay_.isOn() ? static_cast<QWidget*>(replayBoard_) : board_);
  footer_->setReplay(replay_.isOn() ? std::optional(replay_.progress()) : std::nullopt, !replay_.plays());
  replayBoard_->refresh();
  // The variant of the tour may not be found yet where a replay is.
  replay_.isOn() ? selection_.clear() : refreshTour();
}

void Stage::setDetails(qint64 variant, const std::shared_ptr<const VariantDetails>& details) {
  const auto found = details_.find(variant);
  if (found == details_.end()) return;
  found->second = details;
  const VariantRow* const hero = heroOf(model_);
  if (hero && hero->id == variant) return refreshTour();
  showStop();
}

void Stage::setTime(qint64 variant, const QString& sentence) {
  times_[variant] = sentence;
  if (board_->stop().variant == variant) board_->setTime(sentence);
}

void Stage::keyPressEvent(QKeyEvent* event) {
  if (QAction* action = widgetShortcut(*this, *event)) return action->trigger();
  QWidget::keyPressEvent(event);
}

} // namespace gevo::ui
