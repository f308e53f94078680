/// gevo_screenshots FOLDER [start|new-project|first-run|finished-run]...|[--readme FILE.png]: pictures of the real window, with real runs
/// and workers, drawn without a display.

#include "tests/ui/screenshots/sample_file.h"
#include "tests/ui/screenshots/scenes.h"

#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>

#include <cstdio>

int main(int argc, char** argv) {
  using namespace gevo::screenshots;
  if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  const QStringList arguments = QApplication::arguments();
  const bool readme = arguments.size() == 4 && arguments[2] == "--readme";
  if (arguments.size() < 2) {
    std::fprintf(stderr, "usage: gevo_screenshots FOLDER [start|new-project|first-run|finished-run]...|[--readme FILE.png]\n");
    return 2;
  }
  // The user's own recent files must not be in the pictures.
  const QTemporaryDir settings;
  QCoreApplication::setOrganizationName("gevo");
  QCoreApplication::setApplicationName("gevo_screenshots");
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
  const QDir folder(arguments[1]);
  const QDir files(folder.filePath("files"));
  if (!files.mkpath(".")) {
    std::fprintf(stderr, "gevo_screenshots: cannot write into %s\n", qUtf8Printable(folder.path()));
    return 1;
  }
  const QString evolved = fileWithRun(files);
  if (readme) {
    readmePicture(evolved, arguments[3], {1600, 1000});
    return 0;
  }
  const Studio studio(folder, allLooks());
  const auto asked = [&](const char* scene) { return arguments.size() == 2 || arguments.contains(scene); };
  if (asked("start")) startPage(studio, evolved);
  if (asked("new-project")) newProject(studio);
  if (asked("first-run")) firstRun(studio, fileWithoutRun(files));
  if (asked("finished-run")) finishedRun(studio, evolved);
  std::printf("pictures are in %s\n", qUtf8Printable(folder.path()));
  return 0;
}
