// No include guard on purpose, see lane_functions.h.

namespace {

// No branches in the loops, so that the compiler turns them into vectors where it can.

#ifdef __AVX512F__
std::uint64_t joinedBits(__m512i bits) { return static_cast<std::uint64_t>(_mm512_reduce_or_epi64(bits)); }
#elif defined(__AVX2__)
std::uint64_t joinedBits(__m256i bits) {
  const __m128i two = _mm_or_si128(_mm256_castsi256_si128(bits), _mm256_extracti128_si256(bits, 1));
  return static_cast<std::uint64_t>(_mm_cvtsi128_si64(two) | _mm_extract_epi64(two, 1));
}
#endif

Mask offsets(const std::uint64_t* __restrict addresses, std::uint64_t origin, std::uint64_t limit, std::uint64_t own, Mask remaining,
             std::uint64_t* __restrict offset, std::uint64_t* any, std::uint64_t* every) {
#ifdef __AVX512F__
  const __m512i start = _mm512_set1_epi64(static_cast<long long>(origin));
  const __m512i most = _mm512_set1_epi64(static_cast<long long>(limit));
  const __m512i other = _mm512_set1_epi64(static_cast<long long>(own));
  __m512i all = _mm512_setzero_si512();
  __m512i common = _mm512_set1_epi64(-1);
  Mask inside = 0;
  for (unsigned lane = 0; lane < laneCount; lane += 8) {
    const __m512i distance = _mm512_sub_epi64(_mm512_loadu_si512(addresses + lane), start);
    const __mmask8 reaches = _mm512_mask_cmple_epu64_mask(static_cast<__mmask8>(remaining >> lane), distance, most);
    const __m512i chosen = _mm512_mask_blend_epi64(reaches, other, distance);
    _mm512_storeu_si512(offset + lane, chosen);
    all = _mm512_or_si512(all, chosen);
    common = _mm512_and_si512(common, chosen);
    inside |= static_cast<Mask>(reaches) << lane;
  }
  *any = joinedBits(all);
  *every = static_cast<std::uint64_t>(_mm512_reduce_and_epi64(common));
  return inside;
#elif defined(__AVX2__)
  const __m256i start = _mm256_set1_epi64x(static_cast<long long>(origin));
  const __m256i top = _mm256_set1_epi64x(static_cast<long long>(1ULL << 63)); // there are comparisons of signed numbers only
  const __m256i most = _mm256_xor_si256(_mm256_set1_epi64x(static_cast<long long>(limit)), top);
  const __m256i other = _mm256_set1_epi64x(static_cast<long long>(own));
  __m256i all = _mm256_setzero_si256();
  __m256i common = _mm256_set1_epi64x(-1);
  Mask inside = 0;
  for (unsigned lane = 0; lane < laneCount; lane += 4) {
    const __m256i distance = _mm256_sub_epi64(loadDoubles(addresses + lane), start);
    const __m256i beyond = _mm256_cmpgt_epi64(_mm256_xor_si256(distance, top), most);
    const __m256i reaches = _mm256_andnot_si256(beyond, fourOf(remaining >> lane));
    const __m256i chosen = _mm256_blendv_epi8(other, distance, reaches);
    storeDoubles(offset + lane, chosen);
    all = _mm256_or_si256(all, chosen);
    common = _mm256_and_si256(common, chosen);
    inside |= bitsOf(reaches) << lane;
  }
  *any = joinedBits(all);
  *every = ~joinedBits(_mm256_xor_si256(common, _mm256_set1_epi64x(-1)));
  return inside;
#else
  const std::uint64_t wide = remaining;
  std::uint64_t inside = 0;
  std::uint64_t bits = 0;
  std::uint64_t missing = 0; // in one offset or another
  for (unsigned lane = 0; lane < laneCount; ++lane) {
    const std::uint64_t distance = addresses[lane] - origin;
    const std::uint64_t asked = std::uint64_t{0} - ((wide >> lane) & 1);
    const std::uint64_t reaches = distance <= limit ? asked : 0;
    inside |= reaches & (1ULL << lane);
    const std::uint64_t chosen = (distance & reaches) | (own & ~reaches);
    offset[lane] = chosen;
    bits |= chosen;
    missing |= ~chosen;
  }
  *any = bits;
  *every = ~missing;
  return static_cast<Mask>(inside);
#endif
}

[[gnu::always_inline]] inline void blendWords(std::uint32_t* to, const std::uint32_t* from, Mask mask) {
#ifdef __AVX512F__
  for (unsigned lane = 0; lane < laneCount; lane += 16)
    _mm512_storeu_si512(to + lane,
                        _mm512_mask_loadu_epi32(_mm512_loadu_si512(to + lane), static_cast<__mmask16>(mask >> lane), from + lane));
#else
  for (unsigned lane = 0; lane < laneCount; ++lane) {
    const std::uint32_t taken = std::uint32_t{0} - ((mask >> lane) & 1);
    to[lane] = (from[lane] & taken) | (to[lane] & ~taken);
  }
#endif
}

[[gnu::always_inline]] inline void blendDoubles(std::uint64_t* to, const std::uint64_t* from, Mask mask) {
#ifdef __AVX512F__
  for (unsigned lane = 0; lane < laneCount; lane += 8)
    _mm512_storeu_si512(to + lane,
                        _mm512_mask_loadu_epi64(_mm512_loadu_si512(to + lane), static_cast<__mmask8>(mask >> lane), from + lane));
#else
  const std::uint64_t wide = mask;
  for (unsigned lane = 0; lane < laneCount; ++lane) {
    const std::uint64_t taken = std::uint64_t{0} - ((wide >> lane) & 1);
    to[lane] = (from[lane] & taken) | (to[lane] & ~taken);
  }
#endif
}

void moveCells(Frames frames, Warps warps, const Mask* masks, Slot to, Slot from, CellKind kind) {
  std::byte* const target = frames.cells + std::size_t{to} * frames.warps;
  std::byte* const source = frames.cells + std::size_t{from} * frames.warps;
  for (Warps rest = warps; rest != 0; rest &= rest - 1) {
    const auto warp = static_cast<unsigned>(__builtin_ctz(rest));
    const unsigned lanes = warp * laneCount;
    const Mask mask = masks[warp];
    if (kind == CellKind::Word) {
      blendWords(reinterpret_cast<std::uint32_t*>(target) + lanes, reinterpret_cast<const std::uint32_t*>(source) + lanes, mask);
    } else if (kind == CellKind::Double) {
      blendDoubles(reinterpret_cast<std::uint64_t*>(target) + lanes, reinterpret_cast<const std::uint64_t*>(source) + lanes, mask);
    } else {
      Mask& held = reinterpret_cast<Mask*>(target)[warp];
      held = (held & ~mask) | (reinterpret_cast<const Mask*>(source)[warp] & mask);
    }
  }
}

bool allEqual(const std::uint64_t* addresses, Mask mask) {
  const std::uint64_t first = addresses[__builtin_ctz(mask)];
#ifdef __AVX512F__
  unsigned others = 0;
  for (unsigned lane = 0; lane < laneCount; lane += 8)
    others |= _mm512_mask_cmpneq_epi64_mask(static_cast<__mmask8>(mask >> lane), _mm512_set1_epi64(static_cast<long long>(first)),
                                            _mm512_loadu_si512(addresses + lane));
  return others == 0;
#elif defined(__AVX2__)
  const __m256i same = _mm256_set1_epi64x(static_cast<long long>(first));
  __m256i differences = _mm256_setzero_si256();
  for (unsigned lane = 0; lane < laneCount; lane += 4)
    differences =
        _mm256_or_si256(differences, _mm256_and_si256(_mm256_xor_si256(loadDoubles(addresses + lane), same), fourOf(mask >> lane)));
  return _mm256_testz_si256(differences, differences) != 0;
#else
  const std::uint64_t wide = mask;
  std::uint64_t differences = 0;
  for (unsigned lane = 0; lane < laneCount; ++lane) differences |= (addresses[lane] ^ first) & (std::uint64_t{0} - ((wide >> lane) & 1));
  return differences == 0;
#endif
}

void spreadWord(std::uint32_t* cells, std::uint32_t value, Mask mask) {
  alignas(64) std::uint32_t all[laneCount];
  for (std::uint32_t& cell : all) cell = value;
  blendWords(cells, all, mask);
}

void spreadDouble(std::uint64_t* cells, std::uint64_t value, Mask mask) {
  alignas(64) std::uint64_t all[laneCount];
  for (std::uint64_t& cell : all) cell = value;
  blendDoubles(cells, all, mask);
}

void gatherBytes(const std::uint8_t* bytes, const std::uint64_t* offset, std::uint32_t* cells) {
#pragma GCC unroll 8
  for (unsigned lane = 0; lane < laneCount; ++lane) cells[lane] = bytes[offset[lane]];
}

// Plain loads on purpose: gather instructions are slower than these on many machines.
void gatherWords(const std::uint8_t* bytes, const std::uint64_t* offset, std::uint32_t* cells) {
#pragma GCC unroll 8
  for (unsigned lane = 0; lane < laneCount; ++lane) std::memcpy(&cells[lane], bytes + offset[lane], 4);
}

void gatherDoubles(const std::uint8_t* bytes, const std::uint64_t* offset, std::uint64_t* cells) {
#pragma GCC unroll 8
  for (unsigned lane = 0; lane < laneCount; ++lane) std::memcpy(&cells[lane], bytes + offset[lane], 8);
}

bool allOnes(const std::uint8_t* flags, const std::uint64_t* offset) {
  std::uint32_t together = 0x01010101U;
#pragma GCC unroll 8
  for (unsigned lane = 0; lane < laneCount; ++lane) {
    std::uint32_t word = 0;
    std::memcpy(&word, flags + offset[lane], 4);
    together &= word;
  }
  return together == 0x01010101U;
}

bool distinctBanks(const std::uint64_t* offset, Mask mask) {
#ifdef __AVX512F__
  __m512i all = _mm512_setzero_si512();
  for (unsigned lane = 0; lane < laneCount; lane += 8) {
    const auto asked = static_cast<__mmask8>(mask >> lane);
    const __m512i word = _mm512_maskz_srli_epi64(asked, _mm512_loadu_si512(offset + lane), 2);
    const __m512i bank = _mm512_and_si512(word, _mm512_set1_epi64(31));
    all = _mm512_or_si512(all, _mm512_maskz_sllv_epi64(asked, _mm512_set1_epi64(1), bank));
  }
  return __builtin_popcount(static_cast<std::uint32_t>(joinedBits(all))) == __builtin_popcount(mask);
#elif defined(__AVX2__)
  __m256i all = _mm256_setzero_si256();
  for (unsigned lane = 0; lane < laneCount; lane += 4) {
    const __m256i bank = _mm256_and_si256(_mm256_srli_epi64(loadDoubles(offset + lane), 2), _mm256_set1_epi64x(31));
    all = _mm256_or_si256(all, _mm256_and_si256(_mm256_sllv_epi64(_mm256_set1_epi64x(1), bank), fourOf(mask >> lane)));
  }
  return __builtin_popcount(static_cast<std::uint32_t>(joinedBits(all))) == __builtin_popcount(mask);
#else
  const std::uint64_t wide = mask;
  std::uint64_t reached = 0;
  for (unsigned lane = 0; lane < laneCount; ++lane) reached |= ((wide >> lane) & 1) << ((offset[lane] >> 2) & 31);
  return __builtin_popcount(static_cast<std::uint32_t>(reached)) == __builtin_popcount(mask);
#endif
}

} // namespace

void fill(MemoryFunctions& functions) {
  functions = {offsets,
               findCoalesced,
               loadCoalesced,
               storeCoalesced,
               findCoalescedByWarp,
               loadCoalescedByWarp,
               storeCoalescedByWarp,
               allOnesCoalesced,
               setOnesCoalesced,
               allEqual,
               spreadWord,
               spreadDouble,
               blendWords,
               blendDoubles,
               moveCells,
               gatherBytes,
               gatherWords,
               gatherDoubles,
               allOnes,
               distinctBanks,
               record<true>,
               record<false>,
               recordInSlots};
}
