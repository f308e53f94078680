#pragma once

/// Compression by zstd, for blobs in the store.

#include "core/base/bytes.h"
#include "core/base/result.h"

namespace gevo {

Bytes compress(ByteView bytes);
/// Fails on damaged input and on contents larger than `atMost`.
Result<Bytes> decompress(ByteView bytes, std::uint64_t atMost = 4ULL << 30);

/// The same against bytes that are known to both sides and share much with these: little more than the difference is left.
Bytes compressAgainst(ByteView bytes, ByteView known);
/// `known` has to be the same. Fails on damaged input.
Result<Bytes> decompressAgainst(ByteView bytes, ByteView known, std::uint64_t atMost = 4ULL << 30);

} // namespace gevo
