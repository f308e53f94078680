#pragma once

/// What the two pictures of the space have in common: spots that the mouse and the keyboard find, a tooltip, a cursor. A spot is a cell or
/// a line, by its number.

#include "ui/space/speedup_colour.h"

#include <QPixmap>
#include <QWidget>

#include <memory>
#include <optional>

namespace gevo::ui {

class SpaceCanvas : public QWidget {
  Q_OBJECT
public:
  static constexpr int none = -1;

  explicit SpaceCanvas(QWidget* parent = nullptr);
  /// The cursor stays on its configuration.
  void setModel(std::shared_ptr<const SpaceModel> model);
  void setTheme(const Theme& theme);
  /// The variant that is selected everywhere; its configuration is marked.
  void setSelected(std::int64_t variant);

  int cursor() const { return cursor_; }
  int hovered() const { return hovered_; }
  virtual int spotAt(const QPointF& position) const = 0;
  /// Where a click means it.
  virtual QPointF centreOf(int spot) const = 0;
  /// Rich text.
  virtual QString tipOf(int spot) const = 0;
  /// The picture without what the mouse and the keyboard point at.
  void paintPicture(QPaintDevice& device);

signals:
  void lineChosen(int line);

protected:
  const SpaceModel& model() const { return *model_; }
  const Theme& theme() const { return theme_; }
  const SpeedupScale& scale() const { return scale_; }
  const SpaceLine& lineAt(int line) const { return model_->lines[static_cast<std::size_t>(line)]; }
  int selectedLine() const { return selectedLine_; }
  /// Above the legend.
  QRectF area() const;
  /// Paints the picture anew.
  void refresh();

  virtual void modelChanged() {}
  virtual void paintData(QPainter& painter) = 0;
  /// What the mouse is over or the keyboard's cursor is at.
  virtual void paintPointed(QPainter& painter, int spot) = 0;
  virtual void paintKey(QPainter& painter, const QRectF& area) = 0;
  /// The line of a spot; none where nothing was tried.
  virtual int lineOf(int spot) const = 0;
  virtual int spotOf(int line) const = 0;
  /// Where a key leads from a spot, which may be `none`; nothing for other keys.
  virtual std::optional<int> stepped(int spot, int key) const = 0;

  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

private:
  void hover(int spot, const QPoint& globalPosition);
  void moveCursor(int spot);
  void choose(int spot);
  void paintAll(QPainter& painter);
  void findSelected();

  std::shared_ptr<const SpaceModel> model_;
  SpeedupScale scale_;
  Theme theme_;
  QPixmap picture_; ///< null: to be painted
  int hovered_ = none;
  int cursor_ = none;
  bool keyboard_ = false; ///< the cursor is shown: keys were the last to move it
  std::int64_t selected_ = -1;
  int selectedLine_ = none;
};

} // namespace gevo::ui
