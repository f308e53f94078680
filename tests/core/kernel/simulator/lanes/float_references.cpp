#include "tests/core/kernel/simulator/lanes/float_forms.h"

#include <array>

namespace gevo::sim::testing {

namespace {

Reference reference(Form form, std::size_t operands, std::function<std::uint64_t(const Operands&)> bits) {
  Reference result;
  result.result = form;
  result.operands.assign(operands, form);
  result.bits = std::move(bits);
  return result;
}

/// One function for float and double; halves take the double one, exact or so close that rounding it again is rounding once.
template <class Function> std::vector<Reference> floating(std::size_t operands, Function function) {
  std::vector<Reference> references;
  for (const Form form : floatForms)
    references.push_back(reference(form, operands, [=](const Operands& v) {
      if (form != Form::Single) return bitsOf(form, function(numberOf(form, v.a), numberOf(form, v.b)));
      const auto single = [](std::uint64_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); };
      const float result = function(single(v.a), single(v.b));
      return bitsOf(form, static_cast<double>(result));
    }));
  return references;
}

/// a * b + c, of halves by the exact sum.
std::vector<Reference> sums(std::size_t operands, std::array<double, 3> (*terms)(double a, double b, double c)) {
  std::vector<Reference> references;
  for (const Form form : floatForms)
    references.push_back(reference(form, operands, [=](const Operands& v) {
      const auto [a, b, c] = terms(numberOf(form, v.a), numberOf(form, v.b), numberOf(form, v.c));
      if (form == Form::Single)
        return bitsOf(form, static_cast<double>(std::fma(static_cast<float>(a), static_cast<float>(b), static_cast<float>(c))));
      if (form == Form::Double) return bitsOf(form, std::fma(a, b, c));
      const std::array<double, 2> exact{a * b, c};
      return smallOf(form).roundedSum(exact, FE_TONEAREST);
    }));
  return references;
}

/// By the bits: the order of numbers is that of their bits as sign and size, -0 being below +0.
std::vector<Reference> extreme(bool isMaximum, bool keepsNan) {
  std::vector<Reference> references;
  for (const Form form : floatForms)
    references.push_back(reference(form, 2, [=](const Operands& v) {
      const bool aIsNan = isNanBits(form, v.a), bIsNan = isNanBits(form, v.b);
      if ((aIsNan && bIsNan) || (keepsNan && (aIsNan || bIsNan))) return nanBits(form);
      if (aIsNan || bIsNan) return aIsNan ? v.b : v.a;
      const auto order = [form](std::uint64_t bits) {
        const auto size = static_cast<std::int64_t>(bits & (signBit(form) - 1));
        return (bits & signBit(form)) != 0 ? -1 - size : size;
      };
      return (order(v.a) > order(v.b)) == isMaximum ? v.a : v.b;
    }));
  return references;
}

std::vector<Reference> onBits(std::size_t operands, std::uint64_t (*function)(Form form, const Operands& v)) {
  std::vector<Reference> references;
  for (const Form form : floatForms) references.push_back(reference(form, operands, [=](const Operands& v) { return function(form, v); }));
  return references;
}

/// Bits: 1 less, 2 equal, 4 greater, 8 unordered.
std::vector<Reference> comparison(unsigned relations) {
  std::vector<Reference> references;
  for (const Form form : floatForms) {
    references.push_back(reference(form, 2, [=](const Operands& v) {
      const double a = numberOf(form, v.a), b = numberOf(form, v.b);
      const unsigned relation = std::isnan(a) || std::isnan(b) ? 8 : a < b ? 1 : a == b ? 2 : 4;
      return std::uint64_t{(relations & relation) != 0};
    }));
    references.back().result = Form::Mask;
  }
  return references;
}

std::vector<Setting> roundings() {
  std::vector<Setting> settings;
  for (const int mode : {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD}) settings.push_back({32, static_cast<std::uint32_t>(mode)});
  return settings;
}

/// For float and double, with the machine rounding so; operands pass through memory, so that nothing is computed beforehand.
template <class Function> std::vector<Reference> rounded(std::size_t operands, Function function) {
  const auto run = [=]<class T, class Bits>(T, Bits, const Operands& v) {
    volatile T a = std::bit_cast<T>(static_cast<Bits>(v.a)), b = std::bit_cast<T>(static_cast<Bits>(v.b)),
               c = std::bit_cast<T>(static_cast<Bits>(v.c));
    return static_cast<double>(withRounding(static_cast<int>(v.setting.extra), [&] { return function(T{a}, T{b}, T{c}); }));
  };
  std::vector<Reference> references = {
      reference(Form::Single, operands, [=](const Operands& v) { return bitsOf(Form::Single, run(float{}, std::uint32_t{}, v)); }),
      reference(Form::Double, operands, [=](const Operands& v) { return bitsOf(Form::Double, run(double{}, std::uint64_t{}, v)); })};
  for (Reference& each : references) each.settings = roundings();
  return references;
}

std::vector<Reference> classes() {
  std::vector<Reference> references;
  for (const Form form : floatForms) {
    references.push_back(reference(form, 1, [=](const Operands& v) {
      const bool negative = (v.a & signBit(form)) != 0;
      const std::uint64_t size = v.a & (signBit(form) - 1);
      const bool quiet = (v.a >> (fractionBits(form) - 1) & 1) != 0;
      const unsigned number = size > infinityBits(form)                       ? (quiet ? 1 : 0)
                              : size == infinityBits(form)                    ? (negative ? 2 : 9)
                              : size == 0                                     ? (negative ? 5 : 6)
                              : size < std::uint64_t{1} << fractionBits(form) ? (negative ? 4 : 7)
                                                                              : (negative ? 3 : 8);
      return std::uint64_t{v.setting.extra >> number & 1};
    }));
    references.back().result = Form::Mask;
    references.back().settings.clear();
    for (unsigned number = 0; number < 10; ++number) references.back().settings.push_back({32, 1U << number});
    references.back().settings.push_back({32, 0x264});
  }
  return references;
}

std::vector<Reference> scaled() {
  std::vector<Reference> references = floating(2, [](auto a, auto) { return a; });
  for (std::size_t i = 0; i < references.size(); ++i) {
    const Form form = floatForms[i];
    references[i].operands[1] = Form::Word;
    references[i].bits = [=](const Operands& v) {
      const int exponent = static_cast<std::int32_t>(v.b);
      if (form == Form::Single) return bitsOf(form, static_cast<double>(std::ldexp(static_cast<float>(numberOf(form, v.a)), exponent)));
      return bitsOf(form, std::ldexp(numberOf(form, v.a), exponent));
    };
  }
  return references;
}

} // namespace

