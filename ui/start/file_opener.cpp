#include "ui/start/file_opener.h"

#include "core/ideas/archive_file.h"
#include "ui/start/gevo_file.h"
#include "ui/tasks/background_pool.h"
#include "ui/tasks/gui_thread.h"

#include <QApplication>
#include <QDialog>
#include <QThreadPool>
#include <QTimer>

namespace gevo::ui {
namespace {

constexpr std::chrono::milliseconds patience{400};

/// None where there is no archive, or none that can be read.
Ideas ideasFor(const Project& project) {
  const auto archive = ideaArchivePath();
  return archive ? readIdeasFor(programKey(project), *archive).value_or(Ideas()) : Ideas();
}

/// Reads all that the window shows first, so that damage is found by now.
Result<OpenedFile> readFile(const QString& path, std::int64_t run) {
  GEVO_TRY(checkGevoFile(path));
  GEVO_TRY_ASSIGN(std::shared_ptr<FollowedFile> file, FollowedFile::open(path.toStdString(), run));
  GEVO_TRY_ASSIGN(Project project, file->store().project());
  GEVO_TRY_ASSIGN(const std::vector<RunInfo> runs, file->store().runs());
  GEVO_TRY(file->readAhead());
  Ideas ideas = ideasFor(project);
  return OpenedFile{path, run, std::make_shared<const Project>(std::move(project)), std::move(file), !runs.empty(), std::move(ideas)};
}

} // namespace

void FileOpener::open(const QString& path, std::int64_t run) {
  pending_ = ++latest_;
  QTimer::singleShot(patience, this, [this, path, ticket = pending_] {
    if (pending_ == ticket) emit delayed(path);
  });
  backgroundPool().start([self = QPointer(this), path, run, ticket = pending_] {
    Result<OpenedFile> file = readFile(path, run);
    postIfAlive(self, [file = std::move(file), ticket](FileOpener& opener) { opener.finish(ticket, file); });
  });
}

void FileOpener::finish(quint64 ticket, const Result<OpenedFile>& file) {
  if (pending_ != ticket) return;
  if (const auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget()); dialog && file) {
    // Queued: what the dialog was accepted for is begun first.
    connect(
        dialog, &QDialog::finished, this, [this, ticket, file] { finish(ticket, file); }, Qt::QueuedConnection);
    return;
  }
  pending_ = 0;
  if (file)
    emit opened(*file);
  else
    emit failed(QString::fromStdString(file.error().message));
}

} // namespace gevo::ui
