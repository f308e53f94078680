#pragma once

/// The side of the file: what a copy of it lacks.

#include "core/mirror/image_changes.h"

#include <filesystem>
#include <memory>

namespace gevo {

class Database;

class MirrorSource {
public:
  /// `known`: hashes of the blocks that the copy has; empty: nothing yet. An error names the file and why it can't be read.
  static Result<MirrorSource> open(const std::filesystem::path& path, std::vector<Hash128> known);
  ~MirrorSource();
  MirrorSource(MirrorSource&&) noexcept;

  /// What changed since the last call, a part at a time; without blocks, and with the same size, where nothing has.
  Result<ImageChanges> next();

private:
  MirrorSource() = default;

  std::filesystem::path path_;
  std::unique_ptr<Database> database_;
  std::vector<Hash128> known_;
  std::int64_t version_ = -1; ///< of the database, when the image was taken
  Bytes image_;
  std::size_t from_ = 0; ///< first block that was not looked at yet
  bool isOpen_ = false;  ///< parts of the image are still to be told
};

} // namespace gevo
