#pragma once

/// The bottom line: state, workers, time of the last save, and why evaluations were rejected.

#include "ui/service/run_controller.h"

#include <QElapsedTimer>
#include <QStatusBar>
#include <QTimer>

class QLabel;

namespace gevo::ui {

/// "71 % wrong output, 14 % out of bounds, 6 % other" of rejected evaluations; empty if there are none.
QString rejectionText(const RunModel& model);

class StatusLine : public QStatusBar {
  Q_OBJECT
public:
  StatusLine(const RunModel& model, const RunController& controller, QWidget* parent = nullptr);
  QString stateText() const;
  /// The current news; empty if there are none.
  QString news() const;

public slots:
  void refresh();
  /// For a while, or until another file or run is shown.
  void showNews(const QString& message);

private:
  const RunModel& model_;
  const RunController& controller_;
  QLabel* state_;
  QLabel* workers_;
  QLabel* saved_;
  QLabel* rejected_;
  QLabel* simulated_;
  QLabel* news_;
  QTimer newsEnd_;
  QElapsedTimer sinceSaved_;
  QTimer tick_;
};

} // namespace gevo::ui
