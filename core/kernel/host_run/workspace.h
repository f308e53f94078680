#pragma once

/// Where host runs take place: in the user's cache folder ($XDG_CACHE_HOME/gevo-explorer/live, else ~/.cache/...), or the temporary folder
/// if there is no home. What killed processes left there is removed when the next one starts.

#include "core/base/descriptor.h"
#include "core/base/result.h"
#include "core/base/termination.h"

#include <filesystem>

namespace gevo::program {

/// An exclusive lock on a file for the lifetime of this object. The system releases it if the process dies.
class FileLock {
public:
  /// Waits while another process holds the lock.
  static Result<FileLock> take(const std::filesystem::path& file);
  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&&) = delete;
  ~FileLock();

private:
  explicit FileLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

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
