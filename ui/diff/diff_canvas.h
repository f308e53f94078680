#pragma once

/// The scrolling part of a DiffView: both panes, painted row by row, only what is visible.

#include "ui/diff/fold_map.h"
#include "ui/diff/row_painter.h"

#include <QAbstractScrollArea>
#include <QBasicTimer>
#include <memory>

namespace gevo::ui {

class DiffCanvas : public QAbstractScrollArea {
  Q_OBJECT

public:
  explicit DiffCanvas(QWidget* parent = nullptr);

  void setModel(std::shared_ptr<const DiffModel> model);
  /// Wraps notes for the width that the panes have now. Everything else stays, and the topmost line where it is.
  void wrapNotes();
  /// The right pane alone.
  void setSingle(bool single);
  /// Shown instead of the panes, until the next setModel.
  void setMessage(const QString& message);
  void setColors(const CodeColors& colors);
  void setCodeFont(const QFont& font);
  void setFolding(bool folding);
  bool isFolding() const { return folding_; }

  const DiffModel& model() const { return *model_; }
  const FoldMap& folds() const { return folds_; }
  const CodeColors& colors() const { return colors_; }
  const ViewState& state() const { return state_; }

  /// Opens the fold over the row, and scrolls so that it can be seen with its surroundings.
  void showRow(int row);
  /// Scrolls sideways until the column can be seen.
  void showColumn(Side side, int line, int column);
  void setCurrentDifference(int difference);
  void setLinkedSource(SourceLine source);
  void setSelection(const TextSelection& selection);
  /// For changes of the search; the viewport is painted again.
  TextSearch& editSearch();

  /// The pane that was clicked last: where "go to line" and "select all" act.
  Side activeSide() const { return state_.selection.side; }
  PaneGeometry paneGeometry(Side side) const;
  int rowHeight() const;
  /// Characters that fit in the narrower pane.
  int columns() const;
  /// The rectangle of a row in a pane, in the viewport; empty where a fold hides it. It may lie outside of the viewport.
  QRect rowRect(Side side, int row) const;
  int firstVisibleRow() const;
  /// The line whose signature stays on top of the pane, because it is scrolled or folded away; -1 for none.
  int signatureAbove(Side side) const;
  void copySelection() const;

signals:
  void editActivated(int edit);
  void sourceLineActivated(int file, int line);
  void sourceLineHovered(int file, int line);
  void rowActivated(int row);
  void geometryChanged();
  void foldsChanged();

protected:
  bool viewportEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void timerEvent(QTimerEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void scrollContentsBy(int dx, int dy) override;

private:
  enum class Drag { None, Text, Divider };

  struct Spot {
    Side side = Side::Left;
    int item = -1;
    int row = -1; ///< -1 on a fold or below the last row
  };

  Spot spotAt(const QPoint& position) const;
  TextPosition textPositionAt(Side side, const QPoint& position);
  int dividerLeft() const;
  bool isOnDivider(const QPoint& position) const;
  QString tipAt(const QPoint& position) const;
  /// The edit of the note there, or of the line's first note; -1 for none.
  int editAt(const Spot& spot) const;
  void updateScrollBars();
  void hover(const QPoint& position);
  void stopHovering();
  void click(const QPoint& position);
  void extendSelection(const QPoint& position);

  std::shared_ptr<const DiffModel> model_ = std::make_shared<DiffModel>();
  FoldMap folds_;
  LineLayouts layouts_;
  CodeColors colors_ = lightCodeColors();
  ViewFonts fonts_;
  ViewState state_;
  QString message_;
  bool folding_ = true;
  bool single_ = false;
  double dividerShare_ = 0.5;
  int hoveredItem_ = -1;
  Drag drag_ = Drag::None;
  QPoint pressedAt_;
  QBasicTimer dragScroll_;
};

} // namespace gevo::ui
