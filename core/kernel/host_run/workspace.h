#pragma once

/// Where host runs take place: in the user's cache folder ($XDG_CACHE_HOME/gevo-explorer/live, else ~/.cache/...), or the temporary folder
/// if there is no home. What killed processes left there is removed when the next one starts.

#include "core/base/file_lock.h"
#include "core/base/termination.h"

#include <filesystem>

namespace gevo::program {

/// A folder of this process, removed with this object.
class Workspace {
public:
  static Result<Workspace> open();
  Workspace(Workspace&& other) noexcept = default;
  Workspace& operator=(Workspace&&) = delete;
  ~Workspace();

  const std::filesystem::path& folder() const { return folder_.path(); }
  /// Built programs, shared by all processes of the user; removed when unused for a week.
  std::filesystem::path programs() const;
  /// The lock file of a GPU, open and shared by all processes of the user. `gpu`: its UUID.
  Result<Descriptor> gpuLockFile(const std::string& gpu) const;

private:
  Workspace(std::filesystem::path folder, FileLock lock) : folder_(std::move(folder)), lock_(std::move(lock)) {}
  RemovedAtTermination folder_;
  FileLock lock_;
};

} // namespace gevo::program
