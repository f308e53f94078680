#include "ui/remote/remote_file.h"

#include "ui/remote/remote_link.h"

#include <condition_variable>
#include <mutex>

namespace gevo::ui {
namespace {

/// Of the time for a look, so that a file that takes long is looked at less often.
constexpr int restShare = 5;

/// False where it was stopped.
bool rest(const std::stop_token& stop, std::chrono::milliseconds time) {
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any().wait_for(lock, stop, time, [] { return false; });
  return !stop.stop_requested();
}

} // namespace

RemoteFile::RemoteFile(RemoteAddress address, Pace pace, QObject* parent) : QObject(parent), address_(std::move(address)), pace_(pace) {
  if (Result<TemporaryFolder> made = TemporaryFolder::make()) {
    folder_.emplace(std::move(*made));
    path_ = QString::fromStdString((folder_->path() / address_.fileName().toStdString()).string());
  }
  thread_ = std::jthread([this](const std::stop_token& stop) { follow(stop); });
}

RemoteFile::~RemoteFile() = default;

void RemoteFile::follow(const std::stop_token& stop) {
  const auto say = [](const Error& error) { return QString::fromStdString(error.message); };
  if (!folder_) return emit failed(tr("There is no temporary folder for a copy of %1: check the disk.").arg(address_.words()));
  Result<MirrorCopy> copy = MirrorCopy::open(path_.toStdString(), address_.words().toStdString());
  if (!copy) return emit failed(say(copy.error()));
  bool isReady = false;
  while (!stop.stop_requested()) {
    RemoteLink link(address_, stop);
    Result<void> done = link.open(*copy);
    if (done) isReady ? emit restored() : emit ready(path_);
    isReady = isReady || done;
    while (done) {
      const auto begin = std::chrono::steady_clock::now();
      done = link.update(*copy);
      const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);
      if (!rest(stop, std::max(pace_.interval, restShare * took))) return;
    }
    if (stop.stop_requested()) return;
    if (!isReady) return emit failed(say(done.error()));
    emit lost(say(done.error()));
    if (!rest(stop, pace_.patience)) return;
  }
}

} // namespace gevo::ui
