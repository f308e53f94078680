#pragma once

/// Validates variants, or a run's front, on every test, held-out ones included, and tries variants on fresh inputs, as `gevo check` does.
/// On a thread of its own: it may take minutes.

#include "core/base/background_queue.h"
#include "core/validation/fuzz.h"

#include <QObject>

#include <filesystem>

namespace gevo::ui {

class ValidationService : public QObject {
  Q_OBJECT
public:
  /// `workerProgram` empty: beside the running program.
  explicit ValidationService(std::string workerProgram, QObject* parent = nullptr);
  ~ValidationService() override;

  enum class Kind : std::uint8_t { Variant, Front, FreshInputs };
  /// As many inputs as a user waits for.
  static constexpr std::size_t freshInputs = 20;

  bool running() const { return running_; }
  bool running(Kind kind) const { return running_ && kind_ == kind; }
  Kind kind() const { return kind_; } ///< as `run`
  /// Of the validation that is running, or whose last signal is being handled.
  std::int64_t run() const { return run_; }
  std::int64_t variant() const { return variant_; } ///< -1: of the front
  /// One at a time; ignored while one is running. The result is saved in the file if possible.
  void validate(const std::filesystem::path& file, const RunInfo& run, std::int64_t variant);
  /// Likewise, of each member that has no result yet. Each result is saved at once.
  void validateFront(const std::filesystem::path& file, const RunInfo& run);
  /// Likewise, one variant on `freshInputs` inputs. A failure is saved.
  void tryFreshInputs(const std::filesystem::path& file, const RunInfo& run, std::int64_t variant);

public slots:
  /// No results are reported any more, and `ended` follows soon.
  void cancel();

signals:
  void progressed(const QString& doing);
  void validated(qint64 variant, std::shared_ptr<const gevo::ValidationReport> reply);
  /// Members, and how many of them passed.
  void frontValidated(qsizetype members, qsizetype passed);
  void tried(qint64 variant, std::shared_ptr<const gevo::FuzzReport> report);
  void failed(const QString& message);
  void ended();

private:
  struct Request {
    Kind kind;
    std::filesystem::path file;
    RunInfo run;
    std::int64_t variant;
  };
  void start(Request request);
  void perform(const Request& request, const std::stop_token& stop);
  void performOne(const Request& request, const std::stop_token& stop);
  void performFront(const Request& request, const std::stop_token& stop);
  void performTries(const Request& request, const std::stop_token& stop);
  JobOptions jobOptions(const std::stop_token& stop, std::function<QString()> before);

  const std::string workerProgram_;
  bool running_ = false;
  Kind kind_ = Kind::Variant;
  std::int64_t run_ = 0;
  std::int64_t variant_ = -1;
  BackgroundQueue<Request> queue_;
};

} // namespace gevo::ui
