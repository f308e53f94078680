#include "ui/start/recent_files.h"

#include <QFileInfo>
#include <QSettings>

namespace gevo::ui {
namespace {

constexpr qsizetype most = 10;
const char* const key = "recentFiles";

} // namespace

QStringList recentFiles() {
  QStringList files = QSettings().value(key).toStringList();
  files.removeIf([](const QString& path) { return !QFileInfo::exists(path); });
  return files;
}

void addRecentFile(const QString& path) {
  const QString absolute = QFileInfo(path).absoluteFilePath();
  QStringList files = recentFiles();
  files.removeAll(absolute);
  files.prepend(absolute);
  QSettings().setValue(key, QStringList(files.mid(0, most)));
}

} // namespace gevo::ui
