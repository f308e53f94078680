#pragma once

/// A source and what the compiler made of it, side by side: pointing at a line marks the lines on the other side that belong to it, a
/// click goes there.

#include "ui/diff/code_colors.h"
#include "ui/diff/diff_document.h"

#include <QSplitter>

namespace gevo::ui {

class DiffView;

class LinkedView : public QSplitter {
  Q_OBJECT

public:
  explicit LinkedView(QWidget* parent = nullptr);

  void setDocuments(DiffDocument source, DiffDocument code);
  void setColors(const CodeColors& colors);
  void setCodeFont(const QFont& font);
  /// On both sides.
  void showSourceLine(int file, int line);
  DiffView* source() const { return source_; }
  DiffView* code() const { return code_; }

signals:
  void editActivated(int edit);
  void sourceLineActivated(int file, int line);

private:
  DiffView* source_;
  DiffView* code_;
};

} // namespace gevo::ui
