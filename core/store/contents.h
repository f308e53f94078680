#pragma once

/// Large contents, stored as compressed chunks. Each chunk is stored once, under the SHA-256 of its bytes.

#include "core/store/database.h"
#include "core/store/sha256.h"

namespace gevo {

/// Compressed chunks are at most 4 MiB; incompressible data grows by less than the difference.
inline constexpr std::size_t chunkBytes = (4U << 20) - (64U << 10);

/// A content as it is stored.
struct PackedPiece {
  Sha256Digest hash;
  Bytes compressed;
};
using PackedContent = std::vector<PackedPiece>;

/// Takes long for large contents: call it before the transaction, which others may wait for.
PackedContent packContent(ByteView bytes);
/// Within a transaction. Returns the content's id, for `loadContent`.
std::int64_t addContent(Database& database, const PackedContent& content);
/// Checks every chunk against its hash, so that a flipped byte is found.
Bytes loadContent(const Database& database, std::int64_t id);
/// Adds a content by the hashes of its chunks, without reading these.
void addContentTo(Sha256& hash, const Database& database, std::int64_t id);

} // namespace gevo
