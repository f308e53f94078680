#pragma once

/// Axes of times, errors and counts end at 0, however far they are dragged or zoomed out.

class QCPAxis;

namespace gevo::ui {

/// A drag beyond 0 stops there; zooming out keeps 0 as the lower end. Logarithmic axes never get there. `margin`: below 0, as a share of
/// the upper end, so that marks at 0 are whole.
void stopAtZero(QCPAxis* axis, double margin = 0);

} // namespace gevo::ui
