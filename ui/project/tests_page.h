#pragma once

/// The assistant's second page: the command lines that test and time variants.

#include "core/project/new_project.h"

#include <QWidget>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QVBoxLayout;

namespace gevo::ui {

class EvaluationBox;
class VariationBox;

class TestsPage : public QWidget {
  Q_OBJECT
public:
  explicit TestsPage(QWidget* parent = nullptr);
  void show(const NewProject& project);
  /// Without any test the program runs once, without arguments.
  void fill(NewProject& project) const;
  /// Names the program in the explanation of command lines.
  void setProgramName(const QString& name);
  /// Sets the type of an output, replacing an earlier one.
  void setOutputType(const QString& name, const QString& type);
  QPlainTextEdit* tests() const { return tests_; }
  QPlainTextEdit* workloads() const { return workloads_; }
  QPlainTextEdit* heldOut() const { return heldOut_; }
  QPlainTextEdit* fuzz() const { return fuzz_; }
  QLineEdit* outputs() const { return outputs_; }
  QLineEdit* synthesised() const { return synthesised_; }
  EvaluationBox* evaluation() const { return evaluation_; }
  VariationBox* variation() const { return variation_; }
  QCheckBox* toleratesUndefined() const { return toleratesUndefined_; }

signals:
  void changed();

private:
  void showMadeLines();
  QPlainTextEdit* addLines(QVBoxLayout* column, const QString& title, const QString& text, const QString& example, int rows);
  QLineEdit* addField(QVBoxLayout* column, const QString& title, const QString& text, const QString& example);

  QLabel* lead_;
  QPlainTextEdit* tests_;
  QPlainTextEdit* screen_;
  QPlainTextEdit* workloads_;
  QPlainTextEdit* heldOut_;
  QPlainTextEdit* fuzz_;
  QLineEdit* outputs_;
  QLineEdit* synthesised_;
  EvaluationBox* evaluation_;
  VariationBox* variation_;
  QCheckBox* toleratesUndefined_;
};

} // namespace gevo::ui
