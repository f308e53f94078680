// No include guard on purpose, see lane_functions.h. Words side by side in each half of a warp.

namespace {

#ifdef __AVX512F__
/// Of one half: false where its lanes are not coalesced.
[[gnu::always_inline]] inline bool findInHalf(const std::uint64_t* own, std::uint32_t lanes, std::uint64_t origin, std::uint64_t limit,
                                              std::int64_t& start) {
  start = 0;
  if (lanes == 0) return true;
  const __m512i ramp = _mm512_set_epi64(28, 24, 20, 16, 12, 8, 4, 0);
  const auto first = static_cast<unsigned>(__builtin_ctz(lanes));
  const auto last = 31 - static_cast<unsigned>(__builtin_clz(lanes));
  const std::uint64_t offset = own[first] - origin;
  const __m512i near = _mm512_add_epi64(_mm512_set1_epi64(static_cast<long long>(own[first] - 4ULL * first)), ramp);
  const __m512i far = _mm512_add_epi64(near, _mm512_set1_epi64(32));
  const unsigned others = _mm512_mask_cmpneq_epi64_mask(static_cast<__mmask8>(lanes), near, _mm512_loadu_si512(own)) |
                          _mm512_mask_cmpneq_epi64_mask(static_cast<__mmask8>(lanes >> 8), far, _mm512_loadu_si512(own + 8));
  start = static_cast<std::int64_t>(offset) - 4 * static_cast<std::int64_t>(first);
  return ((offset & 3) | others) == 0 && offset <= limit && 4ULL * (last - first) <= limit - offset;
}

[[gnu::always_inline]] inline bool findWords(const std::uint64_t* addresses, Mask mask, std::uint64_t origin, std::uint64_t limit,
                                             CoalescedWords& words) {
  return findInHalf(addresses, mask & 0xffffU, origin, limit, words.start[0]) &
         findInHalf(addresses + 16, mask >> 16, origin, limit, words.start[1]);
}

bool findCoalesced(const std::uint64_t* addresses, Mask mask, std::uint64_t origin, std::uint64_t limit, CoalescedWords* words) {
  return findWords(addresses, mask, origin, limit, *words);
}

__mmask16 lanesOf(Mask mask, unsigned half) { return static_cast<__mmask16>(mask >> (16 * half)); }

// Cells are stored whole: what is computed next reads them at once, which a masked store would make wait.
[[gnu::always_inline]] inline bool loadCells(const std::uint8_t* bytes, const std::uint8_t* flags, const CoalescedWords& words, Mask mask,
                                             std::uint32_t* cells) {
  const __m512i ones = _mm512_set1_epi32(0x01010101);
  unsigned unwritten = 0;
  for (unsigned half = 0; half < 2; ++half) {
    const __mmask16 lanes = lanesOf(mask, half);
    const __m512i old = _mm512_loadu_si512(cells + 16 * half);
    _mm512_storeu_si512(cells + 16 * half, _mm512_mask_loadu_epi32(old, lanes, bytes + words.start[half]));
    if (flags) unwritten |= _mm512_mask_cmpneq_epi32_mask(lanes, ones, _mm512_maskz_loadu_epi32(lanes, flags + words.start[half]));
  }
  return unwritten == 0;
}

void storeCoalesced(std::uint8_t* bytes, std::uint8_t* flags, const CoalescedWords& words, Mask mask, const std::uint32_t* cells) {
  for (unsigned half = 0; half < 2; ++half) {
    const __mmask16 lanes = lanesOf(mask, half);
    _mm512_mask_storeu_epi32(bytes + words.start[half], lanes, _mm512_loadu_si512(cells + 16 * half));
    if (flags) _mm512_mask_storeu_epi32(flags + words.start[half], lanes, _mm512_set1_epi32(0x01010101));
  }
}

bool allOnesCoalesced(const std::uint8_t* flags, const CoalescedWords& words, Mask mask) {
  const __m512i ones = _mm512_set1_epi32(0x01010101);
  unsigned others = 0;
  for (unsigned half = 0; half < 2; ++half) {
    const __mmask16 lanes = lanesOf(mask, half);
    others |= _mm512_mask_cmpneq_epi32_mask(lanes, ones, _mm512_maskz_loadu_epi32(lanes, flags + words.start[half]));
  }
  return others == 0;
}

void setOnesCoalesced(std::uint8_t* flags, const CoalescedWords& words, Mask mask) {
  for (unsigned half = 0; half < 2; ++half)
    _mm512_mask_storeu_epi32(flags + words.start[half], lanesOf(mask, half), _mm512_set1_epi32(0x01010101));
}
#elif defined(__AVX2__)
// As with AVX-512, in vectors of eight lanes, or four with 64 bits each.

/// All bits of the lanes that are in the lowest eight of `lanes`.
[[gnu::always_inline]] inline __m256i eightOf(std::uint32_t lanes) {
  const __m256i bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
  return _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32(static_cast<int>(lanes)), bits), bits);
}

