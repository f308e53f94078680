#pragma once

/// Line icons from resources/icons, drawn in a colour of the theme.

#include <QColor>
#include <QIcon>
#include <QString>

namespace gevo::ui {

/// `name` without folder and suffix, such as "pause".
QIcon icon(const QString& name, const QColor& colour);

} // namespace gevo::ui
