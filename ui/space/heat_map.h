#pragma once

/// Two parameters as a table of colours: each cell is the best configuration with its two values. With one parameter it has one row.

#include "ui/space/space_canvas.h"

namespace gevo::ui {

class HeatMap : public SpaceCanvas {
  Q_OBJECT
public:
  explicit HeatMap(QWidget* parent = nullptr);
  /// Axes of the model. `y` none: there is only one.
  void setAxes(int x, int y);
  int x() const { return x_; }
  int y() const { return y_; }
  const SpaceGrid& grid() const { return grid_; }
  QRectF cellRect(int column, int row) const;

  int spotAt(const QPointF& position) const override;
  QPointF centreOf(int spot) const override;
  QString tipOf(int spot) const override;

protected:
  void modelChanged() override;
  void paintData(QPainter& painter) override;
  void paintPointed(QPainter& painter, int spot) override;
  void paintKey(QPainter& painter, const QRectF& area) override;
  int lineOf(int spot) const override;
  int spotOf(int line) const override;
  std::optional<int> stepped(int spot, int key) const override;

private:
  struct Labels {
    double width = 0; ///< of those beside the rows
    double height = 0;
  };
  Labels labels() const;
  QRectF gridRect() const;
  const SpaceAxis& axis(int number) const { return model().axes[static_cast<std::size_t>(number)]; }
  int spot(int column, int row) const { return row * grid_.columns + column; }
  bool isShown(int line, int spot) const;
  void fillGrid();
  void paintColumns(QPainter& painter) const;
  void paintRows(QPainter& painter) const;
  void paintCell(QPainter& painter, int spot, int digits) const;
  /// Digits after the point for which the figures of all cells have room; -1: none.
  int figureDigits() const;

  int x_ = none;
  int y_ = none;
  SpaceGrid grid_;
};

} // namespace gevo::ui
