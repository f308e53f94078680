// No include guard on purpose, see lane_functions.h. Integers: what one lane computes.

namespace {

// Widths up to 31 (or 33 to 63) are kept zero-extended; `bits` is a constant where the cell is full, so the compiler removes this.
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
// Shifts clamp as PTX does: an amount of at least the width shifts everything out.
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

} // namespace
