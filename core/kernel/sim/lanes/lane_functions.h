// No include guard on purpose: each of the three lanes_*.cpp includes this once, inside its own namespace, compiled for its own
// instruction set. Everything here has internal linkage, so that the linker can't hand AVX code to a baseline caller.

namespace {

__extension__ typedef __int128 SignedWide;
__extension__ typedef unsigned __int128 UnsignedWide;

constexpr std::uint32_t canonicalNan32 = 0x7fffffffU;           // what an NVIDIA GPU produces for float
constexpr std::uint64_t canonicalNan64 = 0xfff8000000000000ULL; // and for double

template <class T> [[gnu::always_inline]] inline T* cell(std::byte* frame, Slot slot) { return reinterpret_cast<T*>(frame + slot); }
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

template <class F, class T, bool narrow> void unaryInt(std::byte* frame, const Op& op) {
  const unsigned bits = narrow ? op.bits : sizeof(T) * 8;
  T* d = cell<T>(frame, op.result);
  const T* a = cell<T>(frame, op.a);
  GEVO_LANES d[lane] = F::run(a[lane], bits) & lowMask<T>(bits);
}
template <class F, class T, bool narrow> void binaryInt(std::byte* frame, const Op& op) {
  const unsigned bits = narrow ? op.bits : sizeof(T) * 8;
  T* d = cell<T>(frame, op.result);
  const T* a = cell<T>(frame, op.a);
  const T* b = cell<T>(frame, op.b);
  GEVO_LANES d[lane] = F::run(a[lane], b[lane], bits) & lowMask<T>(bits);
}
template <class F, class T, bool narrow> void ternaryInt(std::byte* frame, const Op& op) {
  const unsigned bits = narrow ? op.bits : sizeof(T) * 8;
  T* d = cell<T>(frame, op.result);
  const T* a = cell<T>(frame, op.a);
  const T* b = cell<T>(frame, op.b);
  const T* c = cell<T>(frame, op.c);
  GEVO_LANES d[lane] = F::run(a[lane], b[lane], c[lane], bits) & lowMask<T>(bits);
}
template <class F, class T, bool narrow> void compareInt(std::byte* frame, const Op& op) {
  const unsigned bits = narrow ? op.bits : sizeof(T) * 8;
  const T* a = cell<T>(frame, op.a);
  const T* b = cell<T>(frame, op.b);
  T mask = 0;
  GEVO_LANES mask |= F::run(a[lane], b[lane], bits) ? T{1} << lane : T{0};
  *cell<Mask>(frame, op.result) = static_cast<Mask>(mask);
}
template <class F, class T> void unaryFloat(std::byte* frame, const Op& op) {
  T* d = cell<T>(frame, op.result);
  const T* a = cell<T>(frame, op.a);
  GEVO_LANES d[lane] = F::run(a[lane]);
}
template <class F, class T> void binaryFloat(std::byte* frame, const Op& op) {
  T* d = cell<T>(frame, op.result);
  const T* a = cell<T>(frame, op.a);
  const T* b = cell<T>(frame, op.b);
  GEVO_LANES d[lane] = F::run(a[lane], b[lane]);
}
template <class T> void fusedMultiplyAdd(std::byte* frame, const Op& op) {
  T* d = cell<T>(frame, op.result);
  const T* a = cell<T>(frame, op.a);
  const T* b = cell<T>(frame, op.b);
  const T* c = cell<T>(frame, op.c);
  if constexpr (sizeof(T) == 4) {
    GEVO_LANES d[lane] = canonical(__builtin_fmaf(a[lane], b[lane], c[lane]));
  } else {
    GEVO_LANES d[lane] = canonical(__builtin_fma(a[lane], b[lane], c[lane]));
  }
}
template <class F, class T> void compareFloat(std::byte* frame, const Op& op) {
  using Word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  const T* a = cell<T>(frame, op.a);
  const T* b = cell<T>(frame, op.b);
  Word mask = 0;
  GEVO_LANES mask |= F::run(a[lane], b[lane]) ? Word{1} << lane : Word{0};
  *cell<Mask>(frame, op.result) = static_cast<Mask>(mask);
}

// --- integers

// Widths up to 31 (or 33 to 63) are kept zero-extended; `bits` is a constant where the cell is full, so nothing of this remains.
struct Add {
  template <class T> static T run(T a, T b, unsigned) { return a + b; }
};
struct Sub {
  template <class T> static T run(T a, T b, unsigned) { return a - b; }
};
struct Mul {
  template <class T> static T run(T a, T b, unsigned) { return a * b; }
};
struct And {
  template <class T> static T run(T a, T b, unsigned) { return a & b; }
};
struct Or {
  template <class T> static T run(T a, T b, unsigned) { return a | b; }
};
struct Xor {
  template <class T> static T run(T a, T b, unsigned) { return a ^ b; }
};
struct UDiv {
  template <class T> static T run(T a, T b, unsigned) { return b == 0 ? ~T{0} : a / b; }
};
struct URem {
  template <class T> static T run(T a, T b, unsigned) { return b == 0 ? a : a % b; }
};
struct SDiv {
  template <class T> static T run(T a, T b, unsigned bits) {
    const auto x = extended(a, bits);
    const auto y = extended(b, bits);
    return y == 0 ? ~T{0} : y == -1 ? T{0} - static_cast<T>(x) : static_cast<T>(x / y);
  }
};
struct SRem {
  template <class T> static T run(T a, T b, unsigned bits) {
    const auto x = extended(a, bits);
    const auto y = extended(b, bits);
    return y == 0 ? a : y == -1 ? T{0} : static_cast<T>(x % y);
  }
};
// Shifts clamp as PTX does: an amount of the width or more shifts everything out.
struct Shl {
  template <class T> static T run(T a, T b, unsigned bits) { return b < bits ? a << (b & (sizeof(T) * 8 - 1)) : T{0}; }
};
struct LShr {
  template <class T> static T run(T a, T b, unsigned bits) { return b < bits ? a >> (b & (sizeof(T) * 8 - 1)) : T{0}; }
};
struct AShr {
  template <class T> static T run(T a, T b, unsigned bits) {
    return static_cast<T>(extended(a, bits) >> (b < bits ? b : static_cast<T>(bits - 1)));
  }
};
struct UMin {
  template <class T> static T run(T a, T b, unsigned) { return a < b ? a : b; }
};
struct UMax {
  template <class T> static T run(T a, T b, unsigned) { return a > b ? a : b; }
};
struct SMin {
  template <class T> static T run(T a, T b, unsigned bits) { return extended(a, bits) < extended(b, bits) ? a : b; }
};
struct SMax {
  template <class T> static T run(T a, T b, unsigned bits) { return extended(a, bits) > extended(b, bits) ? a : b; }
};

struct UAddOverflow {
  template <class T> static bool run(T a, T b, unsigned bits) { return a > static_cast<T>(lowMask<T>(bits) - b); }
};
struct USubOverflow {
  template <class T> static bool run(T a, T b, unsigned) { return a < b; }
};
struct SAddOverflow {
  template <class T> static bool run(T a, T b, unsigned bits) {
    const T sum = a + b;
    return extended(static_cast<T>((a ^ sum) & (b ^ sum)), bits) < 0;
  }
};
struct SSubOverflow {
  template <class T> static bool run(T a, T b, unsigned bits) {
    const T difference = a - b;
    return extended(static_cast<T>((a ^ b) & (a ^ difference)), bits) < 0;
  }
};
struct UMulOverflow {
  template <class T> static bool run(T a, T b, unsigned bits) {
    T product;
    return __builtin_mul_overflow(a, b, &product) || product > lowMask<T>(bits);
  }
};
struct SMulOverflow {
  template <class T> static bool run(T a, T b, unsigned bits) {
    std::make_signed_t<T> product;
    return __builtin_mul_overflow(extended(a, bits), extended(b, bits), &product) || extended(static_cast<T>(product), bits) != product;
  }
};
struct UAddSat {
  template <class T> static T run(T a, T b, unsigned bits) {
    return UAddOverflow::run(a, b, bits) ? lowMask<T>(bits) : static_cast<T>(a + b);
  }
};
struct USubSat {
  template <class T> static T run(T a, T b, unsigned) { return a < b ? T{0} : static_cast<T>(a - b); }
};
template <class T> T signedLimit(T a, unsigned bits) {
  const T largest = lowMask<T>(bits) >> 1;
  return extended(a, bits) < 0 ? static_cast<T>(largest + 1) : largest;
}
struct SAddSat {
  template <class T> static T run(T a, T b, unsigned bits) {
    return SAddOverflow::run(a, b, bits) ? signedLimit(a, bits) : static_cast<T>(a + b);
  }
};
struct SSubSat {
  template <class T> static T run(T a, T b, unsigned bits) {
    return SSubOverflow::run(a, b, bits) ? signedLimit(a, bits) : static_cast<T>(a - b);
  }
};
struct UMulHigh {
  template <class T> static T run(T a, T b, unsigned bits) {
    if constexpr (sizeof(T) == 4)
      return static_cast<T>((static_cast<std::uint64_t>(a) * b) >> bits);
    else
      return static_cast<T>((static_cast<UnsignedWide>(a) * b) >> bits);
  }
};
struct SMulHigh {
  template <class T> static T run(T a, T b, unsigned bits) {
    if constexpr (sizeof(T) == 4)
      return static_cast<T>((static_cast<std::int64_t>(extended(a, bits)) * extended(b, bits)) >> bits);
    else
      return static_cast<T>((static_cast<SignedWide>(extended(a, bits)) * extended(b, bits)) >> bits);
  }
};
struct Abs {
  template <class T> static T run(T a, unsigned bits) { return extended(a, bits) < 0 ? T{0} - a : a; }
};
struct PopulationCount {
  template <class T> static T run(T a, unsigned) {
    return static_cast<T>(sizeof(T) == 4 ? __builtin_popcount(static_cast<unsigned>(a)) : __builtin_popcountll(a));
  }
};
struct LeadingZeros {
  template <class T> static T run(T a, unsigned bits) {
    const int all = a == 0
                        ? static_cast<int>(sizeof(T) * 8)
                        : (sizeof(T) == 4 ? __builtin_clz(static_cast<unsigned>(a)) : __builtin_clzll(static_cast<unsigned long long>(a)));
    return static_cast<T>(all - static_cast<int>(sizeof(T) * 8 - bits));
  }
};
struct TrailingZeros {
  template <class T> static T run(T a, unsigned bits) { return a == 0 ? static_cast<T>(bits) : static_cast<T>(__builtin_ctzll(a)); }
};
struct ByteSwap {
  template <class T> static T run(T a, unsigned bits) {
    const T swapped =
        sizeof(T) == 4 ? static_cast<T>(__builtin_bswap32(static_cast<std::uint32_t>(a))) : static_cast<T>(__builtin_bswap64(a));
    return static_cast<T>(swapped >> (sizeof(T) * 8 - bits));
  }
};
struct BitReverse {
  template <class T> static T run(T a, unsigned bits) {
    std::uint64_t v = a;
    v = ((v >> 1) & 0x5555555555555555ULL) | ((v & 0x5555555555555555ULL) << 1);
    v = ((v >> 2) & 0x3333333333333333ULL) | ((v & 0x3333333333333333ULL) << 2);
    v = ((v >> 4) & 0x0f0f0f0f0f0f0f0fULL) | ((v & 0x0f0f0f0f0f0f0f0fULL) << 4);
    return static_cast<T>(__builtin_bswap64(v) >> (64 - bits));
  }
};
struct FunnelLeft {
  template <class T> static T run(T a, T b, T c, unsigned bits) {
    const unsigned amount = static_cast<unsigned>(c % bits);
    return amount == 0 ? a : static_cast<T>((a << amount) | (b >> (bits - amount)));
  }
};
struct FunnelRight {
  template <class T> static T run(T a, T b, T c, unsigned bits) {
    const unsigned amount = static_cast<unsigned>(c % bits);
    return amount == 0 ? b : static_cast<T>((a << (bits - amount)) | (b >> amount));
  }
};
struct Equal {
  template <class T> static bool run(T a, T b, unsigned) { return a == b; }
};
struct NotEqual {
  template <class T> static bool run(T a, T b, unsigned) { return a != b; }
};
struct ULess {
  template <class T> static bool run(T a, T b, unsigned) { return a < b; }
};
struct ULessEqual {
  template <class T> static bool run(T a, T b, unsigned) { return a <= b; }
};
struct SLess {
  template <class T> static bool run(T a, T b, unsigned bits) { return extended(a, bits) < extended(b, bits); }
};
struct SLessEqual {
  template <class T> static bool run(T a, T b, unsigned bits) { return extended(a, bits) <= extended(b, bits); }
};

// --- floating point

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
GEVO_MATH(ReciprocalRoot, static_cast<float>(1.0 / __builtin_sqrt(static_cast<double>(a))), 1.0 / __builtin_sqrt(a))
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
struct Power {
  static float run(float a, float b) { return canonical(__builtin_powf(a, b)); }
  static double run(double a, double b) { return canonical(__builtin_pow(a, b)); }
};
struct Saturate {
  template <class T> static T run(T a) { return a > T{0} ? (a < T{1} ? a : T{1}) : T{0}; }
};
template <class T> void loadExponent(std::byte* frame, const Op& op) {
  T* d = cell<T>(frame, op.result);
  const T* a = cell<T>(frame, op.a);
  const std::int32_t* b = cell<std::int32_t>(frame, op.b);
  for (unsigned lane = 0; lane < laneCount; ++lane)
    d[lane] = canonical(static_cast<T>(__builtin_ldexp(static_cast<double>(a[lane]), b[lane])));
}

// Directed rounding: the mode is the machine's for the time of the loop; volatile keeps the arithmetic between the two switches.
class RoundingMode {
public:
  explicit RoundingMode(std::uint32_t mode) : saved_(std::fegetround()) { std::fesetround(static_cast<int>(mode)); }
  ~RoundingMode() { std::fesetround(saved_); }
  RoundingMode(const RoundingMode&) = delete;
  RoundingMode& operator=(const RoundingMode&) = delete;

private:
  int saved_;
};
enum class Arithmetic { Add, Mul, Div, Fma, Root };
template <Arithmetic kind, class T> void rounded(std::byte* frame, const Op& op) {
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

// --- casts

template <class To, class From> void zeroExtend(std::byte* frame, const Op& op) {
  To* d = cell<To>(frame, op.result);
  const From* a = cell<From>(frame, op.a);
  GEVO_LANES d[lane] = a[lane];
}
template <class To, class From> void signExtend(std::byte* frame, const Op& op) {
  To* d = cell<To>(frame, op.result);
  const From* a = cell<From>(frame, op.a);
  const unsigned bits = op.bits;
  const To mask = lowMask<To>(op.extra);
  GEVO_LANES d[lane] = static_cast<To>(static_cast<std::make_signed_t<To>>(extended(a[lane], bits))) & mask;
}
template <class To, class From> void narrow(std::byte* frame, const Op& op) {
  To* d = cell<To>(frame, op.result);
  const From* a = cell<From>(frame, op.a);
  const To mask = lowMask<To>(op.bits);
  GEVO_LANES d[lane] = static_cast<To>(a[lane]) & mask;
}
template <class T> void maskToInt(std::byte* frame, const Op& op) {
  T* d = cell<T>(frame, op.result);
  const T mask = *cell<Mask>(frame, op.a);
  GEVO_LANES d[lane] = (mask >> lane) & 1;
}
template <class T> void maskToOnes(std::byte* frame, const Op& op) {
  T* d = cell<T>(frame, op.result);
  const T mask = *cell<Mask>(frame, op.a);
  const T ones = lowMask<T>(op.bits);
  GEVO_LANES d[lane] = (mask & (T{1} << lane)) ? ones : T{0};
}
template <class T> void intToMask(std::byte* frame, const Op& op) {
  const T* a = cell<T>(frame, op.a);
  T mask = 0;
  GEVO_LANES mask |= (a[lane] & 1) << lane;
  *cell<Mask>(frame, op.result) = static_cast<Mask>(mask);
}
template <class F, class I> void signedToFloat(std::byte* frame, const Op& op) {
  F* d = cell<F>(frame, op.result);
  const I* a = cell<I>(frame, op.a);
  const unsigned bits = op.bits;
  GEVO_LANES d[lane] = static_cast<F>(extended(a[lane], bits));
}
template <class F, class I> void unsignedToFloat(std::byte* frame, const Op& op) {
  F* d = cell<F>(frame, op.result);
  const I* a = cell<I>(frame, op.a);
  GEVO_LANES d[lane] = static_cast<F>(a[lane]);
}
template <class F, class I> void floatToSigned(std::byte* frame, const Op& op) {
  I* d = cell<I>(frame, op.result);
  const F* a = cell<F>(frame, op.a);
  const unsigned bits = op.bits;
  const I mask = lowMask<I>(bits);
  const I largest = mask >> 1;
  const F limit = static_cast<F>(I{1} << (bits - 1));
  for (unsigned lane = 0; lane < laneCount; ++lane) {
    const F x = a[lane];
    I value = 0;
    if (x >= limit)
      value = largest;
    else if (x < -limit)
      value = largest + 1;
    else if (x == x)
      value = static_cast<I>(static_cast<std::make_signed_t<I>>(x));
    d[lane] = value & mask;
  }
}
template <class F, class I> void floatToUnsigned(std::byte* frame, const Op& op) {
  I* d = cell<I>(frame, op.result);
  const F* a = cell<F>(frame, op.a);
  const unsigned bits = op.bits;
  const I mask = lowMask<I>(bits);
  const F limit = static_cast<F>(I{1} << (bits - 1)) * F{2};
  for (unsigned lane = 0; lane < laneCount; ++lane) {
    const F x = a[lane];
    d[lane] = x >= limit ? mask : (x > F{0} ? static_cast<I>(x) & mask : I{0});
  }
}
void floatExtend(std::byte* frame, const Op& op) {
  double* d = cell<double>(frame, op.result);
  const float* a = cell<float>(frame, op.a);
  GEVO_LANES d[lane] = canonical(static_cast<double>(a[lane]));
}
void floatTruncate(std::byte* frame, const Op& op) {
  float* d = cell<float>(frame, op.result);
  const double* a = cell<double>(frame, op.a);
  GEVO_LANES d[lane] = canonical(static_cast<float>(a[lane]));
}
void floatTruncateToZero(std::byte* frame, const Op& op) {
  const RoundingMode mode(FE_TOWARDZERO);
  for (unsigned lane = 0; lane < laneCount; ++lane) {
    const volatile double a = cell<double>(frame, op.a)[lane];
    const volatile float r = static_cast<float>(a);
    cell<float>(frame, op.result)[lane] = canonical(static_cast<float>(r));
  }
}
template <unsigned shift> void halfOfDouble(std::byte* frame, const Op& op) {
  std::uint32_t* d = cell<std::uint32_t>(frame, op.result);
  const std::uint64_t* a = cell<std::uint64_t>(frame, op.a);
  GEVO_LANES d[lane] = static_cast<std::uint32_t>(a[lane] >> shift);
}
void joinWords(std::byte* frame, const Op& op) {
  std::uint64_t* d = cell<std::uint64_t>(frame, op.result);
  const std::uint32_t* a = cell<std::uint32_t>(frame, op.a);
  const std::uint32_t* b = cell<std::uint32_t>(frame, op.b);
  GEVO_LANES d[lane] = a[lane] | static_cast<std::uint64_t>(b[lane]) << 32;
}

// --- masks, selection, addresses

void maskAnd(std::byte* frame, const Op& op) { *cell<Mask>(frame, op.result) = *cell<Mask>(frame, op.a) & *cell<Mask>(frame, op.b); }
void maskOr(std::byte* frame, const Op& op) { *cell<Mask>(frame, op.result) = *cell<Mask>(frame, op.a) | *cell<Mask>(frame, op.b); }
void maskXor(std::byte* frame, const Op& op) { *cell<Mask>(frame, op.result) = *cell<Mask>(frame, op.a) ^ *cell<Mask>(frame, op.b); }
void maskAndNot(std::byte* frame, const Op& op) { *cell<Mask>(frame, op.result) = *cell<Mask>(frame, op.a) & ~*cell<Mask>(frame, op.b); }
void maskOrNot(std::byte* frame, const Op& op) { *cell<Mask>(frame, op.result) = *cell<Mask>(frame, op.a) | ~*cell<Mask>(frame, op.b); }
void maskEqual(std::byte* frame, const Op& op) { *cell<Mask>(frame, op.result) = ~(*cell<Mask>(frame, op.a) ^ *cell<Mask>(frame, op.b)); }

template <class T> void select(std::byte* frame, const Op& op) {
  T* d = cell<T>(frame, op.result);
  const T* a = cell<T>(frame, op.a);
  const T* b = cell<T>(frame, op.b);
  const T mask = *cell<Mask>(frame, op.c);
  GEVO_LANES {
    const T chosen = (mask & (T{1} << lane)) ? a[lane] : b[lane];
    d[lane] = chosen;
  }
}
void selectMask(std::byte* frame, const Op& op) {
  const Mask mask = *cell<Mask>(frame, op.c);
  *cell<Mask>(frame, op.result) = (mask & *cell<Mask>(frame, op.a)) | (~mask & *cell<Mask>(frame, op.b));
}
template <unsigned bytes> void copy(std::byte* frame, const Op& op) { std::memmove(frame + op.result, frame + op.a, bytes); }

template <class Index> void address(std::byte* frame, const Op& op) {
  std::uint64_t* d = cell<std::uint64_t>(frame, op.result);
  const std::uint64_t* a = cell<std::uint64_t>(frame, op.a);
  const Index* b = cell<Index>(frame, op.b);
  const std::uint64_t scale = op.extra;
  GEVO_LANES d[lane] = a[lane] + static_cast<std::uint64_t>(static_cast<std::int64_t>(b[lane])) * scale;
}
void addressOffset(std::byte* frame, const Op& op) {
  std::uint64_t* d = cell<std::uint64_t>(frame, op.result);
  const std::uint64_t* a = cell<std::uint64_t>(frame, op.a);
  const std::uint64_t offset = static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int32_t>(op.extra)));
  GEVO_LANES d[lane] = a[lane] + offset;
}
void permute(std::byte* frame, const Op& op) {
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

#undef GEVO_LANES
} // namespace

