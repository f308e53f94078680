#pragma once

/// Finds the near misses of a run, as `gevo show --near-misses` does. On a thread of its own: it may take minutes.

#include "core/base/background_queue.h"
#include "core/near_misses/near_miss.h"
#include "core/store/store.h"

#include <QObject>

#include <filesystem>
#include <memory>

namespace gevo::ui {

class NearMissService : public QObject {
  Q_OBJECT
public:
  /// `workerProgram` empty: beside the running program.
  explicit NearMissService(std::string workerProgram, QObject* parent = nullptr);
  ~NearMissService() override;

  bool searches() const { return searches_; }
  /// Of completed generations. What was asked for before is forgotten. `found` follows, or `failed`, and then `ended`.
  void find(const std::filesystem::path& file, const RunInfo& run);

public slots:
  /// Nothing more is reported but that it has ended.
  void cancel();

signals:
  void found(qint64 run, std::shared_ptr<const gevo::NearMisses> misses);
  void progressed(const QString& doing);
  void failed(const QString& message);
  void ended();

private:
  struct Request {
    std::filesystem::path file;
    RunInfo run;
    quint64 ticket = 0;
  };
  void perform(const Request& request, const std::stop_token& stop);

  const std::string workerProgram_;
  bool searches_ = false;
  quint64 latest_ = 0;
  BackgroundQueue<Request> queue_;
};

} // namespace gevo::ui
