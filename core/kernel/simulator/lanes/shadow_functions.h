// No include guard on purpose, see lane_functions.h. The race shadow of accesses to one cell a lane: what RaceChecker::recordQuiet
// says, for as many lanes at once as the machine allows. Lanes count as one after the other; those that reach
// the same cell are taken one by one.

namespace {

constexpr unsigned threadShift = 16; ///< where Stamp holds the thread, see shadow.h
constexpr unsigned warpShift = 21;
constexpr unsigned partShift = 31; ///< Stamp::isPart

bool sameThread(std::uint64_t a, std::uint64_t b) { return (a ^ b) >> threadShift == 0; }
bool sameWarp(std::uint64_t a, std::uint64_t b) { return ((a ^ b) >> warpShift & 31) == 0; }
bool isQuiet(std::uint64_t earlier, std::uint64_t now, const ShadowLimits& limits) {
  return earlier < limits.quiet || sameThread(earlier, now);
}
bool isKept(std::uint64_t reader, std::uint64_t now, const ShadowLimits& limits) {
  return !sameThread(reader, now) && (reader >= limits.floor || reader - limits.keptFrom < limits.keptTo - limits.keptFrom);
}

/// Of some of the cell's bytes only: an access of all of them can't take its place.
bool isPart(std::uint64_t reader, const ShadowLimits& limits) { return reader >= limits.quiet && (reader >> partShift & 1); }

/// The first stays as long as a later access could still conflict with it; the second slot keeps the last one. Where both are of
/// warps that now race, each slot keeps a warp of its own.
void recordInSlots(const ShadowSlots& slots, std::uint64_t cell, std::uint64_t now, std::uint32_t location, const ShadowLimits& limits) {
  const std::uint64_t first = slots.stamps[0][cell];
  const std::uint64_t second = slots.stamps[1][cell];
  const bool freesFirst = first >= limits.floor && sameWarp(first, now) && second >= limits.floor && !sameWarp(second, now);
  const unsigned which = !isKept(first, now, limits) || freesFirst ? 0 : 1;
  slots.stamps[which][cell] = now;
  slots.locations[which][cell] = location;
}

bool areQuiet(const ShadowSlots& slots, std::uint64_t cell, std::uint64_t now, const ShadowLimits& limits) {
  return !slots.stamps[0] || (isQuiet(slots.stamps[0][cell], now, limits) && isQuiet(slots.stamps[1][cell], now, limits));
}

bool recordReadAlone(const ShadowCells& cells, std::uint64_t cell, std::uint64_t now, std::uint32_t location, const ShadowLimits& limits) {
  if (!isQuiet(cells.write[cell], now, limits) || !areQuiet(cells.atomics, cell, now, limits)) return false;
  const std::uint64_t first = cells.readers.stamps[0][cell];
  if (isPart(first, limits) || (isKept(first, now, limits) && isPart(cells.readers.stamps[1][cell], limits))) return false;
  recordInSlots(cells.readers, cell, now, location, limits);
  return true;
}

bool recordWriteAlone(const ShadowCells& cells, std::uint64_t cell, std::uint64_t now, std::uint32_t location, const ShadowLimits& limits) {
  if (!isQuiet(cells.write[cell], now, limits) || !areQuiet(cells.readers, cell, now, limits) ||
      !areQuiet(cells.atomics, cell, now, limits))
    return false;
  cells.write[cell] = now;
  cells.writeLocations[cell] = location;
  return true;
}

#ifdef __AVX512F__
/// Eight cells anywhere.
struct ScatteredCells {
  __m512i index;
  __m512i load(const std::uint64_t* from, __mmask8 lanes) const {
    return _mm512_mask_i64gather_epi64(_mm512_setzero_si512(), lanes, index, from, 8);
  }
  void store(std::uint64_t* to, __mmask8 lanes, __m512i values) const { _mm512_mask_i64scatter_epi64(to, lanes, index, values, 8); }
  void store(std::uint32_t* to, __mmask8 lanes, __m256i values) const { _mm512_mask_i64scatter_epi32(to, lanes, index, values, 4); }
};

/// Eight cells side by side; lanes that take no part may lie outside of the arrays.
struct ConsecutiveCells {
  std::int64_t start;
  __m512i load(const std::uint64_t* from, __mmask8 lanes) const { return _mm512_maskz_loadu_epi64(lanes, from + start); }
  void store(std::uint64_t* to, __mmask8 lanes, __m512i values) const { _mm512_mask_storeu_epi64(to + start, lanes, values); }
  void store(std::uint32_t* to, __mmask8 lanes, __m256i values) const { _mm256_mask_storeu_epi32(to + start, lanes, values); }
};

__m512i allOf(std::uint64_t value) { return _mm512_set1_epi64(static_cast<long long>(value)); }
__mmask8 sameThread(__m512i a, __m512i b) { return _mm512_cmplt_epu64_mask(_mm512_xor_si512(a, b), allOf(1ULL << threadShift)); }
__mmask8 sameWarp(__m512i a, __m512i b) { return _mm512_testn_epi64_mask(_mm512_xor_si512(a, b), allOf(31ULL << warpShift)); }
__mmask8 isQuiet(__m512i earlier, __m512i now, const ShadowLimits& limits) {
  return _mm512_cmplt_epu64_mask(earlier, allOf(limits.quiet)) | sameThread(earlier, now);
}

__mmask8 isPart(__m512i reader, const ShadowLimits& limits) {
  return static_cast<__mmask8>(_mm512_test_epi64_mask(reader, allOf(1ULL << partShift)) &
                               _mm512_cmpge_epu64_mask(reader, allOf(limits.quiet)));
}

template <class Cells> __mmask8 areQuiet(const ShadowSlots& slots, Cells cells, __mmask8 lanes, __m512i now, const ShadowLimits& limits) {
  if (!slots.stamps[0]) return lanes;
  return static_cast<__mmask8>(lanes & isQuiet(cells.load(slots.stamps[0], lanes), now, limits) &
                               isQuiet(cells.load(slots.stamps[1], lanes), now, limits));
}

/// Returns the lanes that were quiet and are recorded.
template <class Cells>
__mmask8 recordReads8(const ShadowCells& arrays, Cells cells, __mmask8 lanes, __m512i now, std::uint32_t location,
                      const ShadowLimits& limits) {
  const __m512i first = cells.load(arrays.readers.stamps[0], lanes);
  auto quiet = static_cast<__mmask8>(isQuiet(cells.load(arrays.write, lanes), now, limits) &
                                     areQuiet(arrays.atomics, cells, lanes, now, limits) & ~isPart(first, limits));
  const __mmask8 current = _mm512_cmpge_epu64_mask(first, allOf(limits.floor));
  const __mmask8 earlierBlock =
      _mm512_cmplt_epu64_mask(_mm512_sub_epi64(first, allOf(limits.keptFrom)), allOf(limits.keptTo - limits.keptFrom));
  __mmask8 toSecond = static_cast<__mmask8>(quiet & (current | earlierBlock) & ~sameThread(first, now));
  const __m256i locations = _mm256_set1_epi32(static_cast<int>(location));
  if (toSecond) {
    const __m512i second = cells.load(arrays.readers.stamps[1], lanes);
    const auto isWhole = static_cast<__mmask8>(~(toSecond & isPart(second, limits)));
    quiet = static_cast<__mmask8>(quiet & isWhole);
    toSecond = static_cast<__mmask8>(toSecond & isWhole);
    const auto freesFirst = static_cast<__mmask8>(current & sameWarp(first, now) & _mm512_cmpge_epu64_mask(second, allOf(limits.floor)) &
                                                  ~sameWarp(second, now));
    toSecond = static_cast<__mmask8>(toSecond & ~freesFirst);
    cells.store(arrays.readers.stamps[1], toSecond, now);
    cells.store(arrays.readers.locations[1], toSecond, locations);
  }
  const auto toFirst = static_cast<__mmask8>(quiet & ~toSecond);
  cells.store(arrays.readers.stamps[0], toFirst, now);
  cells.store(arrays.readers.locations[0], toFirst, locations);
  return quiet;
}

template <class Cells>
__mmask8 recordWrites8(const ShadowCells& arrays, Cells cells, __mmask8 lanes, __m512i now, std::uint32_t location,
                       const ShadowLimits& limits) {
  const auto quiet =
      static_cast<__mmask8>(isQuiet(cells.load(arrays.write, lanes), now, limits) & areQuiet(arrays.readers, cells, lanes, now, limits) &
                            areQuiet(arrays.atomics, cells, lanes, now, limits));
  cells.store(arrays.write, quiet, now);
  cells.store(arrays.writeLocations, quiet, _mm256_set1_epi32(static_cast<int>(location)));
  return quiet;
}

/// No two of eight lanes reach the same cell: each is compared with those 1 to 4 lanes further on.
bool distinct(__m512i index, __mmask8 lanes) {
  const __m512i own = _mm512_set_epi64(-8, -7, -6, -5, -4, -3, -2, -1);
  const __m512i cells = _mm512_mask_blend_epi64(lanes, own, index);
  return (_mm512_cmpeq_epi64_mask(cells, _mm512_alignr_epi64(cells, cells, 1)) |
          _mm512_cmpeq_epi64_mask(cells, _mm512_alignr_epi64(cells, cells, 2)) |
          _mm512_cmpeq_epi64_mask(cells, _mm512_alignr_epi64(cells, cells, 3)) |
          _mm512_cmpeq_epi64_mask(cells, _mm512_alignr_epi64(cells, cells, 4))) == 0;
}
#endif

#if defined(__AVX2__) && !defined(__AVX512F__)
// Four lanes of 64 bits whose cells are side by side, all of which take part. What happens seldom is left to what does it lane by lane.

__m256i allOf(std::uint64_t value) { return _mm256_set1_epi64x(static_cast<long long>(value)); }
/// Of unsigned numbers.
__m256i isLess(__m256i a, __m256i b) {
  const __m256i top = allOf(1ULL << 63);
  return _mm256_cmpgt_epi64(_mm256_xor_si256(b, top), _mm256_xor_si256(a, top));
}
__m256i isZero(__m256i a) { return _mm256_cmpeq_epi64(a, _mm256_setzero_si256()); }
__m256i sameThread(__m256i a, __m256i b) { return isZero(_mm256_srli_epi64(_mm256_xor_si256(a, b), threadShift)); }
__m256i sameWarp(__m256i a, __m256i b) { return isZero(_mm256_and_si256(_mm256_xor_si256(a, b), allOf(31ULL << warpShift))); }
__m256i isQuiet(__m256i earlier, __m256i now, const ShadowLimits& limits) {
  return _mm256_or_si256(isLess(earlier, allOf(limits.quiet)), sameThread(earlier, now));
}
bool areAll(__m256i lanes) { return bitsOf(lanes) == 15; }
bool areAny(__m256i lanes) { return bitsOf(lanes) != 0; }
bool isAnyPart(__m256i readers, const ShadowLimits& limits) {
  const __m256i part = isZero(_mm256_andnot_si256(readers, allOf(1ULL << partShift)));
  return areAny(_mm256_andnot_si256(isLess(readers, allOf(limits.quiet)), part));
}
bool areQuiet(const ShadowSlots& slots, std::uint64_t cell, __m256i now, const ShadowLimits& limits) {
  return !slots.stamps[0] || areAll(_mm256_and_si256(isQuiet(loadDoubles(slots.stamps[0] + cell), now, limits),
                                                     isQuiet(loadDoubles(slots.stamps[1] + cell), now, limits)));
}
void storeLocations(std::uint32_t* to, std::uint32_t location) {
  _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm_set1_epi32(static_cast<int>(location)));
}

