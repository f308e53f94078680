#pragma once

/// The bar at the top: start, pause and stop, device and mode, progress, the best so far, and whether the window follows it. In a
/// narrow window, what is said elsewhere too gives way to the buttons.

#include "ui/model/selection.h"
#include "ui/service/run_controller.h"
#include "ui/theme/theme.h"

#include <QWidget>

class QAction;
class QLabel;
class QProgressBar;
class QPushButton;
class QToolButton;

namespace gevo::ui {

class FigureLabel;

/// 0 to 1 over the run's stop conditions; the share of the generation where the run has none.
double progressShare(const RunInfo& run);
/// Seconds; negative if unknown.
double secondsLeft(const RunInfo& run);

class RunBar : public QWidget {
  Q_OBJECT
public:
  RunBar(const RunModel& model, RunController& controller, Selection& selection, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  QPushButton* startButton() const { return start_; }
  QToolButton* runChoice() const { return runs_; }
  QPushButton* setUpButton() const { return setUp_; }
  QPushButton* exportButton() const { return export_; }
  /// Shown during a run.
  QToolButton* followSwitch() const { return follow_; }
  QString figures() const;
  QSize minimumSizeHint() const override;

public slots:
  void refresh();

signals:
  /// Start, pause or resume, as the button says.
  void startRequested();
  void setUpRequested();
  /// Show another run of the file.
  void runChosen(qint64 run);

protected:
  void resizeEvent(QResizeEvent* event) override;

private:
  void setUpRow();
  void refreshButtons();
  void refreshRuns();
  void fillRuns();
  void refreshChips();
  void refreshFollow();
  void refreshProgress();
  void giveWay();

  const RunModel& model_;
  RunController& controller_;
  Selection& selection_;
  Theme theme_;
  QPushButton* start_;
  QPushButton* stop_;
  QPushButton* setUp_;
  QLabel* device_;
  QLabel* mode_;
  QToolButton* runs_;
  QProgressBar* bar_;
  FigureLabel* generation_;
  FigureLabel* figures_;
  QToolButton* follow_;
  QLabel* bestExact_;
  QLabel* bestWithin_;
  QPushButton* export_;
};

} // namespace gevo::ui
