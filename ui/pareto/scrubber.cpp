#include "ui/pareto/scrubber.h"

#include "ui/theme/icons.h"
#include "ui/widgets/card.h"

#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

namespace gevo::ui {
namespace {

constexpr int tickMilliseconds = 60;
/// A replay takes about this many ticks, however long the run: eight seconds.
constexpr std::uint32_t ticksOfAReplay = 130;

} // namespace

Scrubber::Scrubber(const RunModel& model, TimelinePosition& timeline, QWidget* parent)
    : QWidget(parent), model_(model), timeline_(timeline), theme_(Theme::light()),
      play_(makeToolButton({}, tr("Replay the run (Space)"), this)), slider_(new QSlider(Qt::Horizontal, this)),
      text_(makeDimLabel({}, this)) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(10, 0, 14, 2);
  row->setSpacing(8);
  row->addWidget(play_);
  row->addWidget(slider_, 1);
  row->addWidget(text_);
  slider_->setAccessibleName(tr("Generation shown"));
  slider_->setToolTip(tr("Shows the population and the front of an earlier generation: drag, or press Page Up and Page Down"));
  slider_->setPageStep(1);
  text_->setMinimumWidth(text_->fontMetrics().horizontalAdvance(tr("generation %1").arg(8888)));
  text_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  tick_.setInterval(tickMilliseconds);
  connect(&tick_, &QTimer::timeout, this, &Scrubber::advance);
  connect(play_, &QToolButton::clicked, this, &Scrubber::togglePlay);
  connect(slider_, &QSlider::valueChanged, this, &Scrubber::take);
  connect(slider_, &QSlider::sliderPressed, this, [this] { setPlaying(false); });
  connect(&timeline, &TimelinePosition::changed, this, &Scrubber::refresh);
  connect(&model, &RunModel::generationsChanged, this, &Scrubber::refresh);
  connect(&model, &RunModel::wasReset, this, [this] {
    setPlaying(false);
    timeline_.goToPresent();
    refresh();
  });
  refresh();
}

void Scrubber::setTheme(const Theme& theme) {
  theme_ = theme;
  setPlaying(plays());
}

std::uint32_t Scrubber::last() const { return model_.generations().empty() ? 0 : model_.generations().back().generation; }

void Scrubber::take(int generation) {
  if (static_cast<std::uint32_t>(generation) >= last())
    timeline_.goToPresent();
  else
    timeline_.goTo(static_cast<quint32>(generation));
}

void Scrubber::step(int generations) {
  setPlaying(false);
  slider_->setValue(slider_->value() + generations);
}

void Scrubber::refresh() {
  setVisible(last() > 0);
  const QSignalBlocker quiet(slider_);
  slider_->setMaximum(static_cast<int>(last()));
  slider_->setValue(static_cast<int>(timeline_.generation().value_or(last())));
  text_->setText(tr("generation %1").arg(slider_->value()));
}

void Scrubber::togglePlay() {
  const bool begin = !plays();
  if (begin && timeline_.isPresent()) timeline_.goTo(0);
  setPlaying(begin && last() > 0);
}

void Scrubber::advance() {
  const std::uint32_t step = std::max(1U, last() / ticksOfAReplay);
  slider_->setValue(slider_->value() + static_cast<int>(step));
  if (timeline_.isPresent()) setPlaying(false);
}

void Scrubber::setPlaying(bool on) {
  on ? tick_.start() : tick_.stop();
  play_->setIcon(icon(on ? "pause" : "play", theme_.dim));
}

} // namespace gevo::ui
