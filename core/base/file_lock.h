#pragma once

/// Locks on files between processes of this user.

#include "core/base/descriptor.h"
#include "core/base/result.h"

#include <filesystem>

namespace gevo {

/// An exclusive lock on a file for the lifetime of this object. The system releases it if the process dies.
class FileLock {
public:
  /// Makes the file if need be, and waits while another process holds the lock.
  static Result<FileLock> take(const std::filesystem::path& file);
  /// Whether no process holds it.
  static bool isFree(const std::filesystem::path& file);

private:
  explicit FileLock(Descriptor descriptor) : descriptor_(std::move(descriptor)) {}
  Descriptor descriptor_;
};

/// A lock file of this user, open, and not inherited by children.
Result<Descriptor> openLockFile(const std::filesystem::path& file);

} // namespace gevo
