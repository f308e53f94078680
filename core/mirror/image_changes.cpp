#include "core/mirror/image_changes.h"

#include "core/base/compress.h"

#include <algorithm>

namespace gevo {

namespace {

std::size_t blocksOf(std::uint64_t bytes) { return static_cast<std::size_t>((bytes + imageBlockBytes - 1) / imageBlockBytes); }

ByteView blockOf(ByteView image, std::size_t block) {
  const std::size_t begin = block * imageBlockBytes;
  return image.subspan(begin, std::min(imageBlockBytes, image.size() - begin));
}

} // namespace

std::vector<Hash128> blockHashes(ByteView image) {
  std::vector<Hash128> hashes;
  for (std::size_t block = 0; block < blocksOf(image.size()); ++block) hashes.push_back(hashBytes(blockOf(image, block)));
  return hashes;
}

ImageChanges changesTo(ByteView image, const std::vector<Hash128>& known, std::size_t from, std::size_t atMost) {
  ImageChanges changes;
  changes.bytes = image.size();
  Bytes contents;
  for (std::size_t block = from; block < blocksOf(image.size()); ++block) {
    const ByteView bytes = blockOf(image, block);
    if (block < known.size() && known[block] == hashBytes(bytes)) continue;
    if (changes.blocks.size() == atMost) {
      changes.isLast = false;
      break;
    }
    changes.blocks.push_back(static_cast<std::uint32_t>(block));
    contents.insert(contents.end(), bytes.begin(), bytes.end());
  }
  changes.contents = compress(contents);
  return changes;
}

Result<void> applyChanges(const ImageChanges& changes, Bytes& image) {
  const auto damaged = [] { return fail("the other side sent damaged data"); };
  const std::uint64_t most = changes.blocks.size() * std::uint64_t(imageBlockBytes);
  GEVO_TRY_ASSIGN(const Bytes contents, decompress(changes.contents, most));
  // All that is longer than before has to come with it, by this part or those that follow.
  if (changes.isLast && changes.bytes > image.size() + contents.size()) return damaged();
  const std::size_t blocks = blocksOf(changes.bytes);
  const std::uint64_t end = changes.blocks.empty() ? 0 : (changes.blocks.back() + std::uint64_t(1)) * imageBlockBytes;
  if (!std::ranges::is_sorted(changes.blocks) || (!changes.blocks.empty() && changes.blocks.back() >= blocks)) return damaged();
  const std::uint64_t size = changes.isLast ? changes.bytes : std::max<std::uint64_t>(image.size(), std::min(end, changes.bytes));
  if (size > image.size() + contents.size()) return damaged();
  image.resize(static_cast<std::size_t>(size));
  std::size_t used = 0;
  for (const std::uint32_t block : changes.blocks) {
    const std::size_t begin = block * imageBlockBytes;
    const std::size_t length = std::min<std::uint64_t>(imageBlockBytes, changes.bytes - begin);
    if (used + length > contents.size() || begin + length > image.size()) return damaged();
    std::copy_n(contents.begin() + static_cast<std::ptrdiff_t>(used), length, image.begin() + static_cast<std::ptrdiff_t>(begin));
    used += length;
  }
  return used == contents.size() ? Result<void>() : damaged();
}

} // namespace gevo
