#pragma once

/// A front as a plot: error over length, of the rows that programs learnt from as a line and of those held out as circles.

#include "ui/plot/plot_widget.h"
#include "ui/theme/theme.h"
#include "ui/tmbl/fit_service.h"

#include <algorithm>

class QCPGraph;

namespace gevo::ui {

class FrontPlot : public PlotWidget {
  Q_OBJECT
public:
  explicit FrontPlot(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  /// Of another table of numbers; it has no points yet.
  void begin(std::shared_ptr<const FitData> data);
  void setFront(std::shared_ptr<const FittedFront> front);
  /// By its place in the front; -1: none.
  void setSelected(int row);

  QCPGraph* training() const { return training_; }
  QCPGraph* test() const { return test_; }
  /// The point near this place; -1: none.
  int rowAt(const QPointF& position) const;
  QString tipAt(const QPointF& position) const;

signals:
  void chosen(int row);

protected:
  void draw() override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

private:
  void addKeys();
  void setFloor();
  void fitRanges();
  /// Where an error is drawn: an axis of powers of ten has no 0.
  double height(double error) const { return std::max(error, floor_); }
  void drawFocus();

  Theme theme_;
  std::shared_ptr<const FitData> data_;
  std::shared_ptr<const FittedFront> front_ = std::make_shared<const FittedFront>();
  int selected_ = -1;
  double floor_ = 0;
  bool focused_ = false; ///< by a key
  QCPGraph* training_;
  QCPGraph* test_;
  QCPGraph* mark_;
};

} // namespace gevo::ui
