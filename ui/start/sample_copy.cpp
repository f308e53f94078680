#include "ui/start/sample_copy.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>

namespace gevo::ui {

QString sampleFolder() {
  const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
  return QDir(documents.isEmpty() ? QDir::homePath() : documents).filePath("GEVO");
}

Result<QString> copyOfSample(const Sample& sample) {
  const QDir folder(sampleFolder());
  QString path = folder.filePath(QString::fromStdString(sample.name + ".gevo"));
  if (QFile::exists(path)) return path;
  if (!folder.mkpath(".")) return fail("cannot create the folder {}: choose Open… and a file elsewhere", folder.path().toStdString());
  QFile original(QString::fromStdString(sample.prebuilt.string()));
  if (!original.copy(path)) return fail("cannot write {}: {}", path.toStdString(), original.errorString().toStdString());
  QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup | QFile::ReadOther); // the installed one is read-only
  return path;
}

} // namespace gevo::ui
