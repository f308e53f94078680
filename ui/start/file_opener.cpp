#include "ui/start/file_opener.h"

#include "core/store/store.h"
#include "ui/start/gevo_file.h"
#include "ui/tasks/background_pool.h"
#include "ui/tasks/gui_thread.h"

#include <QThreadPool>
#include <QTimer>

#include <algorithm>

namespace gevo::ui {
namespace {

constexpr std::chrono::milliseconds patience{400};

/// All that the window shows first, so that damage is found by now. Nothing where there is no such run.
Result<void> readRun(const Store& store, const std::vector<RunInfo>& runs, std::int64_t wanted) {
  const auto shown = wanted == 0 && !runs.empty() ? runs.end() - 1 : std::ranges::find(runs, wanted, &RunInfo::id);
  if (shown == runs.end()) return {};
  GEVO_TRY(store.generations(shown->id));
  GEVO_TRY(store.variants(shown->id));
  GEVO_TRY(store.front(shown->id));
  return {};
}

Result<OpenedFile> readFile(const QString& path, std::int64_t run) {
  GEVO_TRY(checkGevoFile(path));
  GEVO_TRY_ASSIGN(const std::unique_ptr<Store> store, Store::open(path.toStdString(), Store::Access::Read));
  GEVO_TRY_ASSIGN(Project project, store->project());
  GEVO_TRY_ASSIGN(const std::vector<RunInfo> runs, store->runs());
  GEVO_TRY(readRun(*store, runs, run));
  return OpenedFile{path, run, std::make_shared<const Project>(std::move(project)), !runs.empty()};
}

} // namespace

void FileOpener::open(const QString& path, std::int64_t run) {
  pending_ = ++latest_;
  QTimer::singleShot(patience, this, [this, path, ticket = pending_] {
    if (pending_ == ticket) emit delayed(path);
  });
  backgroundPool().start([self = QPointer(this), path, run, ticket = pending_] {
    Result<OpenedFile> file = readFile(path, run);
    postIfAlive(self, [file = std::move(file), ticket](FileOpener& opener) {
      if (opener.pending_ != ticket) return;
      opener.pending_ = 0;
      if (file)
        emit opener.opened(*file);
      else
        emit opener.failed(QString::fromStdString(file.error().message));
    });
  });
}

} // namespace gevo::ui
