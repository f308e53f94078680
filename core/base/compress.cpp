#include "core/base/compress.h"

#include <algorithm>
#include <bit>
#include <memory>
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

namespace {

/// zstd's largest, 2 GiB.
constexpr int largestWindow = 31;
/// So large that everything known is within reach.
int windowFor(std::size_t bytes) { return std::clamp(static_cast<int>(std::bit_width(bytes)) + 1, 20, largestWindow); }

struct FreeContext {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

} // namespace

Bytes compressAgainst(ByteView bytes, ByteView known) {
  const std::unique_ptr<ZSTD_CCtx, FreeContext> context(ZSTD_createCCtx());
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, 3);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_windowLog, windowFor(bytes.size() + known.size()));
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_enableLongDistanceMatching, 1);
  ZSTD_CCtx_refPrefix(context.get(), known.data(), known.size());
  Bytes result(ZSTD_compressBound(bytes.size()));
  const std::size_t size = ZSTD_compress2(context.get(), result.data(), result.size(), bytes.data(), bytes.size());
  result.resize(ZSTD_isError(size) ? 0 : size); // only out of memory; reading it fails
  return result;
}

Result<Bytes> decompressAgainst(ByteView bytes, ByteView known, std::uint64_t atMost) {
  const unsigned long long size = ZSTD_getFrameContentSize(bytes.data(), bytes.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN || size > atMost) return fail("compressed data is damaged");
  const std::unique_ptr<ZSTD_DCtx, FreeContext> context(ZSTD_createDCtx());
  ZSTD_DCtx_setParameter(context.get(), ZSTD_d_windowLogMax, largestWindow);
  ZSTD_DCtx_refPrefix(context.get(), known.data(), known.size());
  Bytes result(size);
  const std::size_t made = ZSTD_decompressDCtx(context.get(), result.data(), result.size(), bytes.data(), bytes.size());
  if (ZSTD_isError(made) || made != size) return fail("compressed data is damaged");
  return result;
}

} // namespace gevo
