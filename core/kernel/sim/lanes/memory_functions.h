// No include guard on purpose, see lane_functions.h.

namespace {

// No branches in the loops, so that the compiler turns them into vectors where it can.

#ifdef __AVX512F__
std::uint64_t joinedBits(__m512i bits) {
  std::uint64_t parts[8];
  _mm512_storeu_si512(parts, bits);
  return (parts[0] | parts[1]) | (parts[2] | parts[3]) | (parts[4] | parts[5]) | (parts[6] | parts[7]);
}
#endif

Mask offsets(const std::uint64_t* __restrict addresses, std::uint64_t origin, std::uint64_t limit, std::uint64_t own, Mask remaining,
             std::uint64_t* __restrict offset, std::uint64_t* low) {
#ifdef __AVX512F__
  const __m512i start = _mm512_set1_epi64(static_cast<long long>(origin));
  const __m512i most = _mm512_set1_epi64(static_cast<long long>(limit));
  const __m512i other = _mm512_set1_epi64(static_cast<long long>(own));
  __m512i all = _mm512_setzero_si512();
  Mask inside = 0;
  for (unsigned lane = 0; lane < laneCount; lane += 8) {
    const __m512i distance = _mm512_sub_epi64(_mm512_loadu_si512(addresses + lane), start);
    const __mmask8 reaches = _mm512_mask_cmple_epu64_mask(static_cast<__mmask8>(remaining >> lane), distance, most);
    const __m512i chosen = _mm512_mask_blend_epi64(reaches, other, distance);
    _mm512_storeu_si512(offset + lane, chosen);
    all = _mm512_or_si512(all, chosen);
    inside |= static_cast<Mask>(reaches) << lane;
  }
  *low = joinedBits(all);
  return inside;
#else
  const std::uint64_t wide = remaining;
  std::uint64_t inside = 0;
  std::uint64_t bits = 0;
  for (unsigned lane = 0; lane < laneCount; ++lane) {
    const std::uint64_t distance = addresses[lane] - origin;
    const std::uint64_t asked = std::uint64_t{0} - ((wide >> lane) & 1);
    const std::uint64_t reaches = distance <= limit ? asked : 0;
    inside |= reaches & (1ULL << lane);
    const std::uint64_t chosen = (distance & reaches) | (own & ~reaches);
    offset[lane] = chosen;
    bits |= chosen;
  }
  *low = bits;
  return static_cast<Mask>(inside);
#endif
}

#ifdef __AVX512F__
/// The lanes of one half of the warp, and the offset that its first lane would have.
struct Half {
  __mmask16 lanes;
  std::int64_t start;
};
Half halfOf(const std::uint64_t* offset, Mask mask, unsigned start) {
  const auto lanes = static_cast<__mmask16>(mask >> start);
  const unsigned leader = lanes ? static_cast<unsigned>(__builtin_ctz(lanes)) : 0;
  return {lanes, static_cast<std::int64_t>(offset[start + leader]) - 4 * static_cast<std::int64_t>(leader)};
}

bool rows(const std::uint64_t* offset, Mask mask) {
  const __m512i ramp = _mm512_set_epi64(28, 24, 20, 16, 12, 8, 4, 0);
  for (unsigned start = 0; start < laneCount; start += 16) {
    const Half half = halfOf(offset, mask, start);
    const __m512i low = _mm512_add_epi64(_mm512_set1_epi64(half.start), ramp);
    const __m512i high = _mm512_add_epi64(_mm512_set1_epi64(half.start + 32), ramp);
    const auto lowLanes = static_cast<__mmask8>(half.lanes);
    const auto highLanes = static_cast<__mmask8>(half.lanes >> 8);
    if (_mm512_mask_cmpneq_epi64_mask(lowLanes, low, _mm512_loadu_si512(offset + start)) |
        _mm512_mask_cmpneq_epi64_mask(highLanes, high, _mm512_loadu_si512(offset + start + 8)))
      return false;
  }
  return true;
}

void loadRows(const std::uint8_t* bytes, const std::uint64_t* offset, Mask mask, std::uint32_t* cells) {
  for (unsigned start = 0; start < laneCount; start += 16) {
    const Half half = halfOf(offset, mask, start);
    _mm512_mask_storeu_epi32(cells + start, half.lanes, _mm512_maskz_loadu_epi32(half.lanes, bytes + half.start));
  }
}

void storeRows(std::uint8_t* bytes, const std::uint64_t* offset, Mask mask, const std::uint32_t* cells) {
  for (unsigned start = 0; start < laneCount; start += 16) {
    const Half half = halfOf(offset, mask, start);
    _mm512_mask_storeu_epi32(bytes + half.start, half.lanes, _mm512_loadu_si512(cells + start));
  }
}

bool allOnesInRows(const std::uint8_t* flags, const std::uint64_t* offset, Mask mask) {
  const __m512i ones = _mm512_set1_epi32(0x01010101);
  for (unsigned start = 0; start < laneCount; start += 16) {
    const Half half = halfOf(offset, mask, start);
    if (_mm512_mask_cmpneq_epi32_mask(half.lanes, ones, _mm512_maskz_loadu_epi32(half.lanes, flags + half.start))) return false;
  }
  return true;
}

void setRows(std::uint8_t* flags, const std::uint64_t* offset, Mask mask) {
  for (unsigned start = 0; start < laneCount; start += 16) {
    const Half half = halfOf(offset, mask, start);
    _mm512_mask_storeu_epi32(flags + half.start, half.lanes, _mm512_set1_epi32(0x01010101));
  }
}
#else
// Without masked loads and stores only full rows are worth a way of their own.
bool rows(const std::uint64_t* offset, Mask mask) {
  if (mask != ~0U) return false;
  const std::uint64_t first = offset[0];
  const std::uint64_t second = offset[16];
  std::uint64_t wrong = 0;
  for (unsigned lane = 0; lane < 16; ++lane) wrong |= (offset[lane] ^ (first + 4 * lane)) | (offset[16 + lane] ^ (second + 4 * lane));
  return wrong == 0;
}

void loadRows(const std::uint8_t* bytes, const std::uint64_t* offset, Mask, std::uint32_t* cells) {
  std::memcpy(cells, bytes + offset[0], 64);
  std::memcpy(cells + 16, bytes + offset[16], 64);
}

void storeRows(std::uint8_t* bytes, const std::uint64_t* offset, Mask, const std::uint32_t* cells) {
  std::memcpy(bytes + offset[0], cells, 64);
  std::memcpy(bytes + offset[16], cells + 16, 64);
}

bool allOnesInRows(const std::uint8_t* flags, const std::uint64_t* offset, Mask) {
  return !std::memchr(flags + offset[0], 0, 64) && !std::memchr(flags + offset[16], 0, 64);
}

void setRows(std::uint8_t* flags, const std::uint64_t* offset, Mask) {
  std::memset(flags + offset[0], 1, 64);
  std::memset(flags + offset[16], 1, 64);
}
#endif

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
#else
  const std::uint64_t wide = mask;
  std::uint64_t reached = 0;
  for (unsigned lane = 0; lane < laneCount; ++lane) reached |= ((wide >> lane) & 1) << ((offset[lane] >> 2) & 31);
  return __builtin_popcount(static_cast<std::uint32_t>(reached)) == __builtin_popcount(mask);
#endif
}

} // namespace

void fill(MemoryFunctions& functions) {
  functions = {offsets,       rows,    loadRows,      storeRows,  allOnesInRows, setRows,   gatherWords,
               gatherDoubles, allOnes, distinctBanks, note<true>, note<false>,   noteReader};
}
