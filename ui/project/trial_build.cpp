#include "ui/project/trial_build.h"

#include "ui/tasks/background_pool.h"

#include <QFutureWatcher>
#include <QPromise>
#include <QtConcurrent>

namespace gevo::ui {
namespace {

using Built = std::shared_ptr<const Result<BuiltProject>>;
using Measured = std::shared_ptr<const Result<EvaluationCost>>;

void build(QPromise<Built>& promise, const BuildInputs& request, const std::string& worker, const std::stop_token& stop) {
  int steps = 0;
  promise.setProgressRange(0, std::numeric_limits<int>::max());
  BuildOptions options{worker, [&](const std::string& step) { promise.setProgressValueAndText(++steps, QString::fromStdString(step)); },
                       stop};
  promise.addResult(std::make_shared<const Result<BuiltProject>>(buildProject(request, options)));
}

Measured price(const std::shared_ptr<const BuiltProject>& reply, const std::string& folder, const std::string& worker,
               const std::stop_token& stop) {
  EvaluationCostOptions options;
  options.workerProgram = worker;
  options.folder = folder;
  options.cancel = stop;
  return std::make_shared<const Result<EvaluationCost>>(measureEvaluationCost(reply->project, options));
}

} // namespace

TrialBuild::TrialBuild(std::string workerProgram, QObject* parent) : QObject(parent), workerProgram_(std::move(workerProgram)) {}

TrialBuild::~TrialBuild() { stop_.request_stop(); }

void TrialBuild::start(const BuildInputs& request) {
  cancel();
  stop_ = {};
  building_ = true;
  folder_ = request.workingFolder;
  const std::uint64_t epoch = ++epoch_;
  auto* watcher = new QFutureWatcher<Built>(this);
  connect(watcher, &QFutureWatcherBase::progressTextChanged, this, [this, epoch](const QString& step) {
    if (epoch == epoch_) emit stepped(step);
  });
  connect(watcher, &QFutureWatcherBase::finished, this, [this, epoch, watcher] {
    watcher->deleteLater();
    if (epoch == epoch_) showResult(watcher->result());
  });
  watcher->setFuture(QtConcurrent::run(&backgroundPool(), build, request, workerProgram_, stop_.get_token()));
}

void TrialBuild::cancel() {
  ++epoch_;
  building_ = false;
  stop_.request_stop();
}

void TrialBuild::showResult(const Built& result) {
  building_ = false;
  if (!*result) {
    emit failed(QString::fromStdString(result->error().message), QString::fromStdString(result->error().details));
    return;
  }
  const std::shared_ptr<const BuiltProject> reply(result, &**result);
  emit built(reply);
  measure(reply);
}

void TrialBuild::measure(const std::shared_ptr<const BuiltProject>& reply) {
  const std::uint64_t epoch = epoch_;
  auto* watcher = new QFutureWatcher<Measured>(this);
  connect(watcher, &QFutureWatcherBase::finished, this, [this, epoch, watcher] {
    watcher->deleteLater();
    if (epoch != epoch_) return;
    const Measured result = watcher->result();
    if (*result)
      emit measured(**result);
    else
      emit notMeasured(QString::fromStdString(result->error().message));
  });
  watcher->setFuture(QtConcurrent::run(&backgroundPool(), price, reply, folder_, workerProgram_, stop_.get_token()));
}

} // namespace gevo::ui
