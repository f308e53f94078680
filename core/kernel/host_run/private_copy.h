#pragma once

/// The files of a program that live runs need, and a private copy of them that a run may do with what it likes.

#include "core/base/result.h"
#include "core/values/host_run_settings.h"

#include <filesystem>
#include <map>
#include <optional>
#include <sys/stat.h>

namespace gevo::program {

/// What is copied for every worker at most, in bytes.
inline constexpr std::uint64_t largestCopy = 256ULL << 20;

/// The files that `data` names, or those below `sources` where it names none, with their hashes, by name. Left out of folders: .gevo files,
/// what begins with a dot, folders that a build made, what is no file. `folder`: where relative paths start. An error says what is too
/// large.
Result<std::vector<HostRunFile>> listFiles(const std::filesystem::path& folder, const std::vector<std::string>& data,
                                           const std::filesystem::path& sources);

/// What changes whenever a file is written, by a clock that the program doesn't hold.
struct FileMark {
  ino_t inode;
  off_t size;
  timespec modified;
  timespec changed;
  mode_t mode;
};

class PrivateCopy {
public:
  /// Copies the files to `place`, which it makes. An error names the first that is gone or not what it was.
  static Result<PrivateCopy> make(std::filesystem::path place, std::filesystem::path folder, std::vector<HostRunFile> files);

  /// Where the program's relative paths start.
  const std::filesystem::path& folder() const { return inside_; }
  /// As it was after `make`: what a run changed is copied again, what it added goes.
  Result<void> restore();

private:
  Result<void> copy(const HostRunFile& file);

  std::filesystem::path place_;
  std::filesystem::path original_;
  std::filesystem::path inside_;
  std::map<std::filesystem::path, std::pair<HostRunFile, std::optional<FileMark>>> files_; ///< by path in the copy
};

} // namespace gevo::program
