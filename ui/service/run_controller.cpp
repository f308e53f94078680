#include "ui/service/run_controller.h"

#include "core/devices/program_trust.h"
#include "core/session/seeds.h"
#include "ui/tasks/background_pool.h"
#include "ui/tasks/gui_thread.h"

#include <QtConcurrent>

namespace gevo::ui {
namespace {

/// What generation 0 begins with.
Result<std::vector<EditList>> frontOf(const std::filesystem::path& path, std::int64_t run) {
  GEVO_TRY_ASSIGN(std::unique_ptr<Store> store, Store::open(path, Store::Access::Read));
  GEVO_TRY_ASSIGN(const Project project, store->project());
  return seedsFrom(path, run, project);
}

Result<std::vector<EditList>> seedsOfLatest(const std::filesystem::path& path) {
  GEVO_TRY_ASSIGN(std::unique_ptr<Store> store, Store::open(path, Store::Access::Read));
  GEVO_TRY_ASSIGN(const std::vector<RunInfo> runs, store->runs());
  return runs.empty() ? std::vector<EditList>() : store->seeds(runs.back().id);
}

} // namespace

RunController::RunController(RunModel& model, std::string workerProgram, QObject* parent)
    : QObject(parent), model_(model), workerProgram_(std::move(workerProgram)),
      queue_([this](RunRequest& request, const std::stop_token& stop) { drive(request, stop); }) {}

RunController::~RunController() {
  ++epoch_;
  follower_.reset();
  for (QFuture<void>& ending : closingFollowers_) ending.waitForFinished(); // they publish to this object
  cancel_.request_stop();
}

void RunController::open(const std::filesystem::path& path, std::int64_t run, std::shared_ptr<FollowedFile> file) {
  path_ = path;
  pendingRequest_.reset();
  follow(run, std::move(file));
}

void RunController::follow(std::int64_t run, std::shared_ptr<FollowedFile> file) {
  dropFollower();
  followed_ = run;
  model_.clear();
  const std::uint64_t epoch = ++epoch_;
  const auto publish = [this, epoch](std::shared_ptr<const RunUpdate> update) {
    post(this, [this, epoch, update = std::move(update)] {
      if (epoch == epoch_) model_.apply(update);
    });
  };
  const auto failed = [this, epoch](const Error& error) {
    post(this, [this, epoch, error] {
      if (epoch == epoch_) emit this->failed(QString::fromStdString(error.message), QString::fromStdString(error.details));
    });
  };
  follower_ = file ? std::make_unique<Follower>(std::move(file), publish, failed) : std::make_unique<Follower>(path_, run, publish, failed);
}

void RunController::dropFollower() {
  if (!follower_) return;
  std::erase_if(closingFollowers_, [](const QFuture<void>& ending) { return ending.isFinished(); });
  // It ends after its current read of the file, for which the GUI thread should not wait.
  closingFollowers_.push_back(
      QtConcurrent::run(&backgroundPool(), [old = std::shared_ptr<Follower>(std::move(follower_))]() mutable { old.reset(); }));
}

void RunController::start() {
  RunSettings settings;
  const std::vector<RunCurve>& runs = model_.runs();
  bool resume = !runs.empty();
  if (resume) settings = runs.back().info.settings;
  const bool finished = resume && runs.back().info.status.state == RunState::Finished;
  if (finished && settings.position < settings.runs) {
    resume = false;
    ++settings.position;
    ++settings.search.seed;
  } else if (finished) {
    // A run that reached its end continues until it is stopped; others keep their stop conditions.
    SearchSettings& search = settings.search;
    search.generations = search.stagnation = 0;
    search.seconds = search.target = 0;
    search.evaluations = 0;
  }
  begin({settings, resume, 0, {}});
}

void RunController::startNew(const RunSettings& settings, qint64 beginWith) { begin({settings, false, beginWith, {}}); }

void RunController::trust(const QString& folder) {
  if (!pendingRequest_) return;
  RunRequest request = *std::exchange(pendingRequest_, std::nullopt);
  request.trusted = folder.toStdString();
  begin(std::move(request));
}

void RunController::begin(RunRequest request) {
  if (busy() || path_.empty()) return;
  pendingRequest_.reset();
  if (followed_ != 0) follow(0); // a run that is driven is the latest
  setState(State::Starting);
  cancel_ = {};
  paused_ = false;
  queue_.push(std::move(request));
}

Result<bool> RunController::mayRun(const RunRequest& request) {
  if (!request.trusted.empty()) {
    GEVO_TRY_ASSIGN(const std::unique_ptr<Store> store, Store::open(path_, Store::Access::Read));
    GEVO_TRY(trustProgram(*store, request.trusted));
  }
  const Result<std::optional<TrustQuestion>> question = trustQuestion(path_);
  GEVO_TRY(question);
  if (!*question) return true;
  post(this, [this, request, question = **question] {
    finish();
    pendingRequest_ = request;
    emit trustRequested(QString::fromStdString(question.folder.string()), QString::fromStdString(question.source));
  });
  return false;
}

Result<StopReason> RunController::driveOne(const std::stop_token& stop, RunSession::Options options) {
  Result<std::unique_ptr<RunSession>> opened = RunSession::open(path_, std::move(options));
  if (!opened && stop.stop_requested()) return StopReason::Cancelled;
  GEVO_TRY_ASSIGN(std::unique_ptr<RunSession> session, std::move(opened));
  {
    const std::lock_guard lock(mutex_);
    session_ = session.get();
    session_->setPaused(paused_);
  }
  post(this, [this] {
    loading_.clear();
    if (state_ == State::Starting) setState(State::Running);
  });
  Result<StopReason> reason = session->run(stop, cancel_.get_token());
  {
    const std::lock_guard lock(mutex_);
    session_ = nullptr;
  }
  return reason;
}

void RunController::drive(RunRequest& request, const std::stop_token& stop) {
  const Result<bool> allowed = mayRun(request);
  if (allowed && !*allowed) return;
  Result<std::vector<EditList>> seeds;
  if (request.beginWith > 0) seeds = frontOf(path_, request.beginWith);
  if (request.resume) seeds = seedsOfLatest(path_); // for the runs of the series that follow
  std::optional<Error> problem;
  if (!seeds) problem = seeds.error();
  if (!allowed) problem = allowed.error();
  RunSettings& settings = request.settings;
  for (bool more = !problem; more; request.resume = false) {
    RunSession::Options options;
    options.settings = settings;
    options.seeds = *seeds;
    options.resume = request.resume;
    options.workerProgram = workerProgram_;
    options.progress = [this](const RunStatus& status) { post(this, [this, status] { model_.setStatus(status); }); };
    options.loading = [this, stop](const std::string& step) {
      post(this, [this, step] { showLoading(QString::fromStdString(step)); });
      return !stop.stop_requested();
    };
    const Result<StopReason> reason = driveOne(stop, std::move(options));
    if (!reason) problem = reason.error();
    more = reason && *reason != StopReason::Cancelled && !stop.stop_requested() && settings.position < settings.runs;
    ++settings.position;
    ++settings.search.seed;
  }
  post(this, [this, problem] {
    if (problem) emit failed(QString::fromStdString(problem->message), QString::fromStdString(problem->details));
    finish();
  });
}

void RunController::showLoading(const QString& step) {
  if (step == loading_) return;
  loading_ = step;
  emit stateChanged();
}

void RunController::finish() {
  loading_.clear();
  setState(State::Idle);
  emit ended();
}

void RunController::setPaused(bool paused) {
  if (state_ != State::Running && state_ != State::Paused) return;
  {
    const std::lock_guard lock(mutex_);
    paused_ = paused; // for the next run of a series, too
    if (session_) session_->setPaused(paused);
  }
  setState(paused ? State::Paused : State::Running);
}

void RunController::stop() {
  if (!busy()) return;
  // When the search is over, this stops the validation.
  if (state_ == State::Stopping || model_.run().status.state == RunState::Validating) cancel_.request_stop();
  queue_.cancel();
  setState(State::Stopping);
}

void RunController::setState(State state) {
  if (state == state_) return;
  state_ = state;
  emit stateChanged();
}

} // namespace gevo::ui
