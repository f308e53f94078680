#pragma once

/// Compression by zstd, for blobs in the store.

#include "core/base/bytes.h"
#include "core/base/result.h"

namespace gevo {

Bytes compress(ByteView bytes);
/// Fails on damaged input and on contents larger than `atMost`.
Result<Bytes> decompress(ByteView bytes, std::uint64_t atMost = 4ULL << 30);

} // namespace gevo
