#pragma once

/// Opens the comparison of the file's runs, and keeps it up to date; there is one at a time.

#include "ui/comparison/runs_dialog.h"
#include "ui/service/comparison_service.h"
#include "ui/theme/theme.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

namespace gevo::ui {

class RunController;
class RunModel;

class RunComparisonWindow : public QObject {
  Q_OBJECT
public:
  static constexpr int interval = 2000; ///< milliseconds between two looks at a run that goes on

  RunComparisonWindow(const RunModel& model, const RunController& controller, std::string workerProgram, QWidget* window);
  void setTheme(const Theme& theme);
  /// Null where it is closed.
  RunsDialog* dialog() const { return dialog_; }

public slots:
  void open();
  /// Another file is opened.
  void close();

signals:
  /// The user wants to see this run.
  void runChosen(qint64 run);
  void labelEdited(qint64 run, const gevo::RunLabel& label);

private:
  void readIfDue();

  const RunModel& model_;
  const RunController& controller_;
  QWidget* window_;
  Theme theme_ = Theme::light();
  QPointer<RunsDialog> dialog_;
  bool outdated_ = false;
  QTimer pause_;
  ComparisonService service_;
};

} // namespace gevo::ui
