#pragma once

/// Large contents: cut into pieces, compressed, each piece kept once under the SHA-256 of what it holds.

#include "core/store/database.h"
#include "core/store/sha256.h"

namespace gevo {

/// Compressed chunks are at most 4 MiB; what does not compress grows by less than the rest.
inline constexpr std::size_t chunkBytes = (4U << 20) - (64U << 10);

/// A content as it is kept.
struct PackedPiece {
  Sha256Digest hash;
  Bytes compressed;
};
using PackedContent = std::vector<PackedPiece>;

/// Takes long for large contents, so it is done before a transaction that others may wait for.
PackedContent packContent(ByteView bytes);
/// Within a transaction. The content's id, for `loadContent`.
std::int64_t addContent(Database& database, const PackedContent& content);
/// Every chunk is checked against its hash: a flipped byte is found here.
Bytes loadContent(const Database& database, std::int64_t id);
/// Names a content by the hashes of its chunks, without reading them.
void addContentTo(Sha256& hash, const Database& database, std::int64_t id);

} // namespace gevo
