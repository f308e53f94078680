#pragma once

/// Files that were opened lately, newest first, kept between sessions.

#include <QStringList>

namespace gevo::ui {

/// Those that still exist.
QStringList recentFiles();
void addRecentFile(const QString& path);

} // namespace gevo::ui
