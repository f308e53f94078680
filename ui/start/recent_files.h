#pragma once

/// Files that were opened lately, newest first, kept between sessions. Missing files stay in the list until the user removes them.

#include <QStringList>

namespace gevo::ui {

QStringList recentFiles();
void addRecentFile(const QString& path);
void removeRecentFile(const QString& path);

} // namespace gevo::ui
