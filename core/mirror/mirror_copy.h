#pragma once

/// The copy here: a .gevo file that is what the one on the other machine is. Whoever opens it reads it like any other, and is refused to
/// write.

#include "core/mirror/image_changes.h"

#include <filesystem>
#include <memory>

namespace gevo {

class Database;

class MirrorCopy {
public:
  /// Of what was in the file nothing is left once an image is whole. `origin`: "host:path", for messages.
  static Result<MirrorCopy> open(const std::filesystem::path& path, std::string origin);
  ~MirrorCopy();
  MirrorCopy(MirrorCopy&&) noexcept;

  const std::filesystem::path& path() const { return path_; }
  /// Of the blocks that came so far, for a MirrorSource that takes over from one that was lost.
  std::vector<Hash128> known() const { return blockHashes(image_); }
  /// Writes the image once it is whole. True: the file has changed.
  Result<bool> take(const ImageChanges& changes);

private:
  MirrorCopy() = default;

  std::filesystem::path path_;
  std::string origin_;
  std::unique_ptr<Database> database_;
  Bytes image_;
  bool isWritten_ = false; ///< image_, as it is
};

} // namespace gevo
