#include "tests/core/kernel/simulator/lanes/reference.h"

#include <algorithm>

namespace gevo::sim::testing {

namespace {

/// Every operand and result of up to 64 bits, with room for a product.
__extension__ typedef __int128 Wide;

struct Integer {
  std::uint64_t bits;
  unsigned width;
  Wide number() const { return static_cast<Wide>(bits); }
  Wide signedNumber() const { return bits >> (width - 1) & 1 ? number() - (Wide{1} << width) : number(); }
};

using Function = Wide (*)(Integer a, Integer b, Integer c, Wide modulus);

std::vector<Reference> integer(std::size_t operands, Function function, bool isTruth = false, std::vector<Setting> words = {},
                               std::vector<Setting> wides = {}) {
  if (words.empty()) words = {{2, 0}, {7, 0}, {8, 0}, {16, 0}, {24, 0}, {31, 0}};
  if (wides.empty()) wides = {{33, 0}, {40, 0}, {48, 0}, {63, 0}};
  std::vector<Reference> references;
  for (const std::vector<Setting>& settings : {std::vector<Setting>{{32, 0}}, {{64, 0}}, words, wides}) {
    const Form form = settings[0].bits <= 32 ? Form::Word : Form::Wide;
    Reference reference;
    reference.result = isTruth ? Form::Mask : form;
    reference.operands.assign(operands, form);
    reference.settings = settings;
    reference.narrow = true;
    reference.bits = [function](const Operands& v) {
      const unsigned width = v.setting.bits;
      const Wide result = function({v.a, width}, {v.b, width}, {v.c, width}, Wide{1} << width);
      return static_cast<std::uint64_t>(result & ((Wide{1} << width) - 1));
    };
    references.push_back(std::move(reference));
  }
  return references;
}

Wide power(std::uint64_t exponent) { return exponent < 127 ? Wide{1} << exponent : Wide{0}; }

Wide shiftedLeft(Integer a, Integer b, Integer, Wide) {
  Wide result = a.number();
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(b.bits, a.width); ++i) result = (result * 2) % power(a.width);
  return result;
}
/// Towards minus infinity.
Wide floorDivided(Wide a, Wide by) { return a >= 0 ? a / by : -((-a + by - 1) / by); }

Wide clamped(Wide value, Wide least, Wide most) { return std::clamp(value, least, most); }
Wide leastSigned(Wide modulus) { return -modulus / 2; }
Wide mostSigned(Wide modulus) { return modulus / 2 - 1; }
bool isSigned(Wide value, Wide modulus) { return value >= leastSigned(modulus) && value <= mostSigned(modulus); }

Wide bitCount(Integer a) {
  Wide count = 0;
  for (unsigned i = 0; i < a.width; ++i) count += a.bits >> i & 1;
  return count;
}

/// The bits of `high` and behind them those of `low`, a window of the same width `from` bits below the top.
Wide window(Integer high, Integer low, unsigned from) {
  Wide result = 0;
  for (unsigned i = 0; i < high.width; ++i) {
    const unsigned at = from + i;
    const std::uint64_t bit = at < high.width ? high.bits >> (high.width - 1 - at) & 1 : low.bits >> (2 * high.width - 1 - at) & 1;
    result = result * 2 + bit;
  }
  return result;
}

} // namespace

