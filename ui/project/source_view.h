#pragma once

/// A read-only view of a source: highlighted, with line numbers and one marked line.

#include "ui/theme/theme.h"

#include <QPlainTextEdit>

namespace gevo::ui {

class SourceView : public QPlainTextEdit {
  Q_OBJECT
public:
  explicit SourceView(const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  /// `syntax` as in DiffDocument.
  void showText(const QString& text, const QString& syntax);
  /// Marks the line and scrolls to it. Counts from 1.
  void markLine(int line, int column = 0);
  int markedLine() const { return marked_; }

protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

private:
  class Numbers;
  class Colours;
  void positionNumbers();
  void paintNumbers(QPaintEvent* event);

  Theme theme_;
  QWidget* numbers_;
  Colours* colours_;
  int marked_ = 0;
};

} // namespace gevo::ui
