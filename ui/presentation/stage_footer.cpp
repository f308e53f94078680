#include "ui/presentation/stage_footer.h"

#include "ui/presentation/board_head.h"

#include <QGraphicsOpacityEffect>
#include <QHBoxLayout>
#include <QPainter>

#include <chrono>

namespace gevo::ui {
namespace {

constexpr std::chrono::seconds hintLasts{10};
constexpr int fadingMilliseconds = 700;
constexpr int bar = 3; ///< height at a scale of 1

} // namespace

StageFooter::StageFooter(QWidget* parent)
    : QWidget(parent), theme_(Theme::light()), replay_(makeStageLabel("footer", this)), hint_(makeStageLabel("footer", this)),
      place_(makeStageLabel("footer", this)), opacity_(new QGraphicsOpacityEffect(hint_)) {
  hint_->setText(tr("← → variants   ↑ ↓ code   Space replay   Esc leave"));
  hint_->setAlignment(Qt::AlignCenter);
  hint_->setGraphicsEffect(opacity_);
  place_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, bar, 0, 0);
  row->addWidget(replay_, 1);
  row->addWidget(hint_, 3);
  row->addWidget(place_, 1);
  hintEnd_.setSingleShot(true);
  hintEnd_.setInterval(hintLasts);
  connect(&hintEnd_, &QTimer::timeout, this, &StageFooter::hideHint);
  fading_.setStartValue(1.0);
  fading_.setEndValue(0.0);
  fading_.setDuration(fadingMilliseconds);
  connect(&fading_, &QVariantAnimation::valueChanged, this, [this](const QVariant& value) { opacity_->setOpacity(value.toDouble()); });
}

void StageFooter::setTheme(const Theme& theme) {
  theme_ = theme;
  layout()->setContentsMargins(0, theme.px(bar + 3), 0, 0);
  update();
}

void StageFooter::setPlace(std::size_t place, std::size_t of) { place_->setText(of == 0 ? QString() : tr("%1 / %2").arg(place).arg(of)); }

void StageFooter::setReplay(std::optional<double> progress, bool paused) {
  progress_ = progress;
  replay_->setText(!progress ? QString() : paused ? tr("paused") : tr("replay"));
  update();
}

void StageFooter::showHint() {
  fading_.stop();
  opacity_->setOpacity(1);
  hintEnd_.start();
}

void StageFooter::hideHint() {
  if (reducedMotion_)
    opacity_->setOpacity(0);
  else
    fading_.start();
}

QString StageFooter::place() const { return place_->text(); }

bool StageFooter::showsHint() const { return opacity_->opacity() > 0; }

void StageFooter::paintEvent(QPaintEvent*) {
  if (!progress_) return;
  QPainter painter(this);
  const QRect all(0, 0, width(), theme_.px(bar));
  painter.fillRect(all, theme_.line);
  painter.fillRect(QRectF(0, 0, all.width() * *progress_, all.height()), theme_.accent);
}

} // namespace gevo::ui
