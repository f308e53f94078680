#pragma once

/// The bottom line: state, workers, when something was saved, and why tries were rejected.

#include "ui/run/run_controller.h"

#include <QElapsedTimer>
#include <QStatusBar>
#include <QTimer>

class QLabel;

namespace gevo::ui {

/// "71 % wrong output, 14 % out of bounds, 6 % other" of rejected tries; empty where none was.
QString rejectionText(const RunModel& model);

class StatusLine : public QStatusBar {
  Q_OBJECT
public:
  StatusLine(const RunModel& model, const RunController& controller, QWidget* parent = nullptr);
  QString stateText() const;
  /// "new best: Variant 8123, 1.38×" for a while after one appeared; else empty.
  QString news() const;

public slots:
  void refresh();

private:
  void watchBest();

  const RunModel& model_;
  const RunController& controller_;
  QLabel* state_;
  QLabel* workers_;
  QLabel* saved_;
  QLabel* rejected_;
  QLabel* simulated_;
  QLabel* news_;
  double bestRuntime_ = 0; ///< that is known; 0: none yet
  QTimer newsEnd_;
  QElapsedTimer sinceSaved_;
  QTimer tick_;
};

} // namespace gevo::ui
