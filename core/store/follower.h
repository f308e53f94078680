#pragma once

/// Follows a .gevo file on a thread of its own and publishes what is new. The explorer sees its own run and a run of
/// another process in the same way: engine -> store -> updates -> models -> views.

#include "core/store/followed_file.h"

#include <functional>
#include <thread>

namespace gevo {

class Follower {
public:
  using Publish = std::function<void(std::shared_ptr<const RunUpdate>)>;
  using Failed = std::function<void(Error)>;
  /// Calls `publish` and `failed` on the follower's thread. `run` 0: the latest.
  Follower(std::filesystem::path path, std::int64_t run, Publish publish, Failed failed,
           std::chrono::milliseconds interval = defaultInterval);
  /// Begins with what the file has read ahead, if anything. Nothing else uses the file.
  Follower(std::shared_ptr<FollowedFile> file, Publish publish, Failed failed, std::chrono::milliseconds interval = defaultInterval);

private:
  static constexpr std::chrono::milliseconds defaultInterval{200};

  std::jthread thread_;
};

} // namespace gevo
