#pragma once

/// The runs of a file side by side: how far each came, in which settings they differ, and what their best have in common.

#include "ui/comparison/runs_plot.h"

#include <QDialog>

class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace gevo::ui {

class RunsDialog : public QDialog {
  Q_OBJECT
public:
  explicit RunsDialog(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void setRuns(std::shared_ptr<const RunsSideBySide> runs);
  void setProblem(const QString& problem);

  RunsPlot* plot() const { return plot_; }
  QTreeWidget* runs() const { return runsTable_; }
  QTreeWidget* edits() const { return edits_; }
  QLabel* summary() const { return summary_; }

signals:
  /// Show this run of the file.
  void runChosen(qint64 run);
  /// The user gave a run another name or note.
  void labelEdited(qint64 run, const gevo::RunLabel& label);

private:
  void fillRuns();
  void readLabel(QTreeWidgetItem* row, int column);
  int noteColumn() const;
  void fillEdits();
  void fillSummary();

  std::shared_ptr<const RunsSideBySide> found_;
  QLabel* summary_;
  RunsPlot* plot_;
  QTreeWidget* runsTable_;
  QLabel* editsTitle_;
  QTreeWidget* edits_;
  QList<QStringList> rows_; ///< of the edits
};

} // namespace gevo::ui
