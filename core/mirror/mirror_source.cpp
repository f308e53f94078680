#include "core/mirror/mirror_source.h"

#include "core/store/database_image.h"
#include "core/store/files.h"
#include "core/store/store.h"

namespace gevo {

namespace {

constexpr std::size_t blocksOfAPart = 4096; ///< 16 MiB

} // namespace

MirrorSource::~MirrorSource() = default;
MirrorSource::MirrorSource(MirrorSource&&) noexcept = default;

Result<MirrorSource> MirrorSource::open(const std::filesystem::path& path, std::vector<Hash128> known) {
  GEVO_TRY_ASSIGN(const auto checked, Store::open(path, Store::Access::Read)); // its errors are those that people know
  MirrorSource source;
  source.path_ = path;
  const Result<void> opened = guarded([&] { source.database_ = openReading(path); });
  if (!opened) return std::unexpected(opened.error());
  source.known_ = std::move(known);
  return source;
}

Result<ImageChanges> MirrorSource::next() {
  return guarded([&] {
    if (!isOpen_) {
      // Where this user can't write, no log may have been there when the file was opened; a writer has one by now.
      if (!isWritable(path_)) {
        database_ = openReading(path_);
        version_ = -1;
      }
      const std::int64_t version = database_->integer("PRAGMA data_version");
      if (version == version_) return ImageChanges{.bytes = image_.size()};
      image_ = imageOf(*database_);
      version_ = version;
      from_ = 0;
    }
    ImageChanges changes = changesTo(image_, known_, from_, blocksOfAPart);
    isOpen_ = !changes.isLast;
    if (isOpen_)
      from_ = changes.blocks.back() + std::size_t(1);
    else
      known_ = blockHashes(image_);
    return changes;
  });
}

} // namespace gevo
