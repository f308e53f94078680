#pragma once

/// What has changed between two images of a database, in blocks. Most of a run's file stays as it is from one generation to the next.

#include "core/base/bytes.h"
#include "core/base/hash.h"
#include "core/base/result.h"
#include "core/values/evaluation_result.h" // fields of Hash128

namespace gevo {

inline constexpr std::size_t imageBlockBytes = 4096;

struct ImageChanges {
  std::uint64_t bytes = 0;           ///< of the whole image
  std::vector<std::uint32_t> blocks; ///< those with other contents, ascending
  Bytes contents;                    ///< of these, one after the other, compressed
  bool isLast = true;                ///< of those that make the image; false: more follow
};
template <class Archive> void fields(Archive& a, ImageChanges& c) { a(c.bytes, c.blocks, c.contents, c.isLast); }

std::vector<Hash128> blockHashes(ByteView image);

/// From blocks with these hashes to `image`, of at most `atMost` blocks from block `from` on. Null blocks are new.
ImageChanges changesTo(ByteView image, const std::vector<Hash128>& known, std::size_t from, std::size_t atMost);

/// An error where they don't fit the image that they are said to change: they come from another machine.
Result<void> applyChanges(const ImageChanges& changes, Bytes& image);

} // namespace gevo
