#pragma once

/// Runs gevo as a user would and keeps its output.

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QString>
#include <QStringList>

struct Command {
  int exitCode = -1;
  QString out;
  QString err;

  /// Lines of stderr that are not empty.
  QStringList errorLines() const { return err.split('\n', Qt::SkipEmptyParts); }
};

inline QString gevoProgram() { return QStringLiteral(GEVO_TEST_BIN "/gevo"); }

inline Command gevo(const QStringList& arguments, const QString& folder = QDir::currentPath(), const QStringList& environment = {}) {
  QProcess process;
  process.setWorkingDirectory(folder);
  if (!environment.isEmpty()) process.setEnvironment(QProcess::systemEnvironment() + environment);
  process.start(gevoProgram(), arguments);
  if (!process.waitForFinished(240'000)) process.kill();
  Command command;
  command.exitCode = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
  command.out = QString::fromUtf8(process.readAllStandardOutput());
  command.err = QString::fromUtf8(process.readAllStandardError());
  return command;
}

/// A fresh copy of the bundled project at `path`. It has no run, and needs no CUDA toolkit.
inline QString bundledProject(const QString& path) {
  QFile::remove(path);
  if (!QFile::copy(QStringLiteral(GEVO_TEST_SOURCE "/resources/samples/hotspot.gevo"), path)) qFatal("cannot copy the project");
  QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner);
  return path;
}

/// True where programs can be built: a CUDA toolkit is present.
inline bool canBuildPrograms() { return !gevo({"doctor"}).out.contains(QLatin1String("--  CUDA toolkit")); }
