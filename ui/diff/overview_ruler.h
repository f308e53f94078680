#pragma once

/// The narrow strip at the right: where the differences are, where the view is. Click or drag scrolls.

#include <QWidget>

namespace gevo::ui {

class DiffCanvas;

class OverviewRuler : public QWidget {
  Q_OBJECT

public:
  OverviewRuler(DiffCanvas& canvas, QWidget* parent);

  QSize sizeHint() const override;

protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;

private:
  double contentHeight() const;
  void scrollTo(int y);
  void paintMarks(QPainter& painter) const;

  DiffCanvas& canvas_;
};

} // namespace gevo::ui
