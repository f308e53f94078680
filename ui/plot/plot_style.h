#pragma once

/// QCustomPlot does not follow palettes: this gives an axis rect the theme's colours and fonts.

#include "ui/theme/theme.h"

class QCPAxisRect;
class QCustomPlot;

namespace gevo::ui {

/// Background, fonts and grid of every axis of every axis rect.
void stylePlot(QCustomPlot* plot, const Theme& theme);

} // namespace gevo::ui
