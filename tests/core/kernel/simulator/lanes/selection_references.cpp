#include "tests/core/kernel/simulator/lanes/reference.h"

#include <array>

namespace gevo::sim::testing {

namespace {

Reference plain(Form result, std::vector<Form> operands, std::function<std::uint64_t(const Operands&)> bits,
                std::vector<Setting> settings = {{}}) {
  Reference reference;
  reference.result = result;
  reference.operands = std::move(operands);
  reference.bits = std::move(bits);
  reference.settings = std::move(settings);
  return reference;
}

std::vector<Reference> truth(bool (*function)(bool a, bool b)) {
  return {plain(Form::Mask, {Form::Mask, Form::Mask}, [=](const Operands& v) { return std::uint64_t{function(v.a != 0, v.b != 0)}; })};
}

/// PTX's prmt without a mode: each digit of the selector takes one of eight bytes, or that byte's sign eight times.
std::uint64_t permuted(const Operands& v) {
  std::array<std::uint8_t, 8> bytes{};
  for (unsigned i = 0; i < 8; ++i) bytes[i] = static_cast<std::uint8_t>((i < 4 ? v.a : v.b) >> (8 * (i % 4)));
  std::uint64_t result = 0;
  for (unsigned i = 4; i-- > 0;) {
    const auto digit = static_cast<unsigned>(v.c >> (4 * i) & 15);
    const std::uint8_t byte = bytes[digit % 8];
    result = result * 256 + (digit < 8 ? byte : byte >= 128 ? 255 : 0);
  }
  return result;
}

} // namespace

std::vector<Reference> selectionReferences(LaneFamily family) {
  using F = LaneFamily;
  const auto chosen = [](const Operands& v) { return v.c != 0 ? v.a : v.b; };
  const auto same = [](const Operands& v) { return v.a; };
  const std::vector<Setting> scales{{64, 1}, {64, 4}, {64, 12}, {64, 0x80000001}};
  switch (family) {
  case F::MaskAnd:
    return truth([](bool a, bool b) { return a && b; });
  case F::MaskOr:
    return truth([](bool a, bool b) { return a || b; });
  case F::MaskXor:
    return truth([](bool a, bool b) { return a != b; });
  case F::MaskAndNot:
    return truth([](bool a, bool b) { return a && !b; });
  case F::MaskOrNot:
    return truth([](bool a, bool b) { return a || !b; });
  case F::MaskEqual:
    return truth([](bool a, bool b) { return a == b; });
  case F::Select:
    return {plain(Form::Word, {Form::Word, Form::Word, Form::Mask}, chosen),
            plain(Form::Wide, {Form::Wide, Form::Wide, Form::Mask}, chosen),
            plain(Form::Mask, {Form::Mask, Form::Mask, Form::Mask}, chosen)};
  case F::Copy:
    return {plain(Form::Word, {Form::Word}, same), plain(Form::Wide, {Form::Wide}, same), plain(Form::Mask, {Form::Mask}, same)};
  case F::Address:
    return {plain(
                Form::Wide, {Form::Wide, Form::Word},
                [](const Operands& v) { return v.a + (v.b < 0x80000000 ? v.b : v.b - 0x100000000) * v.setting.extra; }, scales),
            plain(
                Form::Wide, {Form::Wide, Form::Word}, [](const Operands& v) { return v.a + v.b * v.setting.extra; }, scales),
            plain(
                Form::Wide, {Form::Wide, Form::Wide}, [](const Operands& v) { return v.a + v.b * v.setting.extra; }, scales)};
  case F::AddressOffset:
    return {plain(
        Form::Wide, {Form::Wide},
        [](const Operands& v) { return v.setting.extra < 0x80000000 ? v.a + v.setting.extra : v.a - (0x100000000 - v.setting.extra); },
        {{64, 0}, {64, 8}, {64, 0x7fffffff}, {64, 0x80000000}, {64, 0xfffffff0}})};
  case F::Permute:
    return {plain(Form::Word, {Form::Word, Form::Word, Form::Word}, permuted)};
  default:
    return {};
  }
}

} // namespace gevo::sim::testing
