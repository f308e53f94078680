#pragma once

/// The near misses of a run: a list by reason and line, and for the chosen one what it does wrong, what could be done, and its CUDA.

#include "core/near_misses/near_miss.h"

#include <QDialog>

#include <memory>

class QLabel;
class QTextBrowser;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace gevo::ui {

class NearMissDialog : public QDialog {
  Q_OBJECT
public:
  explicit NearMissDialog(QWidget* parent = nullptr);

  /// Of a search that goes on; empty: none does.
  void setProgress(const QString& doing);
  void setFound(std::shared_ptr<const NearMisses> found);
  /// Why there are none.
  void setProblem(const QString& problem);

  QLabel* summary() const { return summary_; }
  QTreeWidget* list() const { return list_; }
  QTextBrowser* words() const { return words_; }
  /// Begins the search again, or cancels it.
  QPushButton* button() const { return button_; }

signals:
  void searchRequested();
  void cancelRequested();
  /// A rejected evaluation that has the chosen edits, or a variant that failed later; and the line that the edits change.
  void chosen(qint64 variant, const gevo::CodeLine& at);

private:
  void fill();
  void showChosen(const QTreeWidgetItem* row);
  const NearMiss* missOf(const QTreeWidgetItem* row) const;
  const LateFailure* lateOf(const QTreeWidgetItem* row) const;

  std::shared_ptr<const NearMisses> found_;
  QString doing_;
  QLabel* summary_;
  QPushButton* button_;
  QTreeWidget* list_;
  QTextBrowser* words_;
};

} // namespace gevo::ui
