#pragma once

/// The line below the panes that asks for a text to find or a line to go to.

#include "ui/diff/code_colors.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;

namespace gevo::ui {

class PromptBar : public QWidget {
  Q_OBJECT

public:
  enum class Purpose { Find, GoToLine };

  explicit PromptBar(QWidget* parent = nullptr);

  void open(Purpose purpose, const QString& suggestion = {});
  void setNotice(const QString& notice);
  QString notice() const;
  void setColors(const CodeColors& colors);

signals:
  void textEdited(const QString& text);
  void findNext();
  void findPrevious();
  void lineGiven(int line); ///< counts from 1
  void closed();

protected:
  void keyPressEvent(QKeyEvent* event) override;

private:
  void accept(bool backwards);

  Purpose purpose_ = Purpose::Find;
  QLabel* label_;
  QLineEdit* edit_;
  QToolButton* previous_;
  QToolButton* next_;
  QLabel* notice_;
};

} // namespace gevo::ui