/// All bits of the lanes that are in the lowest four.
[[gnu::always_inline]] inline __m256i fourOf(std::uint32_t lanes) {
  const __m256i bits = _mm256_setr_epi64x(1, 2, 4, 8);
  return _mm256_cmpeq_epi64(_mm256_and_si256(_mm256_set1_epi64x(lanes), bits), bits);
}

/// A bit for each of four lanes.
[[gnu::always_inline]] inline Mask bitsOf(__m256i lanes) { return static_cast<Mask>(_mm256_movemask_pd(_mm256_castsi256_pd(lanes))); }

[[gnu::always_inline]] inline __m256i loadDoubles(const std::uint64_t* from) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
}
[[gnu::always_inline]] inline void storeDoubles(std::uint64_t* to, __m256i values) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), values);
}

/// Of one half: false where its lanes are not coalesced.
[[gnu::always_inline]] inline bool findInHalf(const std::uint64_t* own, std::uint32_t lanes, std::uint64_t origin, std::uint64_t limit,
                                              std::int64_t& start) {
  start = 0;
  if (lanes == 0) return true;
  const auto first = static_cast<unsigned>(__builtin_ctz(lanes));
  const auto last = 31 - static_cast<unsigned>(__builtin_clz(lanes));
  const std::uint64_t offset = own[first] - origin;
  __m256i expected =
      _mm256_add_epi64(_mm256_set1_epi64x(static_cast<long long>(own[first] - 4ULL * first)), _mm256_setr_epi64x(0, 4, 8, 12));
  __m256i wrong = _mm256_setzero_si256();
  for (unsigned lane = 0; lane < 16; lane += 4) {
    wrong = _mm256_or_si256(wrong, _mm256_and_si256(_mm256_xor_si256(loadDoubles(own + lane), expected), fourOf(lanes >> lane)));
    expected = _mm256_add_epi64(expected, _mm256_set1_epi64x(16));
  }
  start = static_cast<std::int64_t>(offset) - 4 * static_cast<std::int64_t>(first);
  return (offset & 3) == 0 && _mm256_testz_si256(wrong, wrong) != 0 && offset <= limit && 4ULL * (last - first) <= limit - offset;
}

[[gnu::always_inline]] inline bool findWords(const std::uint64_t* addresses, Mask mask, std::uint64_t origin, std::uint64_t limit,
                                             CoalescedWords& words) {
  return findInHalf(addresses, mask & 0xffffU, origin, limit, words.start[0]) &&
         findInHalf(addresses + 16, mask >> 16, origin, limit, words.start[1]);
}

bool findCoalesced(const std::uint64_t* addresses, Mask mask, std::uint64_t origin, std::uint64_t limit, CoalescedWords* words) {
  return findWords(addresses, mask, origin, limit, *words);
}

/// `part(bytes, lanes, lane)` for each eight lanes of the mask, from `lane` on: where theirs begin in `bytes`, all bits of each.
template <class Byte, class Part>
[[gnu::always_inline]] inline void forEachEight(Byte* bytes, const CoalescedWords& words, Mask mask, Part part) {
  for (unsigned lane = 0; lane < laneCount; lane += 8)
    part(bytes + words.start[lane / 16] + 4 * static_cast<std::int64_t>(lane % 16), eightOf(mask >> lane), lane);
}