std::vector<Reference> floatReferences(LaneFamily family) {
  using F = LaneFamily;
  switch (family) {
  case F::FAdd:
    return sums(2, [](double a, double b, double) { return std::array<double, 3>{a, 1, b}; });
  case F::FSub:
    return sums(2, [](double a, double b, double) { return std::array<double, 3>{a, 1, -b}; });
  case F::Fma:
    return sums(3, [](double a, double b, double c) { return std::array<double, 3>{a, b, c}; });
  case F::FMul:
    return floating(2, [](auto a, auto b) { return a * b; });
  case F::FDiv:
    return floating(2, [](auto a, auto b) { return a / b; });
  case F::FRem:
    return floating(2, [](auto a, auto b) { return std::fmod(a, b); });
  case F::FMinNumber:
    return extreme(false, false);
  case F::FMaxNumber:
    return extreme(true, false);
  case F::FMinimum:
    return extreme(false, true);
  case F::FMaximum:
    return extreme(true, true);
  case F::CopySign:
    return onBits(2, [](Form form, const Operands& v) { return (v.a & (signBit(form) - 1)) | (v.b & signBit(form)); });
  case F::FNegate:
    return onBits(1, [](Form form, const Operands& v) { return v.a ^ signBit(form); });
  case F::FAbsolute:
    return onBits(1, [](Form form, const Operands& v) { return v.a & ~signBit(form); });
  case F::FlushSubnormal:
    return onBits(1, [](Form form, const Operands& v) {
      const bool small = (v.a & (signBit(form) - 1)) < std::uint64_t{1} << fractionBits(form);
      return small ? v.a & signBit(form) : v.a;
    });
  case F::Floor:
    return floating(1, [](auto a, auto) { return std::floor(a); });
  case F::Ceiling:
    return floating(1, [](auto a, auto) { return std::ceil(a); });
  case F::Truncate:
    return floating(1, [](auto a, auto) { return std::trunc(a); });
  case F::RoundEven:
    return floating(1, [](auto a, auto) { return std::nearbyint(a); });
  case F::RoundAway:
    return floating(1, [](auto a, auto) { return std::round(a); });
  case F::SquareRoot:
    return floating(1, [](auto a, auto) { return std::sqrt(a); });
  case F::Saturate:
    return floating(1, [](auto a, auto) { return a >= 1 ? decltype(a){1} : a > 0 ? a : decltype(a){0}; });
  case F::LoadExponent:
    return scaled();
  case F::RoundedAdd:
    return rounded(2, [](auto a, auto b, auto) { return a + b; });
  case F::RoundedMul:
    return rounded(2, [](auto a, auto b, auto) { return a * b; });
  case F::RoundedDiv:
    return rounded(2, [](auto a, auto b, auto) { return a / b; });
  case F::RoundedFma:
    return rounded(3, [](auto a, auto b, auto c) { return std::fma(a, b, c); });
  case F::RoundedRoot:
    return rounded(1, [](auto a, auto, auto) { return std::sqrt(a); });
  case F::OrderedEqual:
    return comparison(2);
  case F::OrderedLess:
    return comparison(1);
  case F::OrderedLessEqual:
    return comparison(1 | 2);
  case F::OrderedNotEqual:
    return comparison(1 | 4);
  case F::Ordered:
    return comparison(1 | 2 | 4);
  case F::UnorderedEqual:
    return comparison(8 | 2);
  case F::UnorderedLess:
    return comparison(8 | 1);
  case F::UnorderedLessEqual:
    return comparison(8 | 1 | 2);
  case F::UnorderedNotEqual:
    return comparison(8 | 1 | 4);
  case F::Unordered:
    return comparison(8);
  case F::IsClass:
    return classes();
  default:
    return {};
  }
}

} // namespace gevo::sim::testing