/// False: nothing is recorded.
bool recordReads4(const ShadowCells& cells, std::uint64_t cell, __m256i now, std::uint32_t location, const ShadowLimits& limits) {
  if (!areAll(isQuiet(loadDoubles(cells.write + cell), now, limits)) || !areQuiet(cells.atomics, cell, now, limits)) return false;
  const ShadowSlots& readers = cells.readers;
  const __m256i first = loadDoubles(readers.stamps[0] + cell);
  if (isAnyPart(first, limits)) return false;
  const __m256i isEarlier = isLess(first, allOf(limits.floor));
  const __m256i isForgotten =
      _mm256_andnot_si256(isLess(_mm256_sub_epi64(first, allOf(limits.keptFrom)), allOf(limits.keptTo - limits.keptFrom)), isEarlier);
  const Mask replaced = bitsOf(_mm256_or_si256(isForgotten, sameThread(first, now)));
  if (replaced == 15) {
    storeDoubles(readers.stamps[0] + cell, now);
    storeLocations(readers.locations[0] + cell, location);
    return true;
  }
  const __m256i second = loadDoubles(readers.stamps[1] + cell);
  if (replaced != 0 || isAnyPart(second, limits)) return false;
  const __m256i freesFirst = _mm256_andnot_si256(
      _mm256_or_si256(_mm256_or_si256(isEarlier, isLess(second, allOf(limits.floor))), sameWarp(second, now)), sameWarp(first, now));
  if (areAny(freesFirst)) return false;
  storeDoubles(readers.stamps[1] + cell, now);
  storeLocations(readers.locations[1] + cell, location);
  return true;
}

