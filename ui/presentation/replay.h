#pragma once

/// Plays a run from its beginning to the present within half a minute, generation by generation; a short one takes less.

#include "ui/model/run_model.h"
#include "ui/model/timeline_position.h"

#include <QElapsedTimer>
#include <QTimer>

#include <chrono>

namespace gevo::ui {

class Replay : public QObject {
  Q_OBJECT
public:
  static constexpr std::chrono::milliseconds longest{30'000};
  static constexpr std::chrono::milliseconds slowestGeneration{1'500};

  Replay(const RunModel& model, TimelinePosition& timeline, QObject* parent = nullptr);
  /// In still pictures, one a second.
  void setReducedMotion(bool reduced);
  /// For tests: so many times as fast.
  void setSpeed(double speed) { speed_ = speed; }
  /// It was begun and has not ended; it may be paused.
  bool isOn() const { return on_; }
  bool plays() const { return ticks_.isActive(); }
  double progress() const; ///< 0 to 1
  std::uint32_t last() const;
  std::chrono::milliseconds duration() const;

public slots:
  /// Begins, pauses and goes on. Nothing where the run has one generation only.
  void toggle();
  /// To the present, wherever it is.
  void stop();

signals:
  /// It began, was paused, goes on, or has ended.
  void changed();

private:
  void advance();

  const RunModel& model_;
  TimelinePosition& timeline_;
  QTimer ticks_;
  QElapsedTimer since_; ///< the last tick
  double played_ = 0;   ///< milliseconds
  double speed_ = 1;
  bool on_ = false;
};

} // namespace gevo::ui
