#pragma once

/// The configurations as data.

#include "ui/space/space_model.h"

#include <QByteArray>

namespace gevo::ui {

/// A line for each configuration: its values on all axes, and what was found.
QByteArray spaceCsv(const SpaceModel& model);

} // namespace gevo::ui
