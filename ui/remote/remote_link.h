#pragma once

/// One connection: a process that serves the file there, asked again and again. Blocks; used by one thread.

#include "core/mirror/mirror_client.h"
#include "core/mirror/mirror_copy.h"
#include "ui/remote/remote_address.h"

#include <QProcess>

#include <chrono>
#include <functional>
#include <stop_token>

namespace gevo::ui {

class RemoteLink {
public:
  RemoteLink(const RemoteAddress& address, std::stop_token stop)
      : address_(address), stop_(std::move(stop)), client_(address.target.toStdString()) {}
  ~RemoteLink();

  /// Connects, and brings the copy up to date. An error says in one sentence what is wrong, and what to do about it.
  Result<void> open(MirrorCopy& copy);
  /// Brings the copy up to date. An error: the connection is lost.
  Result<void> update(MirrorCopy& copy);

private:
  Result<void> waitFor(const std::function<Result<bool>()>& come);
  Result<void> fetch(MirrorCopy& copy, std::vector<Hash128> known);
  Error lost();

  const RemoteAddress& address_;
  std::stop_token stop_;
  QProcess process_;
  MirrorClient client_;
  bool greeted_ = false;
};

} // namespace gevo::ui
