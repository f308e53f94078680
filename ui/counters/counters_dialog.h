#pragma once

/// What a real GPU counts in a variant's kernels, beside the original's: a row for each figure.

#include "core/values/gpu_counters.h"
#include "core/values/project.h"

#include <QDialog>

#include <memory>

class QLabel;
class QPushButton;
class QTreeWidget;

namespace gevo::ui {

class CountersDialog : public QDialog {
  Q_OBJECT
public:
  explicit CountersDialog(QWidget* parent = nullptr);

  /// What is counted from now on; nothing is known of it yet. `variant`: "Variant 42".
  void setVariant(const QString& variant);
  void setCounting(bool counting);
  /// `project`: for the names of kernels.
  void setCounters(const Project& project, const GpuCounters& counters);
  /// Why there are none.
  void setProblem(const QString& problem);

  QLabel* summary() const { return summary_; }
  QTreeWidget* table() const { return table_; }
  /// Counts again, or cancels it.
  QPushButton* button() const { return button_; }

signals:
  void countRequested();
  void cancelRequested();

private:
  QString variant_;
  bool counting_ = false;
  QLabel* summary_;
  QPushButton* button_;
  QTreeWidget* table_;
};

} // namespace gevo::ui
