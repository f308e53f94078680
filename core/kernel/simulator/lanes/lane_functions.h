// No include guard on purpose: each lanes_*.cpp includes this once, inside its own namespace, compiled for its own
// instruction set. Everything here has internal linkage, so that the linker can't hand AVX code to a baseline caller.

namespace {

__extension__ typedef __int128 SignedWide;
__extension__ typedef unsigned __int128 UnsignedWide;

constexpr std::uint32_t canonicalNan32 = 0x7fffffffU;           // what an NVIDIA GPU produces for float
constexpr std::uint64_t canonicalNan64 = 0xfff8000000000000ULL; // and for double

/// One warp's part of the frames of several.
struct Frame {
  std::byte* cells;
  unsigned warp;
};
template <class T> [[gnu::always_inline]] inline T* cell(Frame frame, Slot slot) {
  return reinterpret_cast<T*>(frame.cells + slot) + frame.warp * laneCount;
}
[[gnu::always_inline]] inline Mask& maskCell(Frame frame, Slot slot) { return reinterpret_cast<Mask*>(frame.cells + slot)[frame.warp]; }
template <class T> [[gnu::always_inline]] inline T lowMask(unsigned bits) { return static_cast<T>(~T{0}) >> (sizeof(T) * 8 - bits); }
template <class T> [[gnu::always_inline]] inline std::make_signed_t<T> extended(T value, unsigned bits) {
  using Signed = std::make_signed_t<T>;
  const unsigned spare = sizeof(T) * 8 - bits;
  return static_cast<Signed>(static_cast<Signed>(value << spare) >> spare);
}
template <class T> [[gnu::always_inline]] inline T canonical(T value) {
  if constexpr (sizeof(T) == 4)
    return value == value ? value : __builtin_bit_cast(float, canonicalNan32);
  else
    return value == value ? value : __builtin_bit_cast(double, canonicalNan64);
}

#define GEVO_LANES _Pragma("GCC ivdep") for (unsigned lane = 0; lane < laneCount; ++lane)

/// A bit for each lane where the condition holds. The compiler turns the inner loop into a comparison, but not the whole into one mask.
template <class Condition> [[gnu::always_inline]] inline Mask lanesWhere(Condition condition) {
#if defined(__AVX512F__)
  constexpr unsigned width = 16;
#elif defined(__AVX2__)
  constexpr unsigned width = 8;
#elif defined(__SSE2__)
  constexpr unsigned width = 4;
#else
  constexpr unsigned width = laneCount;
#endif
  Mask mask = 0;
  for (unsigned start = 0; start < laneCount; start += width) {
    alignas(64) std::uint32_t holds[width];
    _Pragma("GCC ivdep") for (unsigned i = 0; i < width; ++i) holds[i] = condition(start + i) ? ~0U : 0;
#if defined(__AVX512F__)
    mask |= static_cast<Mask>(_mm512_movepi32_mask(_mm512_load_si512(holds))) << start;
#elif defined(__AVX2__)
    mask |= static_cast<Mask>(_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_load_si256(reinterpret_cast<const __m256i*>(holds))))) << start;
#elif defined(__SSE2__)
    mask |= static_cast<Mask>(_mm_movemask_ps(_mm_castsi128_ps(_mm_load_si128(reinterpret_cast<const __m128i*>(holds))))) << start;
#else
    for (unsigned i = 0; i < width; ++i) mask |= holds[i] & (1U << i);
#endif
  }
  return mask;
}

[[gnu::always_inline]] inline Op scaled(const Op& op, unsigned warps) {
  Op own; // field by field, so that it can stay in registers
  own.result = op.result * warps;
  own.a = op.a * warps;
  own.b = op.b * warps;
  own.c = op.c * warps;
  own.extra = op.extra;
  own.bits = op.bits;
  return own;
}

/// Calls a step of 32 lanes for each of the warps, in runs of neighbours; this is the form that the table holds.
template <auto step> void each(Frames frames, Warps warps, const Op& op) {
  const Op own = scaled(op, frames.warps); // the steps' stores can't change it
  for (Warps rest = warps; rest != 0;) {
    auto warp = static_cast<unsigned>(__builtin_ctz(rest));
    const unsigned end = warp + static_cast<unsigned>(__builtin_ctz(~(rest >> warp)));
    for (; warp < end; ++warp) step(Frame{frames.cells, warp}, own);
    rest &= ~0U << end;
  }
}

