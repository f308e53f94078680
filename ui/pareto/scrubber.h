#pragma once

/// Replays a run: a slider over its generations, and a play button. At its right end it follows the run. Hidden while
/// there is only one generation.

#include "ui/model/run_model.h"
#include "ui/model/timeline_position.h"
#include "ui/theme/theme.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QSlider;
class QToolButton;

namespace gevo::ui {

class Scrubber : public QWidget {
  Q_OBJECT
public:
  Scrubber(const RunModel& model, TimelinePosition& timeline, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  QSlider* slider() const { return slider_; }
  QToolButton* button() const { return play_; }
  bool plays() const { return tick_.isActive(); }

public slots:
  /// From the beginning if it is at the end.
  void togglePlay();
  void step(int generations);

private:
  void take(int generation);
  void refresh();
  void advance();
  std::uint32_t last() const;
  void setPlaying(bool on);

  const RunModel& model_;
  TimelinePosition& timeline_;
  Theme theme_;
  QToolButton* play_;
  QSlider* slider_;
  QLabel* text_;
  QTimer tick_;
};

} // namespace gevo::ui
