#pragma once

/// Validates variants, or a run's front, on every test, held-out ones included, as `gevo check` does. On a thread of its own: it may take
/// minutes.

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
  /// Of the validation that is running, or whose last signal is being handled.
  std::int64_t run() const { return run_; }
  std::int64_t variant() const { return variant_; } ///< -1: of the front
  /// One at a time; ignored while one is running. The result is saved in the file if possible.
  void validate(const std::filesystem::path& file, const RunInfo& run, std::int64_t variant);
  /// Likewise, of each member that has no result yet. Each result is saved at once.
  void validateFront(const std::filesystem::path& file, const RunInfo& run);

public slots:
  /// No results are reported any more, and `ended` follows soon.
  void cancel();

signals:
  void progressed(const QString& doing);
  void validated(qint64 variant, std::shared_ptr<const gevo::ValidationReport> reply);
  /// Members, and how many of them passed.
  void frontValidated(qsizetype members, qsizetype passed);
  void failed(const QString& message);
  void ended();

private:
  struct Request {
    std::filesystem::path file;
    RunInfo run;
    std::int64_t variant;
  };
  void start(const std::filesystem::path& file, const RunInfo& run, std::int64_t variant);
  void performOne(const Request& request, const std::stop_token& stop);
  void performFront(const Request& request, const std::stop_token& stop);
  JobOptions jobOptions(const std::stop_token& stop, std::function<QString()> before);

  const std::string workerProgram_;
  bool running_ = false;
  std::int64_t run_ = 0;
  std::int64_t variant_ = -1;
  BackgroundQueue<Request> queue_;
};

} // namespace gevo::ui
