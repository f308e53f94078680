#pragma once

/// The assistant's third page: builds the program, runs it once per test, and shows the results.

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
  /// Builds the described program, unless the current result is of the same one.
  void run(const NewProject& project);
  /// Cancels a running build.
  void cancel();
  bool building() const { return trial_.building(); }
  /// The build, with every kernel; null before the first one and during another one.
  std::shared_ptr<const BuiltProject> reply() const { return reply_; }
  /// True when the file can be created.
  bool complete() const;

  QLineEdit* file() const { return file_; }
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
  void chooseFile();
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
  QLineEdit* file_;
};

} // namespace gevo::ui
