#pragma once

/// Measures variants on several devices, as `gevo portability` does, on a thread of the background pool: it takes seconds to minutes for
/// each device. Cancelling and destruction do not block.

#include "core/portability/portability.h"

#include <QObject>

#include <filesystem>
#include <memory>

namespace gevo::ui {

class PortabilityService : public QObject {
  Q_OBJECT
public:
  /// `workerProgram` empty: beside the running program.
  explicit PortabilityService(std::string workerProgram, QObject* parent = nullptr);
  ~PortabilityService() override;

  struct Request {
    std::filesystem::path file;
    RunInfo run;
    std::vector<std::int64_t> variants;
    std::vector<std::string> devices;
  };
  /// One at a time; ignored while one is running. `ended` follows.
  void measure(const Request& request);
  bool running() const { return running_; }

public slots:
  /// `ended` follows at once, and nothing more is reported.
  void cancel();

signals:
  void progressed(const QString& doing);
  /// After each variant on each device, what is known so far.
  void measured(const std::shared_ptr<const gevo::Portability>& soFar);
  void failed(const QString& message);
  void ended();

private:
  void end();

  const std::string workerProgram_;
  std::stop_source stop_;
  bool running_ = false;
};

} // namespace gevo::ui
