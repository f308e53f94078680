#pragma once

/// The assistant's second page: the command lines that decide whether a variant is right and fast.

#include "core/project/new_project.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QVBoxLayout;

namespace gevo::ui {

class EvaluationBox;

class TestsPage : public QWidget {
  Q_OBJECT
public:
  explicit TestsPage(QWidget* parent = nullptr);
  void show(const NewProject& project);
  /// Without any test the program runs once, without arguments.
  void fill(NewProject& project) const;
  /// Says what a command line looks like.
  void setProgramName(const QString& name);
  /// The type of an output, in place of what was said or guessed before.
  void setOutputType(const QString& name, const QString& type);
  QPlainTextEdit* tests() const { return tests_; }
  QPlainTextEdit* heldOut() const { return heldOut_; }
  QLineEdit* outputs() const { return outputs_; }
  EvaluationBox* evaluation() const { return evaluation_; }

signals:
  void changed();

private:
  QPlainTextEdit* addLines(QVBoxLayout* column, const QString& title, const QString& words, const QString& example, int rows);

  QLabel* lead_;
  QPlainTextEdit* tests_;
  QPlainTextEdit* screen_;
  QPlainTextEdit* heldOut_;
  QLineEdit* outputs_;
  EvaluationBox* evaluation_;
};

} // namespace gevo::ui
