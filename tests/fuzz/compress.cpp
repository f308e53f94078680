/// Any bytes are refused, or are contents no larger than what was allowed.

#include "tests/fuzz/require.h"

#include "core/base/compress.h"

using namespace gevo;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::uint64_t atMost = 1U << 20;
  const Result<Bytes> contents = decompress(ByteView(data, size), atMost);
  if (!contents) return 0;
  fuzz::require(contents->size() <= atMost, "a limit holds");
  fuzz::require(decompress(compress(*contents)) == *contents, "contents come back");
  return 0;
}
