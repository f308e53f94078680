#include "ui/run/run_controller.h"

namespace gevo::ui {

RunController::RunController(RunModel& model, std::string workerProgram, QObject* parent)
    : QObject(parent), model_(model), workerProgram_(std::move(workerProgram)) {}

RunController::~RunController() {
  ++epoch_;
  follower_.reset();
  cancel_.request_stop();
  thread_.request_stop();
}

void RunController::open(const std::filesystem::path& path, std::int64_t run) {
  path_ = path;
  follow(run);
}

void RunController::follow(std::int64_t run) {
  dropFollower();
  followed_ = run;
  model_.clear();
  const std::uint64_t epoch = ++epoch_;
  const auto publish = [this, epoch](std::shared_ptr<const RunUpdate> update) {
    QMetaObject::invokeMethod(this, [this, epoch, update = std::move(update)] {
      if (epoch == epoch_) model_.apply(update);
    });
  };
  const auto failed = [this, epoch](const Error& error) {
    QMetaObject::invokeMethod(this, [this, epoch, error] {
      if (epoch == epoch_) emit this->failed(QString::fromStdString(error.message), QString::fromStdString(error.details));
    });
  };
  follower_ = std::make_unique<Follower>(path_, run, publish, failed);
}

void RunController::dropFollower() {
  if (!follower_) return;
  // Ending it may take one interval, which the GUI thread should not wait for.
  dying_.clear();
  dying_.emplace_back([old = std::move(follower_)]() mutable { old.reset(); });
}

void RunController::start() {
  RunSettings settings;
  const bool resume = model_.hasRun() && model_.run().id > 0;
  if (resume) settings = model_.run().settings;
  settings.search.generations = 0;
  settings.search.seconds = 0;
  begin(settings, resume);
}

void RunController::startNew(const RunSettings& settings) { begin(settings, false); }

void RunController::begin(RunSettings settings, bool resume) {
  if (busy() || path_.empty()) return;
  if (followed_ != 0) follow(0); // a run that is driven is the latest
  setState(State::Starting);
  cancel_ = {};
  thread_ = std::jthread([this, settings, resume](const std::stop_token& stop) { drive(stop, settings, resume); });
}

void RunController::drive(const std::stop_token& stop, RunSettings settings, bool resume) {
  const auto report = [this](const Error& error) {
    QMetaObject::invokeMethod(this,
                              [this, error] { emit failed(QString::fromStdString(error.message), QString::fromStdString(error.details)); });
  };
  RunSession::Options options;
  options.settings = std::move(settings);
  options.resume = resume;
  options.workerProgram = workerProgram_;
  options.progress = [this](const RunStatus& status) { QMetaObject::invokeMethod(this, [this, status] { model_.setStatus(status); }); };
  Result<std::unique_ptr<RunSession>> session = RunSession::open(path_, std::move(options));
  if (!session) {
    report(session.error());
  } else {
    {
      const std::lock_guard lock(mutex_);
      session_ = session->get();
    }
    QMetaObject::invokeMethod(this, [this] {
      if (state_ == State::Starting) setState(State::Running);
    });
    const Result<StopReason> reason = (*session)->run(stop, cancel_.get_token());
    {
      const std::lock_guard lock(mutex_);
      session_ = nullptr;
    }
    if (!reason) report(reason.error());
  }
  QMetaObject::invokeMethod(this, &RunController::finish);
}

void RunController::finish() {
  if (thread_.joinable()) thread_.join(); // it has nothing left to do
  setState(State::Idle);
  emit ended();
}

void RunController::setPaused(bool paused) {
  if (state_ != State::Running && state_ != State::Paused) return;
  {
    const std::lock_guard lock(mutex_);
    if (session_) session_->setPaused(paused);
  }
  setState(paused ? State::Paused : State::Running);
}

void RunController::stop() {
  if (!busy()) return;
  if (state_ == State::Stopping) cancel_.request_stop();
  thread_.request_stop();
  setState(State::Stopping);
}

void RunController::setState(State state) {
  if (state == state_) return;
  state_ = state;
  emit stateChanged();
}

} // namespace gevo::ui
