#pragma once

/// File system checks for .gevo files, and temporary files that replace nothing.

#include "core/base/result.h"
#include "core/store/database.h"

#include <filesystem>
#include <memory>

namespace gevo {

/// An error unless `path` is an existing regular file.
Result<void> checkRegularFile(const std::filesystem::path& path);
/// True if the file and its folder can be written; SQLite needs both.
bool isWritable(const std::filesystem::path& path);
/// True for network file systems, where SQLite's shared memory does not work; `type` is f_type of statfs(2).
bool isNetworkFileSystem(unsigned long type);
bool isOnNetworkFileSystem(const std::filesystem::path& path);
/// True if a non-empty write-ahead log is beside the file: a process is writing it, or died while writing.
bool hasWriteAheadLog(const std::filesystem::path& path);
/// Read-write where possible even for readers, so that the last one to close the file tidies up; see Database::Access.
std::unique_ptr<Database> openReading(const std::filesystem::path& path);
/// Throws if the file is shorter than its header says.
void checkLength(const Database& database);

/// A temporary file beside the final one; removed unless it was moved there.
class TemporaryFile {
public:
  static Result<TemporaryFile> beside(const std::filesystem::path& final);
  ~TemporaryFile();
  TemporaryFile(TemporaryFile&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  TemporaryFile& operator=(TemporaryFile&&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Replaces nothing: an error if a file has appeared there meanwhile.
  Result<void> moveTo(const std::filesystem::path& final) const;
  /// The error with the name of the final file, which the user knows, in place of the temporary one.
  Error renamed(Error error, const std::filesystem::path& final) const;

private:
  explicit TemporaryFile(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

} // namespace gevo
