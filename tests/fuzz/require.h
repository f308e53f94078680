#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

/// What libFuzzer calls with bytes of its own; the ordinary build calls it with a corpus (replay.cpp).
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace gevo::fuzz {

/// A property that holds for any input whatever; the fuzzer keeps an input that breaks it.
inline void require(bool holds, const char* property) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", property);
  std::abort();
}

} // namespace gevo::fuzz
