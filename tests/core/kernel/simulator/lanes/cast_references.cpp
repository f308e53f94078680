#include "tests/core/kernel/simulator/lanes/float_forms.h"

#include <array>

namespace gevo::sim::testing {

namespace {

Reference cast(Form to, std::vector<Form> from, std::vector<Setting> settings, std::function<std::uint64_t(const Operands&)> bits) {
  Reference reference;
  reference.result = to;
  reference.operands = std::move(from);
  reference.settings = std::move(settings);
  reference.bits = std::move(bits);
  reference.narrow = true;
  return reference;
}

std::uint64_t lowBits(std::uint64_t value, unsigned bits) { return bits >= 64 ? value : value % (std::uint64_t{1} << bits); }
std::int64_t signedOf(std::uint64_t value, unsigned bits) {
  if (bits >= 64) return static_cast<std::int64_t>(value);
  const bool negative = value >= std::uint64_t{1} << (bits - 1);
  return static_cast<std::int64_t>(negative ? value - (std::uint64_t{1} << bits) : value);
}

Reference signExtended(Form to, Form from, std::vector<Setting> settings) {
  return cast(to, {from}, std::move(settings),
              [](const Operands& v) { return lowBits(static_cast<std::uint64_t>(signedOf(v.a, v.setting.bits)), v.setting.extra); });
}

Reference cut(Form to, Form from, std::vector<Setting> settings) {
  Reference reference = cast(to, {from}, std::move(settings), [](const Operands& v) { return lowBits(v.a, v.setting.bits); });
  reference.narrow = false;
  return reference;
}

constexpr std::array<std::pair<Form, Form>, 4> floatAndInteger{
    {{Form::Single, Form::Word}, {Form::Single, Form::Wide}, {Form::Double, Form::Word}, {Form::Double, Form::Wide}}};

std::vector<unsigned> widths(Form integer) {
  return integer == Form::Word ? std::vector<unsigned>{8, 16, 24, 32} : std::vector<unsigned>{33, 40, 63, 64};
}

std::vector<Setting> settingsOf(Form integer, const std::vector<std::uint32_t>& extras) {
  std::vector<Setting> settings;
  for (const unsigned bits : widths(integer))
    for (const std::uint32_t extra : extras) settings.push_back({bits, extra});
  return settings;
}

const std::vector<std::uint32_t>& roundings() {
  static const std::vector<std::uint32_t> modes{FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
  return modes;
}

/// The number is rounded once: a float from a double would be twice.
template <class Number> std::uint64_t floatBits(Form form, Number number, int mode) {
  volatile Number passed = number;
  if (form == Form::Double) return bitsOf(form, withRounding(mode, [&] { return static_cast<double>(passed); }));
  return bitsOf(form, static_cast<double>(withRounding(mode, [&] { return static_cast<float>(passed); })));
}

std::vector<Reference> integerToFloat(bool isSigned, bool rounds) {
  std::vector<Reference> references;
  for (const auto& [to, from] : floatAndInteger)
    references.push_back(cast(to, {from}, settingsOf(from, rounds ? roundings() : std::vector<std::uint32_t>{0}), [=](const Operands& v) {
      const int mode = rounds ? static_cast<int>(v.setting.extra) : FE_TONEAREST;
      return isSigned ? floatBits(to, signedOf(v.a, v.setting.bits), mode) : floatBits(to, v.a, mode);
    }));
  return references;
}

/// Halves: of the integer's two exact parts.
std::vector<Reference> integerToSmall(bool isSigned) {
  std::vector<Reference> references;
  for (const Form to : {Form::Half, Form::Brain})
    for (const Form from : {Form::Word, Form::Wide})
      references.push_back(cast(to, {from}, settingsOf(from, {0}), [=](const Operands& v) {
        const std::int64_t number = isSigned ? signedOf(v.a, v.setting.bits) : 0;
        const std::uint64_t size = number < 0 ? 0 - static_cast<std::uint64_t>(number) : v.a;
        const double sign = number < 0 ? -1 : 1;
        const std::array<double, 2> parts{sign * static_cast<double>(size >> 32) * 0x1p32, sign * static_cast<double>(size & 0xffffffff)};
        return smallOf(to).roundedSum(parts, FE_TONEAREST);
      }));
  return references;
}

std::vector<Reference> floatToInteger(bool isSigned) {
  std::vector<Reference> references;
  for (const auto& [from, to] : floatAndInteger)
    references.push_back(cast(to, {from}, settingsOf(to, {0, 1}), [=](const Operands& v) {
      const unsigned bits = v.setting.bits;
      const double whole = std::trunc(numberOf(from, v.a));
      if (std::isnan(whole)) return v.setting.extra != 0 ? std::uint64_t{1} << (bits - 1) : std::uint64_t{0};
      const double least = isSigned ? -std::ldexp(1.0, static_cast<int>(bits) - 1) : 0;
      const double above = std::ldexp(1.0, static_cast<int>(bits) - (isSigned ? 1 : 0)); // the largest, and 1
      if (whole >= above) return lowBits(~std::uint64_t{0}, bits - (isSigned ? 1 : 0));
      if (whole <= least) return isSigned ? std::uint64_t{1} << (bits - 1) : std::uint64_t{0};
      const auto size = static_cast<std::uint64_t>(std::fabs(whole));
      return lowBits(whole < 0 ? 0 - size : size, bits);
    }));
  return references;
}

std::vector<Reference> smallOfFloat() {
  std::vector<Reference> references;
  for (const Form to : {Form::Half, Form::Brain})
    for (const Form from : {Form::Single, Form::Double})
      references.push_back(cast(to, {from}, {{}}, [=](const Operands& v) { return bitsOf(to, numberOf(from, v.a)); }));
  return references;
}

Reference floatOf(Form to, Form from) {
  return cast(to, {from}, {{}}, [=](const Operands& v) { return bitsOf(to, numberOf(from, v.a)); });
}

std::vector<Setting> modes() {
  std::vector<Setting> settings;
  for (const std::uint32_t mode : roundings()) settings.push_back({32, mode});
  return settings;
}

Reference roundedFloat(Form to, Form from) {
  return cast(to, {from}, modes(), [=](const Operands& v) {
    const int mode = static_cast<int>(v.setting.extra);
    return isSmall(to) ? smallOf(to).rounded(numberOf(from, v.a), mode) : floatBits(to, numberOf(from, v.a), mode);
  });
}

Reference whole(Form to, std::vector<Form> from, std::function<std::uint64_t(const Operands&)> bits) {
  Reference reference = cast(to, std::move(from), {{}}, std::move(bits));
  reference.narrow = false;
  return reference;
}

} // namespace

std::vector<Reference> castReferences(LaneFamily family) {
  using F = LaneFamily;
  const auto same = [](const Operands& v) { return v.a; };
  switch (family) {
  case F::ZeroExtend:
    return {whole(Form::Wide, {Form::Word}, same)};
  case F::SignExtend:
    return {signExtended(Form::Word, Form::Word, {{8, 16}, {8, 32}, {16, 24}, {16, 32}, {31, 32}}),
            signExtended(Form::Wide, Form::Word, {{8, 64}, {16, 48}, {32, 64}, {32, 33}}),
            signExtended(Form::Wide, Form::Wide, {{33, 64}, {40, 48}, {63, 64}})};
  case F::Narrow:
    return {cut(Form::Word, Form::Word, {{1, 0}, {8, 0}, {16, 0}, {31, 0}}), cut(Form::Word, Form::Wide, {{8, 0}, {16, 0}, {32, 0}}),
            cut(Form::Wide, Form::Wide, {{33, 0}, {48, 0}, {63, 0}})};
  case F::MaskToInt:
    return {whole(Form::Word, {Form::Mask}, same), whole(Form::Wide, {Form::Mask}, same)};
  case F::MaskToOnes: {
    const auto ones = [](const Operands& v) { return v.a != 0 ? lowBits(~std::uint64_t{0}, v.setting.bits) : 0; };
    return {cast(Form::Word, {Form::Mask}, {{8, 0}, {24, 0}, {32, 0}}, ones), cast(Form::Wide, {Form::Mask}, {{33, 0}, {64, 0}}, ones)};
  }
  case F::IntToMask: {
    const auto odd = [](const Operands& v) { return v.a % 2; };
    return {whole(Form::Mask, {Form::Word}, odd), whole(Form::Mask, {Form::Wide}, odd)};
  }
  case F::SignedToFloat:
    return integerToFloat(true, false);
  case F::UnsignedToFloat:
    return integerToFloat(false, false);
  case F::RoundedSignedToFloat:
    return integerToFloat(true, true);
  case F::RoundedUnsignedToFloat:
    return integerToFloat(false, true);
  case F::FloatToSigned:
    return floatToInteger(true);
  case F::FloatToUnsigned:
    return floatToInteger(false);
  case F::FloatExtend:
    return {floatOf(Form::Double, Form::Single), floatOf(Form::Single, Form::Half),
            cast(Form::Single, {Form::Brain}, {{}}, [](const Operands& v) { return v.a * 65536; })};
  case F::FloatTruncate:
    return {floatOf(Form::Single, Form::Double), roundedFloat(Form::Single, Form::Double)};
  case F::FloatToSmall:
    return smallOfFloat();
  case F::RoundedFloatToSmall:
    return {roundedFloat(Form::Half, Form::Single), roundedFloat(Form::Brain, Form::Single)};
  case F::SignedToSmall:
    return integerToSmall(true);
  case F::UnsignedToSmall:
    return integerToSmall(false);
  case F::UpperHalf:
    return {whole(Form::Word, {Form::Word}, [](const Operands& v) { return v.a / 65536; })};
  case F::JoinHalves:
    return {whole(Form::Word, {Form::Half, Form::Half}, [](const Operands& v) { return v.b * 65536 + v.a; })};
  case F::HighWord:
    return {whole(Form::Word, {Form::Wide}, [](const Operands& v) { return v.a / 4294967296; })};
  case F::LowWord:
    return {whole(Form::Word, {Form::Wide}, [](const Operands& v) { return v.a % 4294967296; })};
  case F::JoinWords:
    return {whole(Form::Wide, {Form::Word, Form::Word}, [](const Operands& v) { return v.b * 4294967296 + v.a; })};
  default:
    return {};
  }
}

} // namespace gevo::sim::testing
