#pragma once

/// One variant for an audience: its figures, what was noted about it, what its edits do, and the places in the CUDA sources that they
/// change.

#include "core/values/project.h"
#include "ui/presentation/hunks.h"
#include "ui/presentation/tour.h"
#include "ui/theme/theme.h"

#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace gevo::ui {

class BoardHead;
class HunkView;

class VariantBoard : public QWidget {
  Q_OBJECT
public:
  explicit VariantBoard(const RunModel& model, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void setProject(std::shared_ptr<const Project> project);
  /// `details` null: they follow.
  void setStop(const Stop& stop, std::shared_ptr<const VariantDetails> details);
  const Stop& stop() const { return stop_; }
  /// Where its time goes; empty: nothing is said.
  void setTime(const QString& sentence);
  /// The figures again, as the run model has them now.
  void refresh();

  const BoardHead* head() const { return head_; }
  HunkView* code() const { return code_; }
  QString note() const;
  QString sentence() const;
  QString time() const;

private:
  void showFigures();
  void showCode();

  const RunModel& model_;
  std::shared_ptr<const Project> project_;
  Stop stop_;
  bool wasSet_ = false; ///< since the project is
  std::shared_ptr<const VariantDetails> details_;
  QVBoxLayout* column_;
  BoardHead* head_;
  QLabel* note_;
  QLabel* sentence_;
  QLabel* time_;
  HunkView* code_;
  quint64 codes_ = 0; ///< asked for so far
};

} // namespace gevo::ui
