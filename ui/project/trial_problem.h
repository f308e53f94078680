#pragma once

/// Why a trial failed: a message, clang's messages to click, and the source that they refer to.

#include "ui/project/clang_messages.h"
#include "ui/theme/theme.h"

#include <QWidget>

class QLabel;
class QListWidget;
class QSplitter;

namespace gevo::ui {

class SourceView;

class TrialProblem : public QWidget {
  Q_OBJECT
public:
  explicit TrialProblem(const Theme& theme, QWidget* parent = nullptr);
  /// `details`: output of the compiler or the program. `folder`: paths in it are relative to this.
  void show(const QString& message, const QString& details, const QString& folder);
  QString message() const;
  QListWidget* messages() const { return list_; }
  SourceView* source() const { return source_; }

private:
  void showMessage(int index);

  Theme theme_;
  QLabel* message_;
  QListWidget* list_;
  QLabel* fileName_;
  SourceView* source_;
  QList<ClangMessage> messages_;
  QString folder_;
  QString shownFile_;
};

} // namespace gevo::ui
