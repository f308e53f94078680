#pragma once

/// Judges variants on every test, held-out ones included, as `gevo check` does. On a thread of its own: a check may take minutes.

#include "core/base/background_queue.h"
#include "core/validation/validation.h"

#include <QObject>

#include <filesystem>

namespace gevo::ui {

class ValidationService : public QObject {
  Q_OBJECT
public:
  /// `workerProgram` empty: beside the running program.
  explicit ValidationService(std::string workerProgram, QObject* parent = nullptr);
  ~ValidationService() override;

  bool running() const { return running_; }
  /// Of the check that goes on, or whose last signal is being taken.
  std::int64_t run() const { return run_; }
  std::int64_t variant() const { return variant_; }
  /// One at a time; nothing while one goes on. The verdict is kept in the file where that is possible.
  void check(const std::filesystem::path& file, const RunInfo& run, std::int64_t variant);

public slots:
  /// Nothing is learnt or told any more, and `ended` comes soon.
  void cancel();

signals:
  void progressed(const QString& doing);
  void checked(qint64 variant, std::shared_ptr<const gevo::ValidationReport> reply);
  void failed(const QString& message);
  void ended();

private:
  struct Check {
    std::filesystem::path file;
    RunInfo run;
    std::int64_t variant;
  };
  void perform(const Check& check, const std::stop_token& stop);

  const std::string workerProgram_;
  bool running_ = false;
  std::int64_t run_ = 0;
  std::int64_t variant_ = -1;
  BackgroundQueue<Check> queue_;
};

} // namespace gevo::ui
