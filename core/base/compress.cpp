#include "core/base/compress.h"

#include <zstd.h>

namespace gevo {

Bytes compress(ByteView bytes) {
  Bytes result(ZSTD_compressBound(bytes.size()));
  result.resize(ZSTD_compress(result.data(), result.size(), bytes.data(), bytes.size(), 9));
  return result;
}

Result<Bytes> decompress(ByteView bytes, std::uint64_t atMost) {
  const unsigned long long size = ZSTD_getFrameContentSize(bytes.data(), bytes.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN || size > atMost) return fail("compressed contents are damaged");
  Bytes result(size);
  const std::size_t written = ZSTD_decompress(result.data(), result.size(), bytes.data(), bytes.size());
  if (ZSTD_isError(written) != 0 || written != size) return fail("compressed contents are damaged");
  return result;
}

} // namespace gevo
