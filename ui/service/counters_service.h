#pragma once

/// Counts a variant on a real GPU, as `gevo show --counters` does, on a thread of the background pool: it takes seconds. Cancelling and
/// destruction do not block.

#include "core/store/store.h"
#include "core/values/gpu_counters.h"

#include <QObject>

#include <filesystem>
#include <memory>
#include <stop_token>

namespace gevo::ui {

class CountersService : public QObject {
  Q_OBJECT
public:
  /// `workerProgram` empty: beside the running program.
  explicit CountersService(std::string workerProgram, QObject* parent = nullptr);
  ~CountersService() override;

  /// On the run's GPU; on the first one, where it was simulated. What was asked for before is forgotten. `counted` or `failed` follows, and
  /// then `ended`.
  void count(const std::filesystem::path& file, const RunInfo& run, std::int64_t variant);
  bool running() const { return running_; }

public slots:
  /// `ended` follows at once, and nothing more is reported.
  void cancel();

signals:
  void counted(const std::shared_ptr<const gevo::GpuCounters>& counters);
  void failed(const QString& message);
  void ended();

private:
  void end();

  const std::string workerProgram_;
  std::stop_source stop_;
  bool running_ = false;
};

} // namespace gevo::ui
