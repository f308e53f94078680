#include "ui/presentation/replay.h"

#include <algorithm>

namespace gevo::ui {
namespace {

constexpr std::chrono::milliseconds smooth{40};
constexpr std::chrono::milliseconds still{1'000};

} // namespace

Replay::Replay(const RunModel& model, TimelinePosition& timeline, QObject* parent) : QObject(parent), model_(model), timeline_(timeline) {
  ticks_.setInterval(smooth);
  connect(&ticks_, &QTimer::timeout, this, &Replay::advance);
  connect(&model, &RunModel::wasReset, this, &Replay::stop);
}

void Replay::setReducedMotion(bool reduced) { ticks_.setInterval(reduced ? still : smooth); }

std::uint32_t Replay::last() const { return model_.generations().empty() ? 0 : model_.generations().back().generation; }

std::chrono::milliseconds Replay::duration() const { return std::min(longest, slowestGeneration * (last() + 1)); }

double Replay::progress() const { return std::clamp(played_ / double(duration().count()), 0.0, 1.0); }

void Replay::toggle() {
  if (plays()) {
    ticks_.stop();
    emit changed();
    return;
  }
  if (last() == 0) return;
  if (!on_) {
    played_ = 0;
    timeline_.goTo(0);
  }
  on_ = true;
  since_.start();
  ticks_.start();
  emit changed();
}

void Replay::stop() {
  ticks_.stop();
  timeline_.goToPresent();
  if (!std::exchange(on_, false)) return;
  emit changed();
}

void Replay::advance() {
  played_ += double(since_.restart()) * speed_;
  const double generation = progress() * (double(last()) + 1);
  if (progress() >= 1) return stop();
  timeline_.goTo(std::min(static_cast<quint32>(generation), last()));
}

} // namespace gevo::ui
