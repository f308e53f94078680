#pragma once

/// The common look of all plots. QCustomPlot does not follow palettes: its axes get the theme's colours and fonts here.

#include "ui/theme/theme.h"

#include <QMargins>

class QCustomPlot;

namespace gevo::ui {

/// Minimum margins of the axis rect at a scale of 1, so that the axes of all plots are aligned.
inline constexpr QMargins plotMargins{44, 14, 20, 8};

/// The font of all text in plots.
QFont plotFont(double scale = 1);

/// Background, fonts and grid of every axis of every axis rect.
void stylePlot(QCustomPlot* plot, const Theme& theme);

} // namespace gevo::ui
