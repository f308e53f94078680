// No include guard on purpose, see lane_functions.h. Casts, masks, selection and addresses: 32 lanes at a time.

namespace {

template <class To, class From> void zeroExtend(Frame frame, const Op& op) {
  To* d = cell<To>(frame, op.result);
  const From* a = cell<From>(frame, op.a);
  GEVO_LANES d[lane] = a[lane];
}
template <class To, class From> void signExtend(Frame frame, const Op& op) {
  To* d = cell<To>(frame, op.result);
  const From* a = cell<From>(frame, op.a);
  const unsigned bits = op.bits;
  const To mask = lowMask<To>(op.extra);
  GEVO_LANES d[lane] = static_cast<To>(static_cast<std::make_signed_t<To>>(extended(a[lane], bits))) & mask;
}
template <class To, class From> void narrow(Frame frame, const Op& op) {
  To* d = cell<To>(frame, op.result);
  const From* a = cell<From>(frame, op.a);
  const To mask = lowMask<To>(op.bits);
  GEVO_LANES d[lane] = static_cast<To>(a[lane]) & mask;
}
template <class T> void maskToInt(Frame frame, const Op& op) {
  T* d = cell<T>(frame, op.result);
  const T mask = maskCell(frame, op.a);
  GEVO_LANES d[lane] = (mask >> lane) & 1;
}
template <class T> void maskToOnes(Frame frame, const Op& op) {
  T* d = cell<T>(frame, op.result);
  const T mask = maskCell(frame, op.a);
  const T ones = lowMask<T>(op.bits);
  GEVO_LANES d[lane] = (mask & (T{1} << lane)) ? ones : T{0};
}
template <class T> void intToMask(Frame frame, const Op& op) {
  const T* a = cell<T>(frame, op.a);
  T mask = 0;
  GEVO_LANES mask |= (a[lane] & 1) << lane;
  maskCell(frame, op.result) = static_cast<Mask>(mask);
}
template <class F, class I> void signedToFloat(Frame frame, const Op& op) {
  F* d = cell<F>(frame, op.result);
  const I* a = cell<I>(frame, op.a);
  const unsigned bits = op.bits;
  GEVO_LANES d[lane] = static_cast<F>(extended(a[lane], bits));
}
template <class F, class I> void unsignedToFloat(Frame frame, const Op& op) {
  F* d = cell<F>(frame, op.result);
  const I* a = cell<I>(frame, op.a);
  GEVO_LANES d[lane] = static_cast<F>(a[lane]);
}
template <class F, class I> void floatToSigned(Frame frame, const Op& op) {
  I* d = cell<I>(frame, op.result);
  const F* a = cell<F>(frame, op.a);
  const unsigned bits = op.bits;
  const I mask = lowMask<I>(bits);
  const I largest = mask >> 1;
  const I nan = op.extra != 0 ? largest + 1 : 0;
  const F limit = static_cast<F>(I{1} << (bits - 1));
  for (unsigned lane = 0; lane < laneCount; ++lane) {
    const F x = a[lane];
    I value = nan;
    if (x >= limit)
      value = largest;
    else if (x < -limit)
      value = largest + 1;
    else if (x == x)
      value = static_cast<I>(static_cast<std::make_signed_t<I>>(x));
    d[lane] = value & mask;
  }
}
template <class F, class I> void floatToUnsigned(Frame frame, const Op& op) {
  I* d = cell<I>(frame, op.result);
  const F* a = cell<F>(frame, op.a);
  const unsigned bits = op.bits;
  const I mask = lowMask<I>(bits);
  const I nan = op.extra != 0 ? (mask >> 1) + 1 : 0;
  const F limit = static_cast<F>(I{1} << (bits - 1)) * F{2};
  for (unsigned lane = 0; lane < laneCount; ++lane) {
    const F x = a[lane];
    d[lane] = x >= limit ? mask : x > F{0} ? static_cast<I>(x) & mask : x == x ? I{0} : nan;
  }
}
void floatExtend(Frame frame, const Op& op) {
  double* d = cell<double>(frame, op.result);
  const float* a = cell<float>(frame, op.a);
  GEVO_LANES d[lane] = canonical(static_cast<double>(a[lane]));
}
void floatTruncate(Frame frame, const Op& op) {
  float* d = cell<float>(frame, op.result);
  const double* a = cell<double>(frame, op.a);
  GEVO_LANES d[lane] = canonical(static_cast<float>(a[lane]));
}
template <class F, class I, bool isSigned> void roundedToFloat(Frame frame, const Op& op) {
  const RoundingMode mode(op.extra);
  for (unsigned lane = 0; lane < laneCount; ++lane) {
    const volatile I bits = cell<I>(frame, op.a)[lane];
    volatile F r = 0;
    if constexpr (isSigned)
      r = static_cast<F>(extended(static_cast<I>(bits), op.bits));
    else
      r = static_cast<F>(bits);
    cell<F>(frame, op.result)[lane] = r;
  }
}
void floatTruncateRounded(Frame frame, const Op& op) {
  const RoundingMode mode(op.extra);
  for (unsigned lane = 0; lane < laneCount; ++lane) {
    const volatile double a = cell<double>(frame, op.a)[lane];
    const volatile float r = static_cast<float>(a);
    cell<float>(frame, op.result)[lane] = canonical(static_cast<float>(r));
  }
}
template <class T> void smallExtend(Frame frame, const Op& op) {
  float* d = cell<float>(frame, op.result);
  const std::uint32_t* a = cell<std::uint32_t>(frame, op.a);
  if constexpr (T::fractionBits == 7) { // on the GPU a shift, for any bits
    GEVO_LANES d[lane] = floatOfBits(a[lane] << 16);
  } else {
    GEVO_LANES d[lane] = widened<T>(a[lane]);
  }
}
template <class T, class From> void smallTruncate(Frame frame, const Op& op) {
  std::uint32_t* d = cell<std::uint32_t>(frame, op.result);
  const From* a = cell<From>(frame, op.a);
  GEVO_LANES d[lane] = narrowed<T>(a[lane]);
}
template <class T> void smallTruncateRounded(Frame frame, const Op& op) {
  std::uint32_t* d = cell<std::uint32_t>(frame, op.result);
  const float* a = cell<float>(frame, op.a);
  for (unsigned lane = 0; lane < laneCount; ++lane) d[lane] = narrowed<T>(a[lane], static_cast<int>(op.extra));
}
template <class T, class I> void signedToSmall(Frame frame, const Op& op) {
  const I* a = cell<I>(frame, op.a);
  for (unsigned lane = 0; lane < laneCount; ++lane) {
    const std::int64_t value = extended(a[lane], op.bits);
    const double size = doubleOf(value < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value));
    cell<std::uint32_t>(frame, op.result)[lane] = narrowed<T>(value < 0 ? -size : size);
  }
}
template <class T, class I> void unsignedToSmall(Frame frame, const Op& op) {
  const I* a = cell<I>(frame, op.a);
  for (unsigned lane = 0; lane < laneCount; ++lane) cell<std::uint32_t>(frame, op.result)[lane] = narrowed<T>(doubleOf(a[lane]));
}
void upperHalf(Frame frame, const Op& op) {
  std::uint32_t* d = cell<std::uint32_t>(frame, op.result);
  const std::uint32_t* a = cell<std::uint32_t>(frame, op.a);
  GEVO_LANES d[lane] = a[lane] >> 16;
}
void joinHalves(Frame frame, const Op& op) {
  std::uint32_t* d = cell<std::uint32_t>(frame, op.result);
  const std::uint32_t* a = cell<std::uint32_t>(frame, op.a);
  const std::uint32_t* b = cell<std::uint32_t>(frame, op.b);
  GEVO_LANES d[lane] = a[lane] | b[lane] << 16;
}
template <unsigned shift> void halfOfDouble(Frame frame, const Op& op) {
  std::uint32_t* d = cell<std::uint32_t>(frame, op.result);
  const std::uint64_t* a = cell<std::uint64_t>(frame, op.a);
  GEVO_LANES d[lane] = static_cast<std::uint32_t>(a[lane] >> shift);
}
void joinWords(Frame frame, const Op& op) {
  std::uint64_t* d = cell<std::uint64_t>(frame, op.result);
  const std::uint32_t* a = cell<std::uint32_t>(frame, op.a);
  const std::uint32_t* b = cell<std::uint32_t>(frame, op.b);
  GEVO_LANES d[lane] = a[lane] | static_cast<std::uint64_t>(b[lane]) << 32;
}

