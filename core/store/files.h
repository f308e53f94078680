#pragma once

/// Files and folders around a .gevo file: what can be written, what is there, and how a new file gets its name.

#include "core/base/result.h"
#include "core/store/database.h"

#include <filesystem>

namespace gevo {

/// A file that is there and no folder or device; an error names it.
Result<void> checkRegularFile(const std::filesystem::path& path);
/// The file and its folder can be written: SQLite needs both.
bool isWritablePlace(const std::filesystem::path& path);
/// A network file system, where SQLite's shared memory does not work; `type` as statfs(2) names it.
bool isNetworkFileSystem(unsigned long type);
bool isNetworkPlace(const std::filesystem::path& path);
/// A write-ahead log with something in it lies beside the file: somebody writes it, or died while writing.
bool hasLog(const std::filesystem::path& path);
/// Fails when the file is shorter than it says.
void checkLength(const Database& database);

/// A name beside the final one, whose file is removed unless it was moved there.
class TemporaryFile {
public:
  static Result<TemporaryFile> beside(const std::filesystem::path& final);
  ~TemporaryFile();
  TemporaryFile(TemporaryFile&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  TemporaryFile& operator=(TemporaryFile&&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Replaces nothing: a file that has come there meanwhile is an error.
  Result<void> moveTo(const std::filesystem::path& final) const;
  /// An error about the temporary file as one about the final file, which is the name that the user knows.
  Error renamed(Error error, const std::filesystem::path& final) const;

private:
  explicit TemporaryFile(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

} // namespace gevo
