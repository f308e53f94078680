#include "ui/start/gevo_file.h"

#include "core/store/schema.h"

#include <QFile>
#include <QFileInfo>
#include <QtEndian>

namespace gevo::ui {
namespace {

/// The file format of SQLite, section 1.3.
constexpr qint64 headerBytes = 100;
constexpr qsizetype applicationIdOffset = 68;

bool isGevoHeader(const QByteArray& header) {
  if (header.size() < headerBytes || !header.startsWith(QByteArrayView("SQLite format 3\0", 16))) return false;
  return qFromBigEndian<quint32>(header.constData() + applicationIdOffset) == applicationId;
}

} // namespace

Result<void> checkGevoFile(const QString& path) {
  const QFileInfo info(path);
  const std::string name = info.fileName().toStdString();
  if (!info.exists()) return fail("{} does not exist: choose another file", path.toStdString());
  if (info.isDir()) return fail("{} is a folder: choose a .gevo file in it", name);
  QFile file(path);
  // A pipe would block.
  if (!info.isFile() || !file.open(QIODevice::ReadOnly))
    return fail("{} can't be read: make it readable, or choose another file", path.toStdString());
  if (!isGevoHeader(file.read(headerBytes)))
    return fail("{} is not a .gevo file: choose one, or make one of a CUDA program with New Project…", name);
  return {};
}

} // namespace gevo::ui
