#pragma once

/// What is worth telling of the run that is shown, whichever process drives it: a new best, and its end. What was there when the file
/// was opened is no news.

#include "ui/service/run_controller.h"

#include <QTimer>

namespace gevo::ui {

class RunNews : public QObject {
  Q_OBJECT
public:
  RunNews(const RunModel& model, const RunController& controller, QObject* parent = nullptr);

signals:
  /// "new best: Variant 8123, 1.38×"; with its error where the question is a trade-off.
  void bestFound(const QString& sentence);
  /// What the run found, for somebody who comes back to the window.
  void ended(const QString& sentence);

private:
  bool live() const;
  void watchBest();
  void watchEnd();
  QString endSentence() const;

  const RunModel& model_;
  const RunController& controller_;
  double exact_ = 0;   ///< best runtimes that are known; 0: none yet
  double within_ = 0;  ///< the same within the tolerance
  bool going_ = false; ///< somebody drives the run, or did and its end is not told yet
  QTimer settle_;
};

} // namespace gevo::ui
