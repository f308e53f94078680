#pragma once

/// The axes of the Pareto plot and their transform: one rect for the errors, a band below it for exact variants.

#include "ui/pareto/axis_transform.h"

class QCPAxis;
class QCPAxisRect;

namespace gevo::ui {

struct ParetoScale {
  QCPAxisRect* errors = nullptr;
  QCPAxisRect* exact = nullptr;
  Quantity x = Quantity::Runtime;
  Quantity y = Quantity::Error;
  double originalRuntime = 1; ///< by whichever compiler it is faster
  double originalEnergy = 0;  ///< millijoules; 0: not known
  double errorFactor = 100;   ///< stored error to axis

  /// As the axes are now.
  AxisTransform transform() const;
  void setRanges(const AxisTransform& transform);
  /// For members of the front and the original, which are drawn in the middle of the band.
  QPointF at(const VariantRow& row) const { return transform().position(pointOf(row)); }
  QPointF jittered(const VariantRow& row) const { return transform().jittered(pointOf(row)); }
  /// Both axis rects and what lies between.
  QRect area() const;
  QCPAxis* xAxis() const; ///< the one with the labels
  QCPAxis* yAxis() const;
};

} // namespace gevo::ui
