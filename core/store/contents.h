#pragma once

/// Large contents: cut into pieces, compressed, each piece kept once under the SHA-256 of what it holds.

#include "core/store/database.h"
#include "core/store/sha256.h"

namespace gevo {

/// Compressed chunks are at most 4 MiB; what does not compress grows by less than the rest.
inline constexpr std::size_t chunkBytes = (4U << 20) - (64U << 10);

/// Within a transaction. The content's id, for `loadContent`.
std::int64_t addContent(Database& database, ByteView bytes);
/// Every chunk is checked against its hash: a flipped byte is found here.
Bytes loadContent(const Database& database, std::int64_t id);
/// Names a content by the hashes of its chunks, without reading them.
void addContentTo(Sha256& hash, const Database& database, std::int64_t id);

} // namespace gevo