[[gnu::always_inline]] inline __m256i loadOf(const std::uint8_t* bytes, __m256i lanes) {
  return _mm256_maskload_epi32(reinterpret_cast<const int*>(bytes), lanes);
}

bool allOnesCoalesced(const std::uint8_t* flags, const CoalescedWords& words, Mask mask) {
  const __m256i ones = _mm256_set1_epi32(0x01010101);
  __m256i others = _mm256_setzero_si256();
  forEachEight(flags, words, mask, [&](const std::uint8_t* eight, __m256i lanes, unsigned) {
    others = _mm256_or_si256(others, _mm256_andnot_si256(_mm256_cmpeq_epi32(loadOf(eight, lanes), ones), lanes));
  });
  return _mm256_testz_si256(others, others) != 0;
}

void setOnesCoalesced(std::uint8_t* flags, const CoalescedWords& words, Mask mask) {
  if (mask == ~0U) {
    for (unsigned half = 0; half < 2; ++half) std::memset(flags + words.start[half], 1, 64);
    return;
  }
  forEachEight(flags, words, mask, [](std::uint8_t* eight, __m256i lanes, unsigned) {
    _mm256_maskstore_epi32(reinterpret_cast<int*>(eight), lanes, _mm256_set1_epi32(0x01010101));
  });
}

[[gnu::always_inline]] inline bool loadCells(const std::uint8_t* bytes, const std::uint8_t* flags, const CoalescedWords& words, Mask mask,
                                             std::uint32_t* cells) {
  forEachEight(bytes, words, mask, [&](const std::uint8_t* eight, __m256i lanes, unsigned lane) {
    auto* const own = reinterpret_cast<__m256i*>(cells + lane);
    _mm256_storeu_si256(own, _mm256_blendv_epi8(_mm256_loadu_si256(own), loadOf(eight, lanes), lanes));
  });
  return !flags || allOnesCoalesced(flags, words, mask);
}

void storeCoalesced(std::uint8_t* bytes, std::uint8_t* flags, const CoalescedWords& words, Mask mask, const std::uint32_t* cells) {
  if (mask == ~0U) {
    for (unsigned half = 0; half < 2; ++half) std::memcpy(bytes + words.start[half], cells + 16 * half, 64);
  } else {
    forEachEight(bytes, words, mask, [&](std::uint8_t* eight, __m256i lanes, unsigned lane) {
      _mm256_maskstore_epi32(reinterpret_cast<int*>(eight), lanes, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(cells + lane)));
    });
  }
  if (flags) setOnesCoalesced(flags, words, mask);
}
#else
// Without masked loads and stores only full warps are worth a way of their own. What was found for those holds for some of their lanes too,
// which are taken one by one.
[[gnu::always_inline]] inline bool findWords(const std::uint64_t* addresses, Mask mask, std::uint64_t origin, std::uint64_t limit,
                                             CoalescedWords& words) {
  if (mask != ~0U || limit < 60) return false;
  const std::uint64_t first = addresses[0] - origin;
  const std::uint64_t second = addresses[16] - origin;
  if (first > limit - 60 || second > limit - 60 || ((first | second) & 3) != 0) return false;
  std::uint64_t wrong = 0;
  for (unsigned lane = 0; lane < 16; ++lane)
    wrong |= (addresses[lane] ^ (addresses[0] + 4 * lane)) | (addresses[16 + lane] ^ (addresses[16] + 4 * lane));
  words.start = {static_cast<std::int64_t>(first), static_cast<std::int64_t>(second)};
  return wrong == 0;
}

bool findCoalesced(const std::uint64_t* addresses, Mask mask, std::uint64_t origin, std::uint64_t limit, CoalescedWords* words) {
  return findWords(addresses, mask, origin, limit, *words);
}

/// `word(lane, where)` for the lanes of the mask.
template <class Word> [[gnu::always_inline]] inline void forEachWord(const CoalescedWords& words, Mask mask, Word word) {
  for (Mask rest = mask; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    word(lane, words.start[lane / 16] + 4 * static_cast<std::int64_t>(lane % 16));
  }
}

