#pragma once

/// Why a trial failed: one sentence, clang's messages to click, and the source that they are about.

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
  /// `details`: what the compiler or the program said. `folder`: where the paths in it start.
  void show(const QString& sentence, const QString& details, const QString& folder);
  QString sentence() const;
  QListWidget* messages() const { return list_; }
  SourceView* source() const { return source_; }

private:
  void showMessage(int index);

  Theme theme_;
  QLabel* sentence_;
  QListWidget* list_;
  QLabel* fileName_;
  SourceView* source_;
  QList<ClangMessage> messages_;
  QString folder_;
  QString shownFile_;
};

} // namespace gevo::ui