template <class F, class T, bool narrow> void unaryInt(Frame frame, const Op& op) {
  const unsigned bits = narrow ? op.bits : sizeof(T) * 8;
  T* d = cell<T>(frame, op.result);
  const T* a = cell<T>(frame, op.a);
  GEVO_LANES d[lane] = F::run(a[lane], bits) & lowMask<T>(bits);
}
template <class F, class T, bool narrow> void binaryInt(Frame frame, const Op& op) {
  const unsigned bits = narrow ? op.bits : sizeof(T) * 8;
  T* d = cell<T>(frame, op.result);
  const T* a = cell<T>(frame, op.a);
  const T* b = cell<T>(frame, op.b);
  GEVO_LANES d[lane] = F::run(a[lane], b[lane], bits) & lowMask<T>(bits);
}
template <class F, class T, bool narrow> void ternaryInt(Frame frame, const Op& op) {
  const unsigned bits = narrow ? op.bits : sizeof(T) * 8;
  T* d = cell<T>(frame, op.result);
  const T* a = cell<T>(frame, op.a);
  const T* b = cell<T>(frame, op.b);
  const T* c = cell<T>(frame, op.c);
  GEVO_LANES d[lane] = F::run(a[lane], b[lane], c[lane], bits) & lowMask<T>(bits);
}
template <class F, class T, bool narrow> void compareInt(Frame frame, const Op& op) {
  const unsigned bits = narrow ? op.bits : sizeof(T) * 8;
  const T* a = cell<T>(frame, op.a);
  const T* b = cell<T>(frame, op.b);
  maskCell(frame, op.result) = lanesWhere([&](unsigned lane) { return F::run(a[lane], b[lane], bits); });
}
/// How a format is stored in a cell, the type it is computed in, and the conversion back.
template <class T> struct Format {
  using Cell = T;
  static T value(T cell) { return cell; }
  static T held(T value) { return value; }
};
template <class T> struct SmallFormat {
  using Cell = std::uint32_t;
  static float value(std::uint32_t cell) { return widened<T>(cell); }
  static std::uint32_t held(float value) { return narrowed<T>(value); }
};
template <> struct Format<Half> : SmallFormat<Half> {};
template <> struct Format<Brain> : SmallFormat<Brain> {};
template <class T> using CellOf = Format<T>::Cell;

template <class F, class T> void unaryFloat(Frame frame, const Op& op) {
  CellOf<T>* d = cell<CellOf<T>>(frame, op.result);
  const CellOf<T>* a = cell<CellOf<T>>(frame, op.a);
  GEVO_LANES d[lane] = Format<T>::held(F::run(Format<T>::value(a[lane])));
}
template <class F, class T> void binaryFloat(Frame frame, const Op& op) {
  CellOf<T>* d = cell<CellOf<T>>(frame, op.result);
  const CellOf<T>* a = cell<CellOf<T>>(frame, op.a);
  const CellOf<T>* b = cell<CellOf<T>>(frame, op.b);
  GEVO_LANES d[lane] = Format<T>::held(F::run(Format<T>::value(a[lane]), Format<T>::value(b[lane])));
}
template <class T> void fusedMultiplyAdd(Frame frame, const Op& op) {
  CellOf<T>* d = cell<CellOf<T>>(frame, op.result);
  const CellOf<T>* a = cell<CellOf<T>>(frame, op.a);
  const CellOf<T>* b = cell<CellOf<T>>(frame, op.b);
  const CellOf<T>* c = cell<CellOf<T>>(frame, op.c);
  if constexpr (std::is_integral_v<CellOf<T>>) {
    GEVO_LANES d[lane] = fusedHalf<T>(a[lane], b[lane], c[lane]);
  } else if constexpr (sizeof(T) == 4) {
    GEVO_LANES d[lane] = canonical(__builtin_fmaf(a[lane], b[lane], c[lane]));
  } else {
    GEVO_LANES d[lane] = canonical(__builtin_fma(a[lane], b[lane], c[lane]));
  }
}
template <class F, class T> void compareFloat(Frame frame, const Op& op) {
  const CellOf<T>* a = cell<CellOf<T>>(frame, op.a);
  const CellOf<T>* b = cell<CellOf<T>>(frame, op.b);
  maskCell(frame, op.result) = lanesWhere([&](unsigned lane) { return F::run(Format<T>::value(a[lane]), Format<T>::value(b[lane])); });
}

// Directed rounding: the host's rounding mode is switched during the loop; volatile keeps the arithmetic between the two switches.
class RoundingMode {
public:
  explicit RoundingMode(std::uint32_t mode) : saved_(std::fegetround()) { std::fesetround(static_cast<int>(mode)); }
  ~RoundingMode() { std::fesetround(saved_); }
  RoundingMode(const RoundingMode&) = delete;
  RoundingMode& operator=(const RoundingMode&) = delete;

private:
  int saved_;
};

} // namespace