bool allOnesCoalesced(const std::uint8_t* flags, const CoalescedWords& words, Mask mask) {
  // Not only other than 0: GlobalMemory::markOld() has further marks.
  alignas(64) static constexpr auto ones = [] {
    std::array<std::uint8_t, 64> bytes{};
    bytes.fill(1);
    return bytes;
  }();
  if (mask == ~0U) return !std::memcmp(flags + words.start[0], ones.data(), 64) && !std::memcmp(flags + words.start[1], ones.data(), 64);
  bool all = true;
  forEachWord(words, mask, [&](unsigned, std::int64_t where) { all &= !std::memcmp(flags + where, ones.data(), 4); });
  return all;
}

void setOnesCoalesced(std::uint8_t* flags, const CoalescedWords& words, Mask mask) {
  if (mask == ~0U) {
    for (unsigned half = 0; half < 2; ++half) std::memset(flags + words.start[half], 1, 64);
  } else {
    forEachWord(words, mask, [&](unsigned, std::int64_t where) { std::memset(flags + where, 1, 4); });
  }
}

[[gnu::always_inline]] inline bool loadCells(const std::uint8_t* bytes, const std::uint8_t* flags, const CoalescedWords& words, Mask mask,
                                             std::uint32_t* cells) {
  if (mask == ~0U) {
    for (unsigned half = 0; half < 2; ++half) std::memcpy(cells + 16 * half, bytes + words.start[half], 64);
  } else {
    forEachWord(words, mask, [&](unsigned lane, std::int64_t where) { std::memcpy(cells + lane, bytes + where, 4); });
  }
  return !flags || allOnesCoalesced(flags, words, mask);
}

void storeCoalesced(std::uint8_t* bytes, std::uint8_t* flags, const CoalescedWords& words, Mask mask, const std::uint32_t* cells) {
  if (mask == ~0U) {
    for (unsigned half = 0; half < 2; ++half) std::memcpy(bytes + words.start[half], cells + 16 * half, 64);
  } else {
    forEachWord(words, mask, [&](unsigned lane, std::int64_t where) { std::memcpy(bytes + where, cells + lane, 4); });
  }
  if (flags) setOnesCoalesced(flags, words, mask);
}
#endif

bool loadCoalesced(const std::uint8_t* bytes, const std::uint8_t* flags, const CoalescedWords& words, Mask mask, std::uint32_t* cells) {
  return loadCells(bytes, flags, words, mask, cells);
}

Warps findCoalescedByWarp(const std::uint64_t* addresses, Warps warps, const Mask* masks, const AddressBounds& bounds,
                          CoalescedWords* all) {
  Warps good = 0;
  for (Warps rest = warps; rest != 0; rest &= rest - 1) {
    const auto warp = static_cast<unsigned>(__builtin_ctz(rest));
    if (findWords(addresses + warp * laneCount, masks[warp], bounds.origin, bounds.limit, all[warp])) good |= rest & -rest;
  }
  return good;
}

Warps loadCoalescedByWarp(const std::uint8_t* bytes, const std::uint8_t* flags, const CoalescedWords* all, Warps warps, const Mask* masks,
                          std::uint32_t* cells) {
  Warps good = 0;
  for (Warps rest = warps; rest != 0; rest &= rest - 1) {
    const auto warp = static_cast<unsigned>(__builtin_ctz(rest));
    if (loadCells(bytes, flags, all[warp], masks[warp], cells + warp * laneCount)) good |= rest & -rest;
  }
  return good;
}

void storeCoalescedByWarp(std::uint8_t* bytes, std::uint8_t* flags, const CoalescedWords* all, Warps warps, const Mask* masks,
                          const std::uint32_t* cells) {
  for (Warps rest = warps; rest != 0; rest &= rest - 1) {
    const auto warp = static_cast<unsigned>(__builtin_ctz(rest));
    storeCoalesced(bytes, flags, all[warp], masks[warp], cells + warp * laneCount);
  }
}

} // namespace
