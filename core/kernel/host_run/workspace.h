#pragma once

/// Where live runs happen: in the user's cache folder ($XDG_CACHE_HOME/gevo-explorer/live, else ~/.cache/...), or the temporary one of
/// who has no home. What processes left there that were killed goes when the next one begins.

#include "core/base/descriptor.h"
#include "core/base/result.h"

#include <filesystem>

namespace gevo::program {

/// A file that this process alone has locked, for as long as this object lives. The system ends the lock of a process that dies.
class FileLock {
public:
  /// Waits where another process has it.
  static Result<FileLock> take(const std::filesystem::path& file);
  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&&) = delete;
  ~FileLock();

private:
  explicit FileLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

/// A folder of this process's own, which goes with this object.
class Workspace {
public:
  static Result<Workspace> open();
  Workspace(Workspace&& other) noexcept;
  Workspace& operator=(Workspace&&) = delete;
  ~Workspace();

  const std::filesystem::path& folder() const { return folder_; }
  /// Shared by all processes of the user: programs that have been built, which go when they have not been used for a week.
  std::filesystem::path programs() const;
  /// Likewise: what programs on this GPU lock when it is their lock, open. `gpu`: a name that is the GPU's own.
  Result<Descriptor> gpuLockFile(const std::string& gpu) const;

private:
  Workspace(std::filesystem::path folder, FileLock lock) : folder_(std::move(folder)), lock_(std::move(lock)) {}
  std::filesystem::path folder_;
  FileLock lock_;
};

} // namespace gevo::program
