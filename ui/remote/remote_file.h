#pragma once

/// A file on another machine, followed by a copy here on a thread of its own. A connection that is lost is made again.

#include "core/base/temporary_folder.h"
#include "ui/remote/remote_address.h"

#include <QObject>

#include <chrono>
#include <optional>
#include <thread>

namespace gevo::ui {

class RemoteFile : public QObject {
  Q_OBJECT
public:
  struct Pace {
    std::chrono::milliseconds interval{500};  ///< between two looks, at least
    std::chrono::milliseconds patience{5000}; ///< before a lost connection is tried again
  };
  explicit RemoteFile(RemoteAddress address, QObject* parent = nullptr) : RemoteFile(std::move(address), Pace{}, parent) {}
  RemoteFile(RemoteAddress address, Pace pace, QObject* parent = nullptr);
  ~RemoteFile() override;

  const RemoteAddress& address() const { return address_; }
  QString path() const { return path_; } ///< of the copy; empty: there can't be one

signals:
  /// The copy is whole for the first time.
  void ready(const QString& path);
  /// There never was a connection, and none is tried again.
  void failed(const QString& message);
  void lost(const QString& message);
  void restored();

private:
  void follow(const std::stop_token& stop);

  const RemoteAddress address_;
  const Pace pace_;
  std::optional<TemporaryFolder> folder_;
  QString path_;
  std::jthread thread_; ///< the last member: it uses the others
};

} // namespace gevo::ui
