#pragma once

/// Where a variant stands in the picture. Exact variants (error 0) have a band of their own below the error axis, because zero
/// has no place on a logarithmic one and should not touch the nearly exact on a linear one.

#include "core/store/store.h"

#include <QPointF>
#include <QRect>

class QCPAxis;
class QCPAxisRect;

namespace gevo::ui {

struct ParetoScale {
  QCPAxisRect* errors = nullptr;
  QCPAxisRect* exact = nullptr;
  double errorFactor = 100; ///< stored error to axis

  QPointF pixel(double runtime, double error) const;
  /// As `pixel`, with exact variants strewn over the height of the band so that they can be told apart.
  QPointF strewn(const VariantRow& row) const;
  /// Both axis rects and what lies between.
  QRect area() const;
};

} // namespace gevo::ui
