#pragma once

/// Counts the shown variant on a real GPU, and shows it; there is one at a time.

#include "ui/counters/counters_dialog.h"
#include "ui/service/counters_service.h"

#include <QPointer>

namespace gevo::ui {

class DifferencesView;
class RunController;
class RunModel;
class Selection;
class ShownVariant;

class CountersWindow : public QObject {
  Q_OBJECT
public:
  CountersWindow(const RunModel& model, const RunController& controller, const Selection& selection, const ShownVariant& shown,
                 const DifferencesView& differences, std::string workerProgram, QWidget* window);
  /// Null where it is closed.
  CountersDialog* dialog() const { return dialog_; }

public slots:
  void open();
  /// Another file is opened.
  void close();

signals:
  void failed(const QString& message);

private:
  void count(std::int64_t variant);
  void forget();

  const RunModel& model_;
  const RunController& controller_;
  const Selection& selection_;
  const ShownVariant& shown_;
  const DifferencesView& differences_; ///< which knows the project
  QWidget* window_;
  QPointer<CountersDialog> dialog_;
  RunInfo run_; ///< that is shown
  std::int64_t variant_ = 0;
  CountersService service_;
};

} // namespace gevo::ui
