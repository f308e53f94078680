#pragma once

/// The last line of the stage: how far a replay is, the keys for a while after entering, the place in the tour.

#include "ui/theme/theme.h"

#include <QTimer>
#include <QVariantAnimation>
#include <QWidget>

class QGraphicsOpacityEffect;
class QLabel;

namespace gevo::ui {

class StageFooter : public QWidget {
  Q_OBJECT
public:
  explicit StageFooter(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  /// Goes at once instead of fading.
  void setReducedMotion(bool reduced) { reducedMotion_ = reduced; }
  /// `of` 0: there is no tour.
  void setPlace(std::size_t place, std::size_t of);
  /// `progress` from 0 to 1; nothing: there is no replay.
  void setReplay(std::optional<double> progress, bool paused);
  void showHint();
  QString place() const;
  bool showsHint() const;

protected:
  void paintEvent(QPaintEvent* event) override;

private:
  void hideHint();

  Theme theme_;
  QLabel* replay_;
  QLabel* hint_;
  QLabel* place_;
  QGraphicsOpacityEffect* opacity_;
  QVariantAnimation fading_;
  QTimer hintEnd_;
  std::optional<double> progress_;
  bool reducedMotion_ = false;
};

} // namespace gevo::ui