bool recordWrites4(const ShadowCells& cells, std::uint64_t cell, __m256i now, std::uint32_t location, const ShadowLimits& limits) {
  if (!areAll(isQuiet(loadDoubles(cells.write + cell), now, limits)) || !areQuiet(cells.readers, cell, now, limits) ||
      !areQuiet(cells.atomics, cell, now, limits))
    return false;
  storeDoubles(cells.write + cell, now);
  storeLocations(cells.writeLocations + cell, location);
  return true;
}
#endif

template <bool isRead>
Mask record(const ShadowCells& cells, const std::uint64_t* offset, Mask mask, [[maybe_unused]] bool isCoalesced, std::uint64_t first,
            std::uint32_t location, const ShadowLimits& limits) {
  Mask recorded = 0;
  auto alone = [&](Mask lanes) {
    for (Mask rest = lanes; rest; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
      const std::uint64_t now = first + (static_cast<std::uint64_t>(lane) << threadShift);
      const std::uint64_t cell = offset[lane] >> cells.shift;
      if (isRead ? recordReadAlone(cells, cell, now, location, limits) : recordWriteAlone(cells, cell, now, location, limits))
        recorded |= 1U << lane;
    }
  };
#ifdef __AVX512F__
  const __m512i ramp = _mm512_slli_epi64(_mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0), threadShift);
  for (unsigned start = 0; start < laneCount; start += 8) {
    const auto lanes = static_cast<__mmask8>(mask >> start);
    if (!lanes) continue;
    const __m512i now = _mm512_add_epi64(allOf(first + (static_cast<std::uint64_t>(start) << threadShift)), ramp);
    __mmask8 quiet = 0;
    if (isCoalesced) {
      const auto leader = static_cast<unsigned>(__builtin_ctz(lanes));
      const ConsecutiveCells consecutive{static_cast<std::int64_t>(offset[start + leader] >> cells.shift) - leader};
      quiet = isRead ? recordReads8(cells, consecutive, lanes, now, location, limits)
                     : recordWrites8(cells, consecutive, lanes, now, location, limits);
    } else {
      const __m512i index = _mm512_srl_epi64(_mm512_loadu_si512(offset + start), _mm_cvtsi32_si128(static_cast<int>(cells.shift)));
      if (!distinct(index, lanes)) {
        alone(mask & (0xffU << start));
        continue;
      }
      const ScatteredCells scattered{index};
      quiet = isRead ? recordReads8(cells, scattered, lanes, now, location, limits)
                     : recordWrites8(cells, scattered, lanes, now, location, limits);
    }
    recorded |= static_cast<Mask>(quiet) << start;
  }
#elif defined(__AVX2__)
  if (!isCoalesced) {
    alone(mask);
    return mask & ~recorded;
  }
  const __m256i ramp = _mm256_slli_epi64(_mm256_setr_epi64x(0, 1, 2, 3), threadShift);
  for (unsigned start = 0; start < laneCount; start += 4) {
    const Mask lanes = mask & (15U << start);
    const __m256i now = _mm256_add_epi64(allOf(first + (static_cast<std::uint64_t>(start) << threadShift)), ramp);
    const std::uint64_t cell = offset[start] >> cells.shift;
    const bool isWhole = lanes == 15U << start &&
                         (isRead ? recordReads4(cells, cell, now, location, limits) : recordWrites4(cells, cell, now, location, limits));
    if (isWhole)
      recorded |= lanes;
    else
      alone(lanes);
  }
#else
  alone(mask);
#endif
  return mask & ~recorded;
}

} // namespace
