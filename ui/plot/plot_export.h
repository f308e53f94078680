#pragma once

/// The export menu of a plot.

#include "ui/export/export_menu.h"

class QCustomPlot;

namespace gevo::ui {

/// Exports the plot as it is on the screen.
ExportMenu* addPlotExport(QWidget* owner, QCustomPlot* plot, const QString& name, std::function<std::function<QByteArray()>()> csv);

} // namespace gevo::ui
