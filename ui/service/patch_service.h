#pragma once

/// Writes variants as patches of the program's sources and proves them, on a thread of its own: it takes up to a minute. Results are kept
/// in the file.

#include "core/base/background_queue.h"
#include "core/patch/stored_patch.h"

#include <QObject>

namespace gevo::ui {

class PatchService : public QObject {
  Q_OBJECT
public:
  /// `workerProgram` empty: beside the running program.
  explicit PatchService(std::string workerProgram, QObject* parent = nullptr);
  ~PatchService() override;

  bool running() const { return running_; }
  /// Of the patch that is being made, or whose last signal is being handled.
  std::int64_t run() const { return run_; }
  std::int64_t variant() const { return variant_; }
  /// One at a time; ignored while one is being made.
  void make(const std::filesystem::path& file, const RunInfo& run, std::int64_t variant);

public slots:
  /// No results are reported any more, and `ended` follows soon.
  void cancel();

signals:
  void progressed(const QString& doing);
  /// It is in the file, unless nobody may write that.
  void made(qint64 variant);
  void failed(const QString& message);
  void ended();

private:
  struct Request {
    std::filesystem::path file;
    RunInfo run;
    std::int64_t variant;
  };
  void perform(const Request& request, const std::stop_token& stop);

  const std::string workerProgram_;
  bool running_ = false;
  std::int64_t run_ = 0;
  std::int64_t variant_ = -1;
  BackgroundQueue<Request> queue_;
};

} // namespace gevo::ui
