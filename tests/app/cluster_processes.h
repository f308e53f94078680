#pragma once

/// Processes of gevo-mpi on this machine, and what gevo run finds alone.

#include "tests/app/command.h"

#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>

inline QString program() { return QStringLiteral(GEVO_TEST_BIN "/gevo-mpi"); }

inline QStringList mpirun(int ranks, const QStringList& arguments) {
  return QStringList{"--oversubscribe", "--enable-recovery", "-n", QString::number(ranks), program()} + arguments;
}

/// For Open MPI in a container, whose user is often root.
inline QProcessEnvironment environment() {
  QProcessEnvironment variables = QProcessEnvironment::systemEnvironment();
  variables.insert("OMPI_ALLOW_RUN_AS_ROOT", "1");
  variables.insert("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
  variables.insert("OMPI_MCA_btl_vader_single_copy_mechanism", "none");
  return variables;
}

inline QStringList linesOf(const QString& path) {
  QFile file(path);
  return file.open(QFile::ReadOnly) ? QString::fromUtf8(file.readAll()).split(QChar('\0')) : QStringList();
}

inline QList<qint64> childrenOf(qint64 process, const QString& name) {
  QProcess children;
  children.start("pgrep", {"-P", QString::number(process), name});
  children.waitForFinished();
  QList<qint64> ids;
  for (const QByteArray& id : children.readAllStandardOutput().split('\n'))
    if (!id.isEmpty()) ids << id.toLongLong();
  return ids;
}

/// A process of gevo-mpi that mpirun started.
inline qint64 rank(const QProcess& mpirun, int rank) {
  for (const qint64 id : childrenOf(mpirun.processId(), "gevo-mpi"))
    if (linesOf(QString("/proc/%1/environ").arg(id)).contains(QString("OMPI_COMM_WORLD_RANK=%1").arg(rank))) return id;
  return -1;
}

inline void kill(qint64 process, int signal) { ::kill(static_cast<pid_t>(process), signal); }

/// A command that is not waited for.
struct Started {
  QProcess process;
  QByteArray out;
  QString said;

  Started(const QString& command, const QStringList& arguments, const QProcessEnvironment& variables = environment()) {
    process.setProcessEnvironment(variables);
    process.start(command, arguments);
  }
  ~Started() {
    if (process.state() == QProcess::NotRunning) return;
    process.terminate();
    if (process.waitForFinished(5000)) return;
    process.kill();
    process.waitForFinished();
  }
  /// With --json: until a generation has begun.
  bool reaches(int generation) {
    const QByteArray wanted = "\"generation\":" + QByteArray::number(generation) + ',';
    while (!out.contains(wanted)) {
      if (!process.waitForReadyRead(60'000)) return false;
      out += process.readAllStandardOutput();
    }
    return true;
  }
  bool succeeds() { return process.waitForFinished(120'000) && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0; }
  QString errors() {
    said += QString::fromUtf8(process.readAllStandardError());
    return said;
  }
};

inline bool hasMpi() {
  return QFile::exists(GEVO_TEST_BIN "/../lib/mpi/libgevompi.so") && !QStandardPaths::findExecutable("mpirun").isEmpty();
}

/// Of the bundled project.
class ExpectedRun {
public:
  ExpectedRun() {
    const QString path = fresh("alone.gevo");
    const Command alone = gevo(run(path));
    if (alone.exitCode != 0) qFatal("%s", qPrintable(alone.err));
    evaluations = evaluationsOf(path);
    if (evaluations.count('\n') < 150) qFatal("gevo run makes too few evaluations");
  }

  QString fresh(const QString& name) const { return bundledProject(file(name)); }
  QString file(const QString& name) const { return folder_.filePath(name); }
  static QStringList run(const QString& path) { return QStringList{"run", path, "--population", "16", "--seed", "5"} + stop(); }
  static QStringList resume(const QString& path) { return QStringList{"run", path, "--resume"} + stop(); }
  static QString evaluationsOf(const QString& path) { return gevo({"show", path, "--evaluations", "--csv"}).out; }

  QString evaluations;

private:
  static QStringList stop() { return {"--generations", "5", "--workers", "1", "--json"}; }

  QTemporaryDir folder_;
};