void fill(LaneTable& table) {
  using W = std::uint32_t;
  using D = std::uint64_t;
  auto set = [&table](LaneFamily family, std::initializer_list<LaneFunction> variants) {
    std::size_t variant = 0;
    for (LaneFunction function : variants) table[static_cast<std::size_t>(family)][variant++] = function;
  };
#define GEVO_INT(shape, name)                                                                                                              \
  set(LaneFamily::name, {shape<name, W, false>, shape<name, D, false>, shape<name, W, true>, shape<name, D, true>})
#define GEVO_FLOAT(shape, name) set(LaneFamily::name, {shape<name, float>, shape<name, double>})
  GEVO_INT(binaryInt, Add);
  GEVO_INT(binaryInt, Sub);
  GEVO_INT(binaryInt, Mul);
  GEVO_INT(binaryInt, UDiv);
  GEVO_INT(binaryInt, SDiv);
  GEVO_INT(binaryInt, URem);
  GEVO_INT(binaryInt, SRem);
  GEVO_INT(binaryInt, Shl);
  GEVO_INT(binaryInt, LShr);
  GEVO_INT(binaryInt, AShr);
  GEVO_INT(binaryInt, And);
  GEVO_INT(binaryInt, Or);
  GEVO_INT(binaryInt, Xor);
  GEVO_INT(binaryInt, SMin);
  GEVO_INT(binaryInt, SMax);
  GEVO_INT(binaryInt, UMin);
  GEVO_INT(binaryInt, UMax);
  GEVO_INT(binaryInt, UAddSat);
  GEVO_INT(binaryInt, USubSat);
  GEVO_INT(binaryInt, SAddSat);
  GEVO_INT(binaryInt, SSubSat);
  GEVO_INT(binaryInt, UMulHigh);
  GEVO_INT(binaryInt, SMulHigh);
  GEVO_INT(unaryInt, Abs);
  GEVO_INT(unaryInt, PopulationCount);
  GEVO_INT(unaryInt, LeadingZeros);
  GEVO_INT(unaryInt, TrailingZeros);
  GEVO_INT(unaryInt, ByteSwap);
  GEVO_INT(unaryInt, BitReverse);
  GEVO_INT(ternaryInt, FunnelLeft);
  GEVO_INT(ternaryInt, FunnelRight);
  GEVO_INT(compareInt, Equal);
  GEVO_INT(compareInt, NotEqual);
  GEVO_INT(compareInt, ULess);
  GEVO_INT(compareInt, ULessEqual);
  GEVO_INT(compareInt, SLess);
  GEVO_INT(compareInt, SLessEqual);
  GEVO_INT(compareInt, UAddOverflow);
  GEVO_INT(compareInt, USubOverflow);
  GEVO_INT(compareInt, UMulOverflow);
  GEVO_INT(compareInt, SAddOverflow);
  GEVO_INT(compareInt, SSubOverflow);
  GEVO_INT(compareInt, SMulOverflow);
  GEVO_FLOAT(binaryFloat, FAdd);
  GEVO_FLOAT(binaryFloat, FSub);
  GEVO_FLOAT(binaryFloat, FMul);
  GEVO_FLOAT(binaryFloat, FDiv);
  GEVO_FLOAT(binaryFloat, FRem);
  GEVO_FLOAT(binaryFloat, FMinNumber);
  GEVO_FLOAT(binaryFloat, FMaxNumber);
  GEVO_FLOAT(binaryFloat, FMinimum);
  GEVO_FLOAT(binaryFloat, FMaximum);
  GEVO_FLOAT(binaryFloat, CopySign);
  GEVO_FLOAT(binaryFloat, Power);
  GEVO_FLOAT(unaryFloat, FNegate);
  GEVO_FLOAT(unaryFloat, FAbsolute);
  GEVO_FLOAT(unaryFloat, Floor);
  GEVO_FLOAT(unaryFloat, Ceiling);
  GEVO_FLOAT(unaryFloat, Truncate);
  GEVO_FLOAT(unaryFloat, RoundEven);
  GEVO_FLOAT(unaryFloat, RoundAway);
  GEVO_FLOAT(unaryFloat, SquareRoot);
  GEVO_FLOAT(unaryFloat, ReciprocalRoot);
  GEVO_FLOAT(unaryFloat, Reciprocal);
  GEVO_FLOAT(unaryFloat, Exp2);
  GEVO_FLOAT(unaryFloat, Log2);
  GEVO_FLOAT(unaryFloat, Sine);
  GEVO_FLOAT(unaryFloat, Cosine);
  GEVO_FLOAT(unaryFloat, Tanh);
  GEVO_FLOAT(unaryFloat, Saturate);
  GEVO_FLOAT(unaryFloat, Exp);
  GEVO_FLOAT(unaryFloat, Log);
  GEVO_FLOAT(unaryFloat, Log10);
  GEVO_FLOAT(compareFloat, OrderedEqual);
  GEVO_FLOAT(compareFloat, OrderedLess);
  GEVO_FLOAT(compareFloat, OrderedLessEqual);
  GEVO_FLOAT(compareFloat, OrderedNotEqual);
  GEVO_FLOAT(compareFloat, Ordered);
  GEVO_FLOAT(compareFloat, UnorderedEqual);
  GEVO_FLOAT(compareFloat, UnorderedLess);
  GEVO_FLOAT(compareFloat, UnorderedLessEqual);
  GEVO_FLOAT(compareFloat, UnorderedNotEqual);
  GEVO_FLOAT(compareFloat, Unordered);
#undef GEVO_INT
#undef GEVO_FLOAT
  set(LaneFamily::Fma, {fusedMultiplyAdd<float>, fusedMultiplyAdd<double>});
  set(LaneFamily::LoadExponent, {loadExponent<float>, loadExponent<double>});
  set(LaneFamily::RoundedAdd, {rounded<Arithmetic::Add, float>, rounded<Arithmetic::Add, double>});
  set(LaneFamily::RoundedMul, {rounded<Arithmetic::Mul, float>, rounded<Arithmetic::Mul, double>});
  set(LaneFamily::RoundedDiv, {rounded<Arithmetic::Div, float>, rounded<Arithmetic::Div, double>});
  set(LaneFamily::RoundedFma, {rounded<Arithmetic::Fma, float>, rounded<Arithmetic::Fma, double>});
  set(LaneFamily::RoundedRoot, {rounded<Arithmetic::Root, float>, rounded<Arithmetic::Root, double>});
  set(LaneFamily::ZeroExtend, {zeroExtend<D, W>});
  set(LaneFamily::SignExtend, {signExtend<W, W>, signExtend<D, W>, signExtend<D, D>});
  set(LaneFamily::Narrow, {narrow<W, W>, narrow<W, D>, narrow<D, D>});
  set(LaneFamily::MaskToInt, {maskToInt<W>, maskToInt<D>});
  set(LaneFamily::MaskToOnes, {maskToOnes<W>, maskToOnes<D>});
  set(LaneFamily::IntToMask, {intToMask<W>, intToMask<D>});
  set(LaneFamily::SignedToFloat, {signedToFloat<float, W>, signedToFloat<float, D>, signedToFloat<double, W>, signedToFloat<double, D>});
  set(LaneFamily::UnsignedToFloat,
      {unsignedToFloat<float, W>, unsignedToFloat<float, D>, unsignedToFloat<double, W>, unsignedToFloat<double, D>});
  set(LaneFamily::FloatToSigned, {floatToSigned<float, W>, floatToSigned<float, D>, floatToSigned<double, W>, floatToSigned<double, D>});
  set(LaneFamily::FloatToUnsigned,
      {floatToUnsigned<float, W>, floatToUnsigned<float, D>, floatToUnsigned<double, W>, floatToUnsigned<double, D>});
  set(LaneFamily::FloatExtend, {floatExtend});
  set(LaneFamily::FloatTruncate, {floatTruncate, floatTruncateToZero});
  set(LaneFamily::HighWord, {halfOfDouble<32>});
  set(LaneFamily::LowWord, {halfOfDouble<0>});
  set(LaneFamily::JoinWords, {joinWords});
  set(LaneFamily::MaskAnd, {maskAnd});
  set(LaneFamily::MaskOr, {maskOr});
  set(LaneFamily::MaskXor, {maskXor});
  set(LaneFamily::MaskAndNot, {maskAndNot});
  set(LaneFamily::MaskOrNot, {maskOrNot});
  set(LaneFamily::MaskEqual, {maskEqual});
  set(LaneFamily::Select, {select<W>, select<D>, selectMask});
  set(LaneFamily::Copy, {copy<128>, copy<256>, copy<4>});
  set(LaneFamily::Address, {address<std::int32_t>, address<std::uint32_t>, address<std::uint64_t>});
  set(LaneFamily::AddressOffset, {addressOffset});
  set(LaneFamily::Permute, {permute});
}
