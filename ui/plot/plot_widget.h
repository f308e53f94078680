#pragma once

/// A plot that follows a growing run until the user zooms. It is drawn while visible, at most twenty times a second.

#include "ui/tasks/throttle.h"

#include <QWidget>

class QCustomPlot;
class QMouseEvent;

namespace gevo::ui {

class PlotWidget : public QWidget {
  Q_OBJECT
public:
  explicit PlotWidget(QWidget* parent = nullptr);
  QCustomPlot* plot() const { return plot_; }

public slots:
  /// Draws what the model holds now. A hidden plot waits until it is shown.
  void refresh();
  /// Shows everything, and follows the run again.
  virtual void resetView();

protected:
  void showEvent(QShowEvent* event) override;
  virtual void draw() = 0;
  /// Without waiting for the throttle.
  void drawNow() { throttle_.now(); }
  bool waitsToDraw() const { return throttle_.waits(); }

  /// The wheel ends following, a double click resets the view. Derived classes end it for drags with `setFollowing`.
  void followUntilZoomed();
  bool following() const { return following_; }
  void setFollowing(bool on) { following_ = on; }
  /// True when the mouse has moved since it was pressed, so that this is not a click.
  bool dragged(const QMouseEvent& event) const;

private:
  QCustomPlot* plot_;
  Throttle throttle_;
  QPoint pressed_;
  bool following_ = true;
};

} // namespace gevo::ui
