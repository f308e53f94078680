#pragma once

/// The line of a Pareto front.

#include <QPolygonF>

namespace gevo::ui {

/// Through the points in order, with a corner between each pair: first sideways at the height of the previous point, then up or
/// down to the next.
QPolygonF stepLine(const QPolygonF& points);

} // namespace gevo::ui
