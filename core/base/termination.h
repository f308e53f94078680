#pragma once

/// What a process does before a signal ends it.

#include <filesystem>
#include <functional>

namespace gevo {

/// A path that is removed, with what is in it, when a signal ends the process while this object lives.
class RemovedAtTermination {
public:
  explicit RemovedAtTermination(std::filesystem::path path);
  RemovedAtTermination(RemovedAtTermination&& other) noexcept : path_(std::move(other.path_)) { other.path_.clear(); }
  RemovedAtTermination& operator=(RemovedAtTermination&&) = delete;
  ~RemovedAtTermination();
  const std::filesystem::path& path() const { return path_; } ///< empty: moved from

private:
  std::filesystem::path path_;
};

/// From now on SIGINT, SIGTERM and SIGHUP call `first`, on a thread of its own, then remove these paths and end the process as they would
/// have. Those that are ignored now stay so; a handler that is set later replaces this. To be called once, by main.
void cleanUpAtTermination(std::function<void()> first = {});

} // namespace gevo
