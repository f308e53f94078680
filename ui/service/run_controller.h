#pragma once

/// Opens a file, follows it, and drives a run of it when asked. The GUI thread never waits: files are followed and runs are driven
/// on threads of their own.

#include "core/base/background_queue.h"
#include "core/session/run_session.h"
#include "ui/model/run_model.h"

#include <QFuture>
#include <QObject>

#include <filesystem>
#include <mutex>

namespace gevo::ui {

class RunController : public QObject {
  Q_OBJECT
public:
  enum class State { Idle, Starting, Running, Paused, Stopping };

  /// `workerProgram` empty: beside the running program.
  RunController(RunModel& model, std::string workerProgram, QObject* parent = nullptr);
  ~RunController() override;

  /// `run` 0: always the latest. `file`: opened for it already, with what it has read; null: it is opened here. A run that waits for the
  /// user's trust is forgotten.
  void open(const std::filesystem::path& path, std::int64_t run = 0, std::shared_ptr<FollowedFile> file = nullptr);
  const std::filesystem::path& path() const { return path_; }
  /// The file is a copy of one on another machine, where its runs are started.
  bool onlyFollows() const { return onlyFollows_; }
  void setOnlyFollows(bool only) { onlyFollows_ = only; }
  State state() const { return state_; }
  bool busy() const { return state_ != State::Idle; }
  /// What a run that starts waits for: "running the original, test 1 of 2: 128"; empty: not known.
  const QString& loading() const { return loading_; }

public slots:
  /// Resumes the file's latest run, whichever is shown; without one, starts one with the default settings. A run that
  /// reached its end then has no stop condition.
  void start();
  /// `beginWith`: the run of this file whose front seeds generation 0; 0: the original. A series runs one run after another.
  void startNew(const gevo::RunSettings& settings, qint64 beginWith = 0);
  /// The reply to `trustRequested`: starts the requested run.
  void trust(const QString& folder);
  void setPaused(bool paused);
  void togglePaused() { setPaused(state_ != State::Paused); }
  /// Ends the search, and then validates its best variants; called again, it ends the validation.
  void stop();

signals:
  void stateChanged();
  /// An error message; `details` may have many lines.
  void failed(const QString& message, const QString& details);
  /// The file was made elsewhere and its variants are evaluated by running its program: nothing runs unless `trust` follows. `folder`:
  /// where the program, with the file `source`, seems to be; may be empty.
  void trustRequested(const QString& folder, const QString& source);
  /// The run of this process ended.
  void ended();

private:
  /// A requested run.
  struct RunRequest {
    RunSettings settings;
    bool resume = false;
    std::int64_t beginWith = 0;
    std::filesystem::path trusted; ///< folder of the program, as given by the user
  };
  void begin(RunRequest request);
  void drive(RunRequest& request, const std::stop_token& stop);
  /// False: the user is asked first.
  Result<bool> mayRun(const RunRequest& request);
  /// One run of a series, or the only one.
  Result<StopReason> driveOne(const std::stop_token& stop, RunSession::Options options);
  void setState(State state);
  void showLoading(const QString& step);
  void finish();
  void follow(std::int64_t run, std::shared_ptr<FollowedFile> file = nullptr);
  void dropFollower();

  RunModel& model_;
  const std::string workerProgram_;
  std::filesystem::path path_;
  bool onlyFollows_ = false;
  std::int64_t followed_ = 0;
  std::uint64_t epoch_ = 0; ///< updates of earlier followers are ignored
  State state_ = State::Idle;
  QString loading_;
  std::unique_ptr<Follower> follower_;
  std::vector<QFuture<void>> closingFollowers_; ///< followers that end in the background
  std::mutex mutex_;
  bool paused_ = false;                      ///< guarded by mutex_
  RunSession* session_ = nullptr;            ///< guarded by mutex_; set while the thread runs it
  std::optional<RunRequest> pendingRequest_; ///< waits for the user's trust
  std::stop_source cancel_;                  ///< of the present run's validation
  BackgroundQueue<RunRequest> queue_;
};

} // namespace gevo::ui