// --- masks, selection, addresses

void maskAnd(Frame frame, const Op& op) { maskCell(frame, op.result) = maskCell(frame, op.a) & maskCell(frame, op.b); }
void maskOr(Frame frame, const Op& op) { maskCell(frame, op.result) = maskCell(frame, op.a) | maskCell(frame, op.b); }
void maskXor(Frame frame, const Op& op) { maskCell(frame, op.result) = maskCell(frame, op.a) ^ maskCell(frame, op.b); }
void maskAndNot(Frame frame, const Op& op) { maskCell(frame, op.result) = maskCell(frame, op.a) & ~maskCell(frame, op.b); }
void maskOrNot(Frame frame, const Op& op) { maskCell(frame, op.result) = maskCell(frame, op.a) | ~maskCell(frame, op.b); }
void maskEqual(Frame frame, const Op& op) { maskCell(frame, op.result) = ~(maskCell(frame, op.a) ^ maskCell(frame, op.b)); }

template <class T> void select(Frame frame, const Op& op) {
  T* d = cell<T>(frame, op.result);
  const T* a = cell<T>(frame, op.a);
  const T* b = cell<T>(frame, op.b);
  const T mask = maskCell(frame, op.c);
  GEVO_LANES {
    const T chosen = (mask & (T{1} << lane)) ? a[lane] : b[lane];
    d[lane] = chosen;
  }
}
void selectMask(Frame frame, const Op& op) {
  const Mask mask = maskCell(frame, op.c);
  maskCell(frame, op.result) = (mask & maskCell(frame, op.a)) | (~mask & maskCell(frame, op.b));
}
template <class T> void copy(Frame frame, const Op& op) {
  std::memmove(cell<T>(frame, op.result), cell<T>(frame, op.a), laneCount * sizeof(T));
}
void copyMask(Frame frame, const Op& op) { maskCell(frame, op.result) = maskCell(frame, op.a); }

