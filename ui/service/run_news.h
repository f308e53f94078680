#pragma once

/// News of the run that is shown, whichever process drives it: a new best, and its end. What was there when the file
/// was opened is not reported.

#include "ui/service/run_controller.h"

#include <QTimer>

namespace gevo::ui {

class RunNews : public QObject {
  Q_OBJECT
public:
  RunNews(const RunModel& model, const RunController& controller, QObject* parent = nullptr);

signals:
  /// "new best: Variant 8123, 1.384×"; with its error in trade-off runs.
  void bestFound(const QString& message);
  /// Summary of the run, for a user who returns to the window, and the variant that it names; -1 where it names none.
  void ended(const QString& message, qint64 best);

private:
  bool live() const;
  void watchBest();
  void watchEnd();
  /// What is worth naming at the end; null where nothing is faster than the original.
  const VariantRow* finding() const;
  QString endMessage(const VariantRow* best) const;

  const RunModel& model_;
  const RunController& controller_;
  double exact_ = 0;   ///< best runtimes that are known; 0: none yet
  double within_ = 0;  ///< the same within the tolerance
  bool going_ = false; ///< the run is being driven, or its end has not been reported
  QTimer settle_;
};

} // namespace gevo::ui
