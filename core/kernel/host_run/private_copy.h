#pragma once

/// The files of a program that host runs need, and a private copy of them that a run may change.

#include "core/base/result.h"
#include "core/values/host_run_settings.h"

#include <filesystem>
#include <map>
#include <optional>
#include <sys/stat.h>

namespace gevo::program {

/// Limit of what is copied for each worker, in bytes.
inline constexpr std::uint64_t largestCopy = 256ULL << 20;

/// The files that `data` names, or those below `sources` if it is empty, with their hashes, sorted by name. Omits .gevo files, names that
/// begin with a dot, build folders, and whatever is not a regular file. `folder`: base of relative paths. An error says what is too large.
Result<std::vector<HostRunFile>> listFiles(const std::filesystem::path& folder, const std::vector<std::string>& data,
                                           const std::filesystem::path& sources);

/// Attributes that change whenever a file is written, including a time that the program can't set.
struct FileMark {
  ino_t inode;
  off_t size;
  timespec modified;
  timespec changed;
  mode_t mode;
};

class PrivateCopy {
public:
  /// Creates `root` and copies the files to it. An error names the first that is missing or has changed.
  static Result<PrivateCopy> make(std::filesystem::path root, std::filesystem::path folder, const std::vector<HostRunFile>& files);

  /// Base of the program's relative paths.
  const std::filesystem::path& folder() const { return inside_; }
  /// Restores the state after `make`: changed files are copied again, added ones removed.
  Result<void> restore();

private:
  Result<void> copy(const HostRunFile& file);

  std::filesystem::path root_;
  std::filesystem::path original_;
  std::filesystem::path inside_;
  std::map<std::filesystem::path, std::pair<HostRunFile, std::optional<FileMark>>> files_; ///< by path in the copy
};

} // namespace gevo::program
