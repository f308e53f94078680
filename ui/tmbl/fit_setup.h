#pragma once

/// What is fitted, and how: a table from a file, its target, instructions, and when to stop.

#include "ui/tmbl/fit_service.h"
#include "ui/tmbl/table_loader.h"

#include <QGroupBox>

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace gevo::ui {

class LimitRow;

class FitSetup : public QGroupBox {
  Q_OBJECT
public:
  explicit FitSetup(QWidget* parent = nullptr);

  /// Reads the file. What is wrong with it is shown below its name.
  void openFile(const QString& path);
  /// What the fields say; nothing where the table or the functions can't be used.
  std::optional<FitRequest> request() const;
  /// Of the table: what a search found to be wrong with it.
  void showProblem(const QString& message);

  QLineEdit* file() const { return file_; }
  QPushButton* chooseButton() const { return choose_; }
  QComboBox* target() const { return target_; }
  QSpinBox* heldOut() const { return heldOut_; }
  QLineEdit* functions() const { return functions_; }
  QSpinBox* seed() const { return seed_; }
  LimitRow* evaluations() const { return evaluations_; }
  LimitRow* minutes() const { return minutes_; }
  /// What is wrong with the file, or how large it is.
  QLabel* fileNote() const { return fileNote_; }
  QLabel* functionsProblem() const { return functionsProblem_; }

signals:
  /// `request` may be another.
  void changed();

private:
  void addFile(QFormLayout* form);
  void addSearch(QFormLayout* form);
  void addLimits(QFormLayout* form);
  void askForFile();
  void showTable(std::shared_ptr<const tmbl::DataTable> table);
  void checkFunctions();

  TableLoader loader_;
  QString path_; ///< of what is read, or was
  std::shared_ptr<const tmbl::DataTable> table_;
  QLineEdit* file_;
  QPushButton* choose_;
  QLabel* fileNote_;
  QComboBox* target_;
  QSpinBox* heldOut_;
  QLineEdit* functions_;
  QLabel* functionsProblem_;
  QSpinBox* seed_;
  LimitRow* evaluations_;
  LimitRow* minutes_;
};

} // namespace gevo::ui
