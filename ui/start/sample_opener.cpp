#include "ui/start/sample_opener.h"

#include "core/project/build_project.h"
#include "core/project/new_project.h"
#include "ui/start/sample_copy.h"
#include "ui/tasks/background_pool.h"

#include <QFutureWatcher>
#include <QPromise>
#include <QtConcurrent>

#include <limits>

namespace gevo::ui {
namespace {

using Path = Result<QString>;

Path build(const Sample& sample, const BuildOptions& options) {
  NewProject project;
  fillFrom(sample, project);
  project.file = pathOfSample(sample).toStdString();
  GEVO_TRY(makeSampleFolder());
  GEVO_TRY_ASSIGN(const BuildInputs request, buildRequest(project));
  GEVO_TRY_ASSIGN(const BuiltProject built, buildProject(request, options));
  GEVO_TRY(storeProject(project.file, built.project, project.folder, false, built.coverage));
  return pathOfSample(sample);
}

void make(QPromise<Path>& promise, const Sample& sample, const std::string& worker, const std::stop_token& stop) {
  if (!sample.prebuilt.empty() || isSampleThere(sample)) return void(promise.addResult(copyOfSample(sample)));
  int steps = 0;
  promise.setProgressRange(0, std::numeric_limits<int>::max());
  promise.addResult(build(
      sample, {worker, [&](const std::string& step) { promise.setProgressValueAndText(++steps, QString::fromStdString(step)); }, stop}));
}

} // namespace

SampleOpener::SampleOpener(std::string workerProgram, QObject* parent) : QObject(parent), workerProgram_(std::move(workerProgram)) {}

SampleOpener::~SampleOpener() {
  for (std::stop_source& build : builds_) build.request_stop();
}

void SampleOpener::open(const Sample& sample) {
  const QString name = QString::fromStdString(sample.name);
  if (builds_.contains(name)) return;
  const bool builds = sample.prebuilt.empty() && !isSampleThere(sample);
  const std::stop_source stop;
  builds_.insert(name, stop);
  if (builds) emit progressed(name, tr("starting the build"));
  auto* watcher = new QFutureWatcher<Path>(this);
  connect(watcher, &QFutureWatcherBase::progressTextChanged, this, [this, name, stop](const QString& step) {
    if (!stop.stop_requested()) emit progressed(name, step);
  });
  connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher, name, builds, stop] {
    watcher->deleteLater();
    if (stop.stop_requested()) return;
    builds_.remove(name);
    if (builds) emit progressed(name, {});
    const Path path = watcher->result();
    if (path)
      emit ready(*path, builds);
    else
      emit failed(QString::fromStdString(path.error().message), QString::fromStdString(path.error().details));
  });
  watcher->setFuture(QtConcurrent::run(&backgroundPool(), make, sample, workerProgram_, stop.get_token()));
}

void SampleOpener::cancel(const QString& name) {
  const auto build = builds_.find(name);
  if (build == builds_.end()) return;
  build->request_stop();
  builds_.erase(build);
  emit progressed(name, {});
}

} // namespace gevo::ui
