#pragma once

/// The colours of heat. One hue after the other of the same family, ever further from the background in lightness: the order can be seen
/// without telling colours apart.

#include <QColor>

namespace gevo::ui {

/// `share`: of the hottest, from 0 to 1.
QColor heatColor(bool dark, double share);

} // namespace gevo::ui