std::vector<Reference> integerReferences(LaneFamily family) {
  using F = LaneFamily;
  using I = Integer;
  switch (family) {
  case F::Add:
    return integer(2, [](I a, I b, I, Wide) { return a.number() + b.number(); });
  case F::Sub:
    return integer(2, [](I a, I b, I, Wide) { return a.number() - b.number(); });
  case F::Mul:
    return integer(2, [](I a, I b, I, Wide m) { return m > power(32) ? a.signedNumber() * b.signedNumber() : a.number() * b.number(); });
  case F::UDiv: // by zero: all ones
    return integer(2, [](I a, I b, I, Wide) { return b.bits == 0 ? Wide{-1} : a.number() / b.number(); });
  case F::SDiv:
    return integer(2, [](I a, I b, I, Wide) { return b.bits == 0 ? Wide{-1} : a.signedNumber() / b.signedNumber(); });
  case F::URem:
    return integer(2, [](I a, I b, I, Wide) { return b.bits == 0 ? a.number() : a.number() % b.number(); });
  case F::SRem:
    return integer(2, [](I a, I b, I, Wide) { return b.bits == 0 ? a.number() : a.signedNumber() % b.signedNumber(); });
  case F::Shl:
    return integer(2, shiftedLeft);
  case F::LShr:
    return integer(2, [](I a, I b, I, Wide) { return b.bits >= a.width ? Wide{0} : a.number() / power(b.bits); });
  case F::AShr:
    return integer(2, [](I a, I b, I, Wide) { return floorDivided(a.signedNumber(), power(std::min<std::uint64_t>(b.bits, a.width))); });
  case F::And:
    return integer(2, [](I a, I b, I, Wide) { return static_cast<Wide>(a.bits & b.bits); });
  case F::Or:
    return integer(2, [](I a, I b, I, Wide) { return static_cast<Wide>(a.bits | b.bits); });
  case F::Xor:
    return integer(2, [](I a, I b, I, Wide) { return static_cast<Wide>(a.bits ^ b.bits); });
  case F::SMin:
    return integer(2, [](I a, I b, I, Wide) { return std::min(a.signedNumber(), b.signedNumber()); });
  case F::SMax:
    return integer(2, [](I a, I b, I, Wide) { return std::max(a.signedNumber(), b.signedNumber()); });
  case F::UMin:
    return integer(2, [](I a, I b, I, Wide) { return std::min(a.number(), b.number()); });
  case F::UMax:
    return integer(2, [](I a, I b, I, Wide) { return std::max(a.number(), b.number()); });
  case F::UAddSat:
    return integer(2, [](I a, I b, I, Wide m) { return std::min(a.number() + b.number(), m - 1); });
  case F::USubSat:
    return integer(2, [](I a, I b, I, Wide) { return std::max(a.number() - b.number(), Wide{0}); });
  case F::SAddSat:
    return integer(2, [](I a, I b, I, Wide m) { return clamped(a.signedNumber() + b.signedNumber(), leastSigned(m), mostSigned(m)); });
  case F::SSubSat:
    return integer(2, [](I a, I b, I, Wide m) { return clamped(a.signedNumber() - b.signedNumber(), leastSigned(m), mostSigned(m)); });
  case F::UMulHigh: // without the sign bit of 128: schoolbook, by halves of 32 bits
    return integer(2, [](I a, I b, I, Wide m) {
      if (m < power(64)) return a.number() * b.number() / m;
      const Wide half = power(32);
      const Wide low = (a.number() % half) * (b.number() % half) / half;
      const Wide middle = (a.number() / half) * (b.number() % half) + low;
      const Wide other = (a.number() % half) * (b.number() / half) + middle % half;
      return (a.number() / half) * (b.number() / half) + middle / half + other / half;
    });
  case F::SMulHigh:
    return integer(2, [](I a, I b, I, Wide m) { return floorDivided(a.signedNumber() * b.signedNumber(), m); });
  case F::Abs:
    return integer(1, [](I a, I, I, Wide) { return a.signedNumber() < 0 ? -a.signedNumber() : a.signedNumber(); });
  case F::PopulationCount:
    return integer(1, [](I a, I, I, Wide) { return bitCount(a); });
  case F::LeadingZeros:
    return integer(1, [](I a, I, I, Wide) {
      Wide count = 0;
      while (count < a.width && (a.bits >> (a.width - 1 - static_cast<unsigned>(count)) & 1) == 0) ++count;
      return count;
    });
  case F::TrailingZeros:
    return integer(1, [](I a, I, I, Wide) {
      Wide count = 0;
      while (count < a.width && (a.bits >> static_cast<unsigned>(count) & 1) == 0) ++count;
      return count;
    });
  case F::ByteSwap: // of whole pairs of bytes
    return integer(1,
                   [](I a, I, I, Wide) {
                     Wide result = 0;
                     for (unsigned i = 0; i < a.width; i += 8) result = result * 256 + (a.bits >> i & 255);
                     return result;
                   },
                   false, {{16, 0}}, {{48, 0}});
  case F::BitReverse:
    return integer(1, [](I a, I, I, Wide) {
      Wide result = 0;
      for (unsigned i = 0; i < a.width; ++i) result = result * 2 + (a.bits >> i & 1);
      return result;
    });
  case F::FunnelLeft:
    return integer(3, [](I a, I b, I c, Wide) { return window(a, b, static_cast<unsigned>(c.bits % a.width)); });
  case F::FunnelRight:
    return integer(3, [](I a, I b, I c, Wide) { return window(a, b, a.width - static_cast<unsigned>(c.bits % a.width)); });
  case F::Equal:
    return integer(
        2, [](I a, I b, I, Wide) { return Wide{a.bits == b.bits}; }, true);
  case F::NotEqual:
    return integer(
        2, [](I a, I b, I, Wide) { return Wide{a.bits != b.bits}; }, true);
  case F::ULess:
    return integer(
        2, [](I a, I b, I, Wide) { return Wide{a.number() < b.number()}; }, true);
  case F::ULessEqual:
    return integer(
        2, [](I a, I b, I, Wide) { return Wide{a.number() <= b.number()}; }, true);
  case F::SLess:
    return integer(
        2, [](I a, I b, I, Wide) { return Wide{a.signedNumber() < b.signedNumber()}; }, true);
  case F::SLessEqual:
    return integer(
        2, [](I a, I b, I, Wide) { return Wide{a.signedNumber() <= b.signedNumber()}; }, true);
  case F::UAddOverflow:
    return integer(
        2, [](I a, I b, I, Wide m) { return Wide{a.number() + b.number() >= m}; }, true);
  case F::USubOverflow:
    return integer(
        2, [](I a, I b, I, Wide) { return Wide{a.number() - b.number() < 0}; }, true);
  case F::UMulOverflow:
    return integer(
        2, [](I a, I b, I, Wide m) { return Wide{b.bits != 0 && a.number() > (m - 1) / b.number()}; }, true);
  case F::SAddOverflow:
    return integer(
        2, [](I a, I b, I, Wide m) { return Wide{!isSigned(a.signedNumber() + b.signedNumber(), m)}; }, true);
  case F::SSubOverflow:
    return integer(
        2, [](I a, I b, I, Wide m) { return Wide{!isSigned(a.signedNumber() - b.signedNumber(), m)}; }, true);
  case F::SMulOverflow:
    return integer(
        2, [](I a, I b, I, Wide m) { return Wide{!isSigned(a.signedNumber() * b.signedNumber(), m)}; }, true);
  default:
    return {};
  }
}

} // namespace gevo::sim::testing
