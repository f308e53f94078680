#pragma once

/// Results of a trial: kernels, outputs, tests, parameters, and the time per evaluation.

#include "core/project/evaluation_cost.h"
#include "core/values/built_project.h"

#include <QWidget>

class QLabel;
class QTableWidget;

namespace gevo::ui {

class ParameterBox;

class TrialResult : public QWidget {
  Q_OBJECT
public:
  explicit TrialResult(QWidget* parent = nullptr);
  void show(const BuiltProject& reply);
  void showCost(const EvaluationCost& cost);
  void showNoCost(const QString& reason);
  /// As in the module; empty: all of them.
  std::vector<std::string> chosenKernels() const;
  bool anyKernelChosen() const;
  QTableWidget* kernels() const { return kernels_; }
  QTableWidget* outputs() const { return outputs_; }
  QTableWidget* tests() const { return tests_; }
  ParameterBox* parameters() const { return parameters_; }
  QString cost() const;

signals:
  void kernelsChanged();
  void parametersChanged();
  /// The user corrected the type of an output.
  void typeChosen(const QString& output, const QString& type);

private:
  void showKernels(const Project& project);
  void showOutputs(const Project& project);
  void showTests(const BuiltProject& reply);

  QTableWidget* kernels_;
  QTableWidget* outputs_;
  QTableWidget* tests_;
  ParameterBox* parameters_;
  QLabel* notes_;
  QLabel* cost_;
};

} // namespace gevo::ui
