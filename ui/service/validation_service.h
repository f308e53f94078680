#pragma once

/// Judges variants on every test, held-out ones included, as `gevo check` does. On a thread of its own: a check may take minutes.

#include "core/validation/validation.h"

#include <QObject>

#include <filesystem>
#include <functional>
#include <thread>

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
  void tell(const std::stop_token& stop, std::function<void()> what);
  void perform(const std::stop_token& stop, const std::filesystem::path& file, const RunInfo& run, std::int64_t variant);

  const std::string workerProgram_;
  bool running_ = false;
  std::int64_t run_ = 0;
  std::int64_t variant_ = -1;
  std::jthread thread_;
};

} // namespace gevo::ui