template <class Index> void address(Frame frame, const Op& op) {
  std::uint64_t* d = cell<std::uint64_t>(frame, op.result);
  const std::uint64_t* a = cell<std::uint64_t>(frame, op.a);
  const Index* b = cell<Index>(frame, op.b);
  const std::uint64_t scale = op.extra;
  if (scale != 0 && (scale & (scale - 1)) == 0) { // true of most, and 64-bit products are slow
    const auto shift = static_cast<unsigned>(__builtin_ctzll(scale));
    GEVO_LANES d[lane] = a[lane] + (static_cast<std::uint64_t>(static_cast<std::int64_t>(b[lane])) << shift);
  } else {
    GEVO_LANES d[lane] = a[lane] + static_cast<std::uint64_t>(static_cast<std::int64_t>(b[lane])) * scale;
  }
}
void addressOffset(Frame frame, const Op& op) {
  std::uint64_t* d = cell<std::uint64_t>(frame, op.result);
  const std::uint64_t* a = cell<std::uint64_t>(frame, op.a);
  const std::uint64_t offset = static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int32_t>(op.extra)));
  GEVO_LANES d[lane] = a[lane] + offset;
}
void permute(Frame frame, const Op& op) {
  for (unsigned lane = 0; lane < laneCount; ++lane) {
    const std::uint64_t bytes = cell<std::uint32_t>(frame, op.a)[lane] | static_cast<std::uint64_t>(cell<std::uint32_t>(frame, op.b)[lane])
                                                                             << 32;
    const std::uint32_t selector = cell<std::uint32_t>(frame, op.c)[lane];
    std::uint32_t result = 0;
    for (unsigned i = 0; i < 4; ++i) {
      const unsigned choice = (selector >> (4 * i)) & 15;
      std::uint32_t byte = (bytes >> (8 * (choice & 7))) & 255;
      if (choice & 8) byte = byte & 128 ? 255 : 0;
      result |= byte << (8 * i);
    }
    cell<std::uint32_t>(frame, op.result)[lane] = result;
  }
}

} // namespace
