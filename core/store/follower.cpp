#include "core/store/follower.h"

#include <condition_variable>
#include <mutex>

namespace gevo {

namespace {

void follow(const std::stop_token& stop, FollowedFile& file, const Follower::Publish& publish, const Follower::Failed& failed,
            std::chrono::milliseconds interval) {
  std::mutex mutex;
  std::condition_variable_any pulse;
  while (!stop.stop_requested()) {
    Result<FollowedFile::Update> update = file.look();
    if (!update) return failed(update.error());
    if (*update) publish(*std::move(update));
    std::unique_lock lock(mutex);
    pulse.wait_for(lock, stop, interval, [] { return false; });
  }
}

} // namespace

Follower::Follower(std::filesystem::path path, std::int64_t run, Publish publish, Failed failed, std::chrono::milliseconds interval)
    : thread_([=, path = std::move(path), publish = std::move(publish), failed = std::move(failed)](const std::stop_token& stop) {
        const Result<std::unique_ptr<FollowedFile>> file = FollowedFile::open(path, run);
        if (!file) return failed(file.error());
        follow(stop, **file, publish, failed, interval);
      }) {}

Follower::Follower(std::shared_ptr<FollowedFile> file, Publish publish, Failed failed, std::chrono::milliseconds interval)
    : thread_([=, file = std::move(file), publish = std::move(publish), failed = std::move(failed)](const std::stop_token& stop) {
        follow(stop, *file, publish, failed, interval);
      }) {}

} // namespace gevo
