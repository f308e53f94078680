#pragma once

/// What a run learned: the inputs on which a variant that led failed, and that became tests. Follows the run.

#include <QDialog>

class QLabel;
class QTreeWidget;

namespace gevo::ui {

class RunModel;
class Selection;

class LearnedDialog : public QDialog {
  Q_OBJECT
public:
  /// Activating a row selects the variant that failed.
  LearnedDialog(const RunModel& model, Selection& selection, QWidget* parent = nullptr);

private:
  void fill();

  const RunModel& model_;
  Selection& selection_;
  QLabel* summary_;
  QTreeWidget* list_;
};

} // namespace gevo::ui
