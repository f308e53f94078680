#pragma once

/// Changed places of code in large type, one below the other. Where there is more than fits, it begins at the place that was gone to.

#include "ui/presentation/hunks.h"
#include "ui/syntax/line_syntax.h"
#include "ui/theme/theme.h"

#include <QTextLayout>
#include <QWidget>

#include <memory>

namespace gevo::ui {

class HunkView : public QWidget {
  Q_OBJECT
public:
  explicit HunkView(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  /// From the first one. `documents`: whole texts, which colours of the lines are found by.
  void setHunks(std::vector<Hunk> hunks, const DiffDocument& left, const DiffDocument& right);
  const std::vector<Hunk>& hunks() const { return hunks_; }
  /// Where there is none.
  void setNotice(const QString& notice);
  /// The place at the top.
  std::size_t first() const { return first_; }
  /// Goes some places on, as far as there is something that can't be seen yet.
  void step(int places);
  /// Places that have no room below.
  std::size_t hidden() const;
  QSize minimumSizeHint() const override;

protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

private:
  struct Line {
    std::unique_ptr<QTextLayout> text;
    const HunkLine* of = nullptr;
    double top = 0;
    double height = 0;
  };
  void arrange();
  void layOutHunk(const Hunk& hunk, double& top, double room, double width);
  Line layOut(const HunkLine& line, double width) const;
  QList<QTextLayout::FormatRange> formatsOf(const HunkLine& line) const;
  LineSyntax* syntaxOf(const HunkLine& line) const;
  int fittingSize() const;
  double textLeft() const;
  void paintLine(QPainter& painter, const Line& line) const;

  Theme theme_;
  std::vector<Hunk> hunks_;
  std::unique_ptr<LineSyntax> left_;
  std::unique_ptr<LineSyntax> right_;
  QString notice_;
  std::size_t first_ = 0;
  QFont code_;
  QFont note_;
  std::vector<std::vector<Line>> lines_; ///< of each hunk from `first_` on, as far as there is room
  std::size_t shown_ = 0;                ///< of them, those that are whole; the first one counts always
};

} // namespace gevo::ui
