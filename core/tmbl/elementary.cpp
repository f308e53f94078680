/// Arguments are reduced as Cody and Waite 1980 have it: a constant such as pi / 2 is a sum of parts, the first of so few bits that its
/// product with a whole number is exact. The polynomials were fitted to the reduced interval by least squares, weighted until the largest
/// relative error was least, and then rounded to float32.

#include "core/tmbl/elementary.h"

#include <array>
#include <bit>

namespace gevo::tmbl {

namespace {

constexpr std::uint32_t one = std::bit_cast<std::uint32_t>(1.0F);
constexpr std::uint32_t signBit = 0x80000000;
constexpr std::uint32_t mantissaBits = 23;
constexpr std::uint32_t mantissa = (1U << mantissaBits) - 1;

/// Added to a number below 2^22 in size, it leaves the nearest whole number in the last bits of the sum.
constexpr float rounder = 0x1.8p23F;

constexpr float logTwoHigh = 0.693145751953125F;
constexpr float logTwoLow = 1.428606765330187e-06F;

struct Steps {
  CodeBuilder& code;

  Value of(float value) const { return code.constant(value); }
  Value bits(std::uint32_t value) const { return code.bits(value); }
  Value add(Value a, Value b) const { return code.step(StepKind::Add, a, b); }
  Value subtract(Value a, Value b) const { return code.step(StepKind::Subtract, a, b); }
  Value multiply(Value a, Value b) const { return code.step(StepKind::Multiply, a, b); }
  Value fused(Value a, Value b, Value c) const { return code.step(StepKind::MultiplyAdd, a, b, c); }
  Value select(Value positive, Value then, Value otherwise) const { return code.step(StepKind::Select, positive, then, otherwise); }
  Value both(Value a, std::uint32_t b) const { return code.step(StepKind::And, a, bits(b)); }
  Value addBits(Value a, std::uint32_t b) const { return code.step(StepKind::AddBits, a, bits(b)); }
  Value shiftLeft(Value a, std::uint32_t by) const { return code.step(StepKind::ShiftLeft, a, bits(by)); }
  Value size(Value a) const { return both(a, ~signBit); }

  /// Coefficients by rising power.
  template <std::size_t count> Value polynomial(const std::array<float, count>& coefficients, Value x) const {
    Value sum = of(coefficients[count - 1]);
    for (std::size_t i = count - 1; i-- > 0;) sum = fused(sum, x, of(coefficients[i]));
    return sum;
  }
};

/// `quarters`: added to the count of quarter turns.
Value wave(CodeBuilder& code, Value x, std::uint32_t quarters) {
  constexpr float farthest = 65536;
  constexpr float twoByPi = 0.6366197466850281F;
  constexpr std::array halfPi{1.5703125F, 0.0004837512969970703F, 7.549790126404332e-08F};
  constexpr std::array sineTail{-0.16666653752326965F, 0.008332131430506706F, -0.0001951083104358986F};
  constexpr std::array cosineTail{0.04166664555668831F, -0.0013887305976822972F, 2.443119046802167e-05F};
  const Steps s{code};
  const Value sum = s.fused(x, s.of(twoByPi), s.of(rounder));
  const Value turns = s.subtract(sum, s.of(rounder));
  Value rest = x;
  for (const float part : halfPi) rest = s.fused(turns, s.of(-part), rest);
  const Value square = s.multiply(rest, rest);
  const Value sineValue = s.fused(s.multiply(rest, square), s.polynomial(sineTail, square), rest);
  const Value cosineValue = s.fused(s.multiply(square, square), s.polynomial(cosineTail, square), s.fused(s.of(-0.5F), square, s.of(1)));
  const Value quadrant = quarters == 0 ? sum : s.addBits(sum, quarters);
  const Value odd = code.step(StepKind::FromInteger, s.both(quadrant, 1));
  const Value sign = s.both(s.shiftLeft(quadrant, 30), signBit);
  const Value value = code.step(StepKind::Xor, s.select(odd, cosineValue, sineValue), sign);
  return s.select(s.subtract(s.of(farthest), s.size(x)), value, s.multiply(x, s.of(0)));
}

} // namespace

Value exponential(CodeBuilder& code, Value x) {
  constexpr float largest = 88;
  constexpr float least = -87;
  constexpr float perLogTwo = 1.4426950216293335F;
  // exp(r) = 1 + r + r^2 q(r)
  constexpr std::array tail{0.4999999403953552F, 0.16666515171527863F, 0.04166845604777336F, 0.008369420655071735F, 0.0013813144760206342F};
  const Steps s{code};
  const Value upper = s.select(s.subtract(x, s.of(largest)), s.of(largest), x);
  const Value below = s.subtract(s.of(least), upper);
  const Value bounded = s.select(below, s.of(least), upper);
  const Value sum = s.fused(bounded, s.of(perLogTwo), s.of(rounder));
  const Value power = s.subtract(sum, s.of(rounder));
  const Value rest = s.fused(power, s.of(-logTwoLow), s.fused(power, s.of(-logTwoHigh), bounded));
  const Value fraction = s.add(s.fused(s.multiply(rest, rest), s.polynomial(tail, rest), rest), s.of(1));
  const Value scale = s.addBits(s.shiftLeft(sum, mantissaBits), one);
  return s.select(below, s.of(0), s.multiply(fraction, scale));
}

Value logarithm(CodeBuilder& code, Value x) {
  constexpr float leastNormal = 0x1p-126F;
  constexpr float largest = 0x1.fffffep127F;
  constexpr float rootOfTwo = 1.4142135F;
  constexpr float bias = 127;
  // log(1 + f) = f - f^2 / 2 + f^3 p(f)
  constexpr std::array tail{0.3333333134651184F, -0.250008225440979F,   0.20001225173473358F, -0.16623350977897644F,
                            0.1420178860425949F, -0.13160273432731628F, 0.12761393189430237F, -0.0763402208685875F};
  const Steps s{code};
  const Value size = s.size(x);
  const Value subnormal = s.subtract(s.of(leastNormal), size);
  const Value normal = s.select(subnormal, s.multiply(size, s.of(0x1p23F)), size);
  const Value biased = code.step(StepKind::FromInteger, code.step(StepKind::ShiftRight, normal, s.bits(mantissaBits)));
  const Value exponent = s.subtract(biased, s.select(subnormal, s.of(bias + mantissaBits), s.of(bias)));
  const Value significand = s.addBits(s.both(normal, mantissa), one);
  const Value high = s.subtract(significand, s.of(rootOfTwo));
  const Value f = s.subtract(s.select(high, s.multiply(significand, s.of(0.5F)), significand), s.of(1));
  const Value power = s.select(high, s.add(exponent, s.of(1)), exponent);
  const Value square = s.multiply(f, f);
  Value rest = s.multiply(s.multiply(f, square), s.polynomial(tail, f));
  rest = s.fused(power, s.of(logTwoLow), rest);
  rest = s.fused(s.of(-0.5F), square, rest);
  const Value value = s.fused(power, s.of(logTwoHigh), s.add(f, rest));
  const Value finite = s.select(s.subtract(size, s.of(largest)), size, value);
  return s.select(size, finite, size);
}

Value sine(CodeBuilder& code, Value x) { return wave(code, x, 0); }
Value cosine(CodeBuilder& code, Value x) { return wave(code, x, 1); }

} // namespace gevo::tmbl
