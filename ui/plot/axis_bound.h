#pragma once

/// Axes of times, errors and counts end at 0, however far they are dragged or zoomed out.

class QCPAxis;

namespace gevo::ui {

/// A drag beyond 0 stops there; zooming out keeps 0 as the lower end. Logarithmic axes never get there.
void stopAtZero(QCPAxis* axis);

} // namespace gevo::ui
