#pragma once

/// The menus of the Pareto pane: colours, what is shown, axes.

#include "ui/pareto/pareto_view.h"

class QMenu;

namespace gevo::ui {

QString colourName(ScatterColour colour);
/// Islands are offered for runs that have several.
void addColours(QMenu* menu, ParetoView* view, const RunModel& model);
void addShown(QMenu* menu, ParetoView* view, const RunModel& model);
void addAxis(QMenu* menu, ParetoView* view, Qt::Orientation axis, const RunModel& model);

} // namespace gevo::ui
