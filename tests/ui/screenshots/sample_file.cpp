#include "tests/ui/screenshots/sample_file.h"

#include <QFile>
#include <QProcess>

#include <cstdio>
#include <cstdlib>

namespace gevo::screenshots {
namespace {

bool gevo(const QStringList& arguments) {
  QProcess process;
  process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
  process.start(GEVO_TEST_BIN "/gevo", arguments);
  return process.waitForFinished(-1) && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
}

void copyProject(const QString& path) {
  QFile::remove(path);
  if (QFile::copy(GEVO_TEST_SOURCE "/resources/samples/hotspot.gevo", path) &&
      QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner))
    return;
  std::fprintf(stderr, "gevo_screenshots: cannot write %s\n", qUtf8Printable(path));
  std::exit(1);
}

} // namespace

QString fileWithRun(const QDir& folder) {
  const QString path = folder.filePath("nw.gevo");
  if (QFile::exists(path) && gevo({"show", path, "--front"})) return path;
  if (!gevo({"new", path, "--sample", "nw", "--no-parameters", "--force"})) copyProject(path);
  std::printf("evolving %s...\n", qUtf8Printable(path));
  std::fflush(stdout);
  if (gevo({"run", path, "--generations", "14", "--population", "96", "--seed", "2", "--quiet"})) return path;
  std::fprintf(stderr, "gevo_screenshots: gevo could not evolve %s\n", qUtf8Printable(path));
  std::exit(1);
}

QString fileWithoutRun(const QDir& folder) {
  QString path = folder.filePath("hotspot.gevo");
  copyProject(path);
  return path;
}

} // namespace gevo::screenshots
