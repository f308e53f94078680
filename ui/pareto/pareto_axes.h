#pragma once

/// The axis rects of the Pareto plot: what each axis shows, its labels and ticks, and zooming.

#include "ui/model/run_model.h"
#include "ui/pareto/pareto_scale.h"
#include "ui/theme/theme.h"

#include <QObject>

class QCPAxis;
class QCustomPlot;

namespace gevo::ui {

/// "runtime", "error", ...: for menus.
QString quantityName(Quantity quantity);
/// What the axes may show: energy only where it was measured.
std::vector<Quantity> quantitiesOf(const RunModel& model);
/// The run has variants, or asks for exact ones, and none has an error.
bool everyVariantIsExact(const RunModel& model);
/// What the vertical axis shows beside runtimes unless the user chooses: error, or another objective where error is none. Where every
/// variant is exact, an axis of errors would show nothing: energy again, or the number of edits; likewise where that number is an objective
/// and all of the front is exact.
Quantity usualSecond(const RunModel& model);
/// Pairs of a run's objectives for the axes: one pair with two objectives, three pairs with three, none with one.
std::vector<std::pair<Quantity, Quantity>> axisPairsOf(const RunModel& model);

class ParetoAxes : public QObject {
  Q_OBJECT
public:
  ParetoAxes(QCustomPlot* plot, const RunModel& model, ParetoScale& scale);
  void setTheme(const Theme& theme);
  void setQuantities(Quantity x, Quantity y);
  /// Generations are always linear.
  void setLogarithmic(Qt::Orientation axis, bool on);
  bool logarithmic(Qt::Orientation axis) const;
  /// Updates units, factors and ticks from the model.
  void relabel();
  /// Zooms to a part of the plot.
  void zoomTo(const QRectF& part);

private:
  void setSizes();
  struct Ticks {
    int kind = -1;
    QString unit;
    bool operator==(const Ticks&) const = default;
  };
  void setTicks(QCPAxis* axis, Quantity quantity, Ticks& now);
  QString label(Quantity quantity) const;
  QString unit(Quantity quantity) const;

  QCustomPlot* plot_;
  const RunModel& model_;
  ParetoScale& scale_;
  Theme theme_;
  Ticks xTicks_;
  Ticks yTicks_;
};

} // namespace gevo::ui
