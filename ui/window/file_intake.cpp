#include "ui/window/file_intake.h"

#include "ui/project/project_assistant.h"

#include <QFileInfo>
#include <QMimeData>
#include <QUrl>

namespace gevo::ui {
namespace {

QStringList localFiles(const QMimeData* data) {
  QStringList files;
  for (const QUrl& url : data->urls())
    if (url.isLocalFile()) files << url.toLocalFile();
  return files;
}

bool isSource(const QString& path) { return QStringList{"cu", "cpp", "cc", "cxx", "c", "o", "a", "so"}.contains(QFileInfo(path).suffix()); }

bool isProgram(const QStringList& files) {
  const auto isCuda = [](const QString& path) { return path.endsWith(".cu"); };
  return std::ranges::all_of(files, isSource) && std::ranges::any_of(files, isCuda);
}

bool isProject(const QStringList& files) { return files.size() == 1 && files.front().endsWith(".gevo"); }

} // namespace

FileIntake::FileIntake(std::string workerProgram, QWidget* window)
    : QObject(window), workerProgram_(std::move(workerProgram)), window_(window), samples_(new SampleOpener(workerProgram_, this)) {
  connect(samples_, &SampleOpener::ready, this, [this](const QString& path, bool built) {
    if (built)
      emit sampleBuilt(path);
    else
      emit fileReady(path, false);
  });
  connect(samples_, &SampleOpener::progressed, this, &FileIntake::sampleProgressed);
  connect(samples_, &SampleOpener::failed, this, &FileIntake::failed);
}

bool FileIntake::takes(const QMimeData* data) {
  const QStringList files = localFiles(data);
  return isProject(files) || isProgram(files);
}

void FileIntake::drop(const QMimeData* data) { take(localFiles(data)); }

void FileIntake::take(const QStringList& files) {
  if (!isProgram(files)) {
    emit fileReady(files.front(), false);
    return;
  }
  NewProject known;
  for (const QString& path : files) {
    if (known.folder.empty() && path.endsWith(".cu")) known.folder = QFileInfo(path).absolutePath().toStdString();
    known.build.files.push_back(path.toStdString());
  }
  newProject(known);
}

void FileIntake::newProject(const NewProject& known) {
  auto* assistant = new ProjectAssistant(known, theme_, workerProgram_, window_);
  assistant->setAttribute(Qt::WA_DeleteOnClose);
  connect(assistant, &ProjectAssistant::created, this, &FileIntake::fileReady);
  assistant->open();
}

} // namespace gevo::ui
