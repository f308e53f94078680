#pragma once

/// Which edits need each other, and what the subsets of those that do gain: the picture of the report (core/interaction_drawing), as wide
/// as the pane, with parts that can be clicked.

#include "core/interactions/interactions.h"
#include "ui/theme/theme.h"

#include <QStringList>
#include <QSvgRenderer>
#include <QTimer>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

namespace gevo::ui {

/// A part of the picture: an edit, or a subset of a cluster.
struct PicturePart {
  static constexpr int ofAnEdit = -1;
  int cluster = ofAnEdit;
  std::size_t number = 0; ///< of the edit, or the subset's bits
  auto operator<=>(const PicturePart&) const = default;
};

class InteractionsCanvas : public QWidget {
  Q_OBJECT
public:
  explicit InteractionsCanvas(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  /// `edits`: what each does, for tool tips. Null: nothing is drawn.
  void setFound(std::shared_ptr<const Interactions> found, QStringList edits);
  /// Of the pane that it is seen through, in pixels. What does not fit is scrolled.
  void setPageWidth(int width);
  /// What is selected, and the subset that is switched on.
  void setMarked(std::vector<PicturePart> marked);
  /// As an image of the screen; nothing where that part is not drawn.
  std::optional<QRectF> placeOf(const PicturePart& part) const;
  std::optional<PicturePart> partAt(QPointF point) const;

signals:
  void clicked(const gevo::ui::PicturePart& part);
  void wasDrawn();

protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

private:
  void draw();
  void color();
  QString tipOf(const PicturePart& part) const;

  Theme theme_;
  std::shared_ptr<const Interactions> found_;
  QStringList edits_;
  std::vector<PicturePart> marked_;
  std::string picture_; ///< with names of colours
  QSizeF size_{0, 0};
  QSvgRenderer renderer_;
  std::vector<std::pair<PicturePart, QRectF>> parts_;
  int pageWidth_ = 0;
  QTimer redraw_; ///< while the pane is being resized, not for each of its widths
};

} // namespace gevo::ui
