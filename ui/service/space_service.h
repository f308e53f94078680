#pragma once

/// Reads what a run found in each configuration of its program's parameters, on a thread of its own: it takes longer the larger the run.

#include "core/base/background_queue.h"
#include "core/store/rows.h"

#include <QObject>

#include <filesystem>
#include <memory>

namespace gevo::ui {

class SpaceService : public QObject {
  Q_OBJECT
public:
  explicit SpaceService(QObject* parent = nullptr);
  ~SpaceService() override;

  /// `found` or `failed` follows, unless this is called again, or `forget`, before.
  void read(const std::filesystem::path& file, std::int64_t run);
  void forget();
  bool reading() const { return reading_; }

signals:
  void found(const std::vector<gevo::ConfigurationResult>& results);
  void failed(const QString& message);

private:
  struct Request {
    std::filesystem::path file;
    std::int64_t run = 0;
    quint64 ticket = 0;
  };
  void perform(const Request& request);

  quint64 latest_ = 0;
  bool reading_ = false;
  BackgroundQueue<Request> queue_;
};

} // namespace gevo::ui
