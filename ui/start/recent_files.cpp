#include "ui/start/recent_files.h"

#include <QFileInfo>
#include <QSettings>

namespace gevo::ui {
namespace {

constexpr qsizetype most = 12;
const char* const key = "recentFiles";

} // namespace

QStringList recentFiles() { return QSettings().value(key).toStringList(); }

void addRecentFile(const QString& path) {
  const QString absolute = QFileInfo(path).absoluteFilePath();
  QStringList files = recentFiles();
  files.removeAll(absolute);
  files.prepend(absolute);
  QSettings().setValue(key, QStringList(files.mid(0, most)));
}

void removeRecentFile(const QString& path) {
  QStringList files = recentFiles();
  files.removeAll(path);
  QSettings().setValue(key, files);
}

} // namespace gevo::ui
