#pragma once

/// Part of a trial's results: the program's parameters, which of them to tune, their values, and what these have to meet.

#include "core/values/built_project.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QTableWidget;

namespace gevo::ui {

class ParameterBox : public QWidget {
  Q_OBJECT
public:
  explicit ParameterBox(QWidget* parent = nullptr);
  /// Those in device code are not ticked. What the user chose for an equal parameter before stays, and so do edited requirements.
  void show(const BuiltProject& built);
  /// The ticked parameters, while there is no problem.
  const ParameterSpace& space() const { return space_; }
  /// A sentence on the first text that can't be read; empty if there is none.
  QString problem() const { return problem_; }
  QTableWidget* table() const { return table_; }
  /// The field with a parameter's values.
  QLineEdit* values(int row) const;
  QLineEdit* requirements() const { return requirements_; }

signals:
  void changed();

private:
  struct Row {
    Parameter parameter;
    bool isTicked = false;
    QString values;
  };
  std::vector<Row> rows() const;
  void addRow(int index, const Row& row);
  void refresh();
  QString readSpace(ParameterSpace& space) const;
  QString readRequirements(ParameterSpace& space, const std::vector<Row>& shown) const;

  std::vector<Parameter> parameters_; ///< in the order of the rows
  ParameterSpace space_;
  QString problem_;
  QLabel* explanation_;
  QTableWidget* table_;
  QWidget* requirementRow_;
  QLineEdit* requirements_;
};

} // namespace gevo::ui
