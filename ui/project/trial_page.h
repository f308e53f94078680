#pragma once

/// The assistant's third page: the program is built and run once per test, and what came of it.

#include "core/project/new_project.h"
#include "ui/project/trial_build.h"
#include "ui/theme/theme.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QStackedWidget;

namespace gevo::ui {

class TrialProblem;
class TrialResult;

class TrialPage : public QWidget {
  Q_OBJECT
public:
  TrialPage(const Theme& theme, std::string workerProgram, QWidget* parent = nullptr);
  /// Builds what is described, unless the present result is of just that.
  void run(const NewProject& project);
  /// Ends a build that is going on.
  void cancel();
  bool building() const { return trial_.building(); }
  /// What was built, with every kernel; null before, and while another one is built.
  std::shared_ptr<const BuiltProject> reply() const { return reply_; }
  /// True when there is something to make a file of.
  bool complete() const;

  QLineEdit* place() const { return place_; }
  QPushButton* buildButton() const { return build_; }
  QPushButton* cancelButton() const { return cancel_; }
  TrialProblem* problem() const { return problem_; }
  TrialResult* result() const { return result_; }
  TrialBuild& trial() { return trial_; }
  QString step() const;

signals:
  void changed();
  void typeChosen(const QString& output, const QString& type);

private:
  void start();
  void choosePlace();
  void showState();

  TrialBuild trial_;
  NewProject project_;
  std::string built_; ///< the request that `reply_` is of
  std::shared_ptr<const BuiltProject> reply_;
  QLabel* step_;
  QProgressBar* bar_;
  QPushButton* build_;
  QPushButton* cancel_;
  QStackedWidget* pages_;
  QWidget* nothing_;
  TrialProblem* problem_;
  TrialResult* result_;
  QLineEdit* place_;
};

} // namespace gevo::ui
