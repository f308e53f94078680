#pragma once

/// One source, to read: highlighted, with line numbers, and with one line marked.

#include "ui/theme/theme.h"

#include <QPlainTextEdit>

namespace gevo::ui {

class SourceView : public QPlainTextEdit {
  Q_OBJECT
public:
  explicit SourceView(const Theme& theme, QWidget* parent = nullptr);
  /// `syntax` as in DiffDocument.
  void showText(const QString& text, const QString& syntax);
  /// From 1; marks the line and brings it into view.
  void markLine(int line, int column = 0);
  int markedLine() const { return marked_; }

protected:
  void resizeEvent(QResizeEvent* event) override;

private:
  class Numbers;
  class Colours;
  void placeNumbers();
  void paintNumbers(QPaintEvent* event);

  Theme theme_;
  QWidget* numbers_;
  Colours* colours_;
  int marked_ = 0;
};

} // namespace gevo::ui
