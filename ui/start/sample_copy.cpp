#include "ui/start/sample_copy.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>

namespace gevo::ui {

QString sampleFolder() {
  const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
  return QDir(documents.isEmpty() ? QDir::homePath() : documents).filePath("GEVO");
}

Result<void> makeSampleFolder() {
  const QDir folder(sampleFolder());
  if (!folder.mkpath(".")) return fail("cannot create the folder {}: choose Open… and a file elsewhere", folder.path().toStdString());
  return {};
}

QString pathOfSample(const Sample& sample) { return QDir(sampleFolder()).filePath(QString::fromStdString(sample.name + ".gevo")); }

bool isSampleThere(const Sample& sample) { return QFile::exists(pathOfSample(sample)); }

Result<QString> copyOfSample(const Sample& sample) {
  QString path = pathOfSample(sample);
  if (QFile::exists(path)) return path;
  GEVO_TRY(makeSampleFolder());
  QFile original(QString::fromStdString(sample.prebuilt.string()));
  if (!original.copy(path)) return fail("cannot write {}: {}", path.toStdString(), original.errorString().toStdString());
  QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup | QFile::ReadOther); // the installed one is read-only
  return path;
}

} // namespace gevo::ui
