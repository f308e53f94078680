#pragma once

/// Makes a .gevo file from a CUDA program: sources, tests, a trial build.

#include "core/project/new_project.h"
#include "ui/theme/theme.h"

#include <QDialog>

class QLabel;
class QPushButton;
class QStackedWidget;

namespace gevo::ui {

class SourcesPage;
class TestsPage;
class TrialPage;

class ProjectAssistant : public QDialog {
  Q_OBJECT
public:
  /// `project`: what is known already; its file may be empty. `workerProgram` empty: beside the running program.
  ProjectAssistant(const NewProject& project, const Theme& theme, std::string workerProgram, QWidget* parent = nullptr);
  ~ProjectAssistant() override;

  void goTo(int page);
  int page() const;
  SourcesPage* sources() const { return sources_; }
  TestsPage* tests() const { return tests_; }
  TrialPage* trial() const { return trial_; }
  QPushButton* nextButton() const { return next_; }
  QPushButton* createButton() const { return create_; }
  /// The project that the fields describe.
  NewProject project() const;
  /// What is missing on the current page; empty if nothing is.
  QString hint() const;

signals:
  /// The file was created. `run`: set up its first run.
  void created(const QString& path, bool run);

public slots:
  void reject() override;

private:
  QWidget* makeHead();
  QWidget* makeFoot();
  void refresh();
  void examine();
  void suggestFile();
  void create(bool run);
  void store(bool run, bool replace);
  void showProblem(const QString& problem);

  Theme theme_;
  NewProject known_;       ///< from the beginning
  QStringList knownFiles_; ///< its sources
  const std::string workerProgram_;
  std::vector<QLabel*> steps_;
  QStackedWidget* pages_;
  SourcesPage* sources_;
  TestsPage* tests_;
  TrialPage* trial_;
  QLabel* hint_;
  QPushButton* back_;
  QPushButton* next_;
  QPushButton* create_;
  QPushButton* createAndRun_;
  QString suggested_; ///< the path that the user has not changed
  bool storing_ = false;
};

} // namespace gevo::ui
