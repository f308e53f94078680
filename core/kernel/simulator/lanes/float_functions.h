// No include guard on purpose, see lane_functions.h. Floating point: what one lane computes.

namespace {

struct FAdd {
  template <class T> static T run(T a, T b) { return canonical(a + b); }
};
struct FSub {
  template <class T> static T run(T a, T b) { return canonical(a - b); }
};
struct FMul {
  template <class T> static T run(T a, T b) { return canonical(a * b); }
};
struct FDiv {
  template <class T> static T run(T a, T b) { return canonical(a / b); }
};
// A GPU's approximations are off by up to a unit in the last place here and there, which differs from GPU to GPU. So that nothing is
// exact here and off there, these are off wherever a GPU's may be: the neighbour of the rounded value on the other side of the exact one.
// `rest` is below 0 where the size of `rounded` is too small.
float offByOne(float rounded, float rest, bool isExact) {
  const bool stays = isExact || rounded == 0.0F || !(__builtin_fabsf(rounded) < __builtin_inff());
  const std::uint32_t step = rest > 0.0F ? ~0U : 1U;
  return __builtin_bit_cast(float, __builtin_bit_cast(std::uint32_t, rounded) + (stays ? 0U : step));
}
bool isPowerOfTwo(float value) { return (__builtin_bit_cast(std::uint32_t, value) & 0x7fffffU) == 0; }

// PTX's div.approx, the product with the reciprocal, which is exact for powers of two: a divisor that is too large for a reciprocal gives
// 0, or NaN for infinity.
struct ApproximateQuotient {
  static float run(float a, float b) {
    constexpr float large = 0x1p126F;
    const float rounded = a / b;
    const float rest = __builtin_fmaf(rounded, b, -a);
    const float quotient = offByOne(rounded, a < 0.0F ? -rest : rest, isPowerOfTwo(b));
    return canonical(__builtin_fabsf(b) > large ? a * __builtin_copysignf(0.0F, b) : quotient);
  }
  static double run(double a, double b) { return canonical(a / b); }
};
struct FRem {
  template <class T> static T run(T a, T b) {
    return canonical(static_cast<T>(sizeof(T) == 4 ? __builtin_fmodf(a, b) : __builtin_fmod(a, b)));
  }
};
// minnum and PTX's min: the number where one operand is NaN; -0 is less than +0.
struct FMinNumber {
  template <class T> static T run(T a, T b) {
    const T less = a < b ? a : (a == b ? (__builtin_signbit(a) ? a : b) : b);
    return canonical(a != a ? b : (b != b ? a : less));
  }
};
struct FMaxNumber {
  template <class T> static T run(T a, T b) {
    const T more = a > b ? a : (a == b ? (__builtin_signbit(a) ? b : a) : b);
    return canonical(a != a ? b : (b != b ? a : more));
  }
};
struct FMinimum {
  template <class T> static T run(T a, T b) { return canonical(a != a || b != b ? a + b : FMinNumber::run(a, b)); }
};
struct FMaximum {
  template <class T> static T run(T a, T b) { return canonical(a != a || b != b ? a + b : FMaxNumber::run(a, b)); }
};
struct CopySign {
  static float run(float a, float b) { return __builtin_copysignf(a, b); }
  static double run(double a, double b) { return __builtin_copysign(a, b); }
};
struct FNegate {
  template <class T> static T run(T a) { return -a; }
};
#define GEVO_MATH(name, single, twice)                                                                                                     \
  struct name {                                                                                                                            \
    static float run(float a) { return canonical(single); }                                                                                \
    static double run(double a) { return canonical(twice); }                                                                               \
  };
struct FAbsolute {
  static float run(float a) { return __builtin_fabsf(a); }
  static double run(double a) { return __builtin_fabs(a); }
};
GEVO_MATH(Floor, __builtin_floorf(a), __builtin_floor(a))
GEVO_MATH(Ceiling, __builtin_ceilf(a), __builtin_ceil(a))
GEVO_MATH(Truncate, __builtin_truncf(a), __builtin_trunc(a))
GEVO_MATH(RoundEven, __builtin_rintf(a), __builtin_rint(a))
GEVO_MATH(RoundAway, __builtin_roundf(a), __builtin_round(a))
GEVO_MATH(SquareRoot, __builtin_sqrtf(a), __builtin_sqrt(a))
GEVO_MATH(Reciprocal, 1.0F / a, 1.0 / a)
GEVO_MATH(Exp2, __builtin_exp2f(a), __builtin_exp2(a))
GEVO_MATH(Log2, __builtin_log2f(a), __builtin_log2(a))
GEVO_MATH(Sine, __builtin_sinf(a), __builtin_sin(a))
GEVO_MATH(Cosine, __builtin_cosf(a), __builtin_cos(a))
GEVO_MATH(Tanh, __builtin_tanhf(a), __builtin_tanh(a))
GEVO_MATH(Exp, __builtin_expf(a), __builtin_exp(a))
GEVO_MATH(Log, __builtin_logf(a), __builtin_log(a))
GEVO_MATH(Log10, __builtin_log10f(a), __builtin_log10(a))
#undef GEVO_MATH
// Makes operands quiet: on the host a signalling NaN gives NaN even to the power of 0.
struct Power {
  static float run(float a, float b) { return canonical(__builtin_powf(canonical(a), canonical(b))); }
  static double run(double a, double b) { return canonical(__builtin_pow(canonical(a), canonical(b))); }
};
struct ReciprocalRoot {
  static float run(float a) { return canonical(static_cast<float>(1.0 / __builtin_sqrt(static_cast<double>(a)))); }
  /// Two roundings may be off by more than a unit in the last place; a correction by the residual 1 - a * y * y removes that.
  static double run(double a) {
    const double y = 1.0 / __builtin_sqrt(a);
    const double product = a * y;
    const double lost = __builtin_fma(a, y, -product);
    const double rest = __builtin_fma(-product, y, 1.0) - lost * y;
    return canonical(rest > -1.0 && rest < 1.0 ? __builtin_fma(0.5 * y, rest, y) : y);
  }
};
struct ApproximateRoot {
  static float run(float a) {
    const float root = __builtin_sqrtf(a);
    const float rest = __builtin_fmaf(root, root, -a);
    return canonical(offByOne(root, rest, rest == 0.0F && isPowerOfTwo(root)));
  }
  static double run(double a) { return canonical(__builtin_sqrt(a)); }
};
struct Saturate {
  template <class T> static T run(T a) { return a > T{0} ? (a < T{1} ? a : T{1}) : T{0}; }
};
template <class T> void loadExponent(Frame frame, const Op& op) {
  CellOf<T>* d = cell<CellOf<T>>(frame, op.result);
  const CellOf<T>* a = cell<CellOf<T>>(frame, op.a);
  const std::int32_t* b = cell<std::int32_t>(frame, op.b);
  for (unsigned lane = 0; lane < laneCount; ++lane) {
    const double scaled = __builtin_ldexp(static_cast<double>(Format<T>::value(a[lane])), b[lane]);
    if constexpr (std::is_integral_v<CellOf<T>>)
      d[lane] = narrowed<T>(scaled);
    else
      d[lane] = canonical(static_cast<T>(scaled));
  }
}

// The sign of a 16-bit float; NaN keeps its bits.
void negateHalf(Frame frame, const Op& op) {
  std::uint32_t* d = cell<std::uint32_t>(frame, op.result);
  const std::uint32_t* a = cell<std::uint32_t>(frame, op.a);
  GEVO_LANES d[lane] = a[lane] ^ halfSign;
}
void absoluteHalf(Frame frame, const Op& op) {
  std::uint32_t* d = cell<std::uint32_t>(frame, op.result);
  const std::uint32_t* a = cell<std::uint32_t>(frame, op.a);
  GEVO_LANES d[lane] = a[lane] & (halfSign - 1);
}
void copySignHalf(Frame frame, const Op& op) {
  std::uint32_t* d = cell<std::uint32_t>(frame, op.result);
  const std::uint32_t* a = cell<std::uint32_t>(frame, op.a);
  const std::uint32_t* b = cell<std::uint32_t>(frame, op.b);
  GEVO_LANES d[lane] = (a[lane] & (halfSign - 1)) | (b[lane] & halfSign);
}

template <class Bits, unsigned width, unsigned fractionBits> void flushSubnormal(Frame frame, const Op& op) {
  constexpr Bits sign = Bits{1} << (width - 1);
  constexpr Bits exponent = sign - (Bits{1} << fractionBits);
  Bits* d = cell<Bits>(frame, op.result);
  const Bits* a = cell<Bits>(frame, op.a);
  GEVO_LANES d[lane] = (a[lane] & exponent) != 0 ? a[lane] : a[lane] & sign;
}

enum class Arithmetic { Add, Mul, Div, Fma, Root };
template <Arithmetic kind, class T> void rounded(Frame frame, const Op& op) {
  const RoundingMode mode(op.extra);
  T* d = cell<T>(frame, op.result);
  for (unsigned lane = 0; lane < laneCount; ++lane) {
    const volatile T a = cell<T>(frame, op.a)[lane];
    const volatile T b = cell<T>(frame, op.b)[lane];
    const volatile T c = cell<T>(frame, op.c)[lane];
    volatile T r = 0;
    if constexpr (kind == Arithmetic::Add)
      r = a + b;
    else if constexpr (kind == Arithmetic::Mul)
      r = a * b;
    else if constexpr (kind == Arithmetic::Div)
      r = a / b;
    else if constexpr (kind == Arithmetic::Fma)
      r = static_cast<T>(sizeof(T) == 4 ? __builtin_fmaf(a, b, c) : __builtin_fma(a, b, c));
    else
      r = static_cast<T>(sizeof(T) == 4 ? __builtin_sqrtf(a) : __builtin_sqrt(a));
    d[lane] = canonical(static_cast<T>(r));
  }
}

template <class Bits, unsigned width, unsigned mantissaBits> void isClass(Frame frame, const Op& op) {
  const Bits* a = cell<Bits>(frame, op.a);
  constexpr Bits signBit = Bits{1} << (width - 1);
  constexpr Bits hidden = Bits{1} << mantissaBits;
  constexpr Bits infinite = (signBit - 1) & ~(hidden - 1);
  maskCell(frame, op.result) = lanesWhere([&](unsigned lane) {
    const Bits size = a[lane] & ~signBit;
    const bool negative = (a[lane] & signBit) != 0;
    unsigned number = 0; // index of the bit
    if (size > infinite)
      number = (size & (hidden >> 1)) != 0 ? 1 : 0;
    else if (size == infinite)
      number = negative ? 2 : 9;
    else if (size >= hidden)
      number = negative ? 3 : 8;
    else if (size != 0)
      number = negative ? 4 : 7;
    else
      number = negative ? 5 : 6;
    return (op.extra >> number & 1) != 0;
  });
}

struct OrderedEqual {
  template <class T> static bool run(T a, T b) { return a == b; }
};
struct OrderedLess {
  template <class T> static bool run(T a, T b) { return a < b; }
};
struct OrderedLessEqual {
  template <class T> static bool run(T a, T b) { return a <= b; }
};
struct OrderedNotEqual {
  template <class T> static bool run(T a, T b) { return (a < b) | (a > b); }
};
struct Ordered {
  template <class T> static bool run(T a, T b) { return (a == a) & (b == b); }
};
struct UnorderedEqual {
  template <class T> static bool run(T a, T b) { return !((a < b) | (a > b)); }
};
struct UnorderedLess {
  template <class T> static bool run(T a, T b) { return !(a >= b); }
};
struct UnorderedLessEqual {
  template <class T> static bool run(T a, T b) { return !(a > b); }
};
struct UnorderedNotEqual {
  template <class T> static bool run(T a, T b) { return a != b; }
};
struct Unordered {
  template <class T> static bool run(T a, T b) { return (a != a) | (b != b); }
};

} // namespace
