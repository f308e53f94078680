#pragma once

/// Files that were opened lately, newest first, kept between sessions. Those that vanished stay until somebody removes them.

#include <QStringList>

namespace gevo::ui {

QStringList recentFiles();
void addRecentFile(const QString& path);
void removeRecentFile(const QString& path);

} // namespace gevo::ui
