#include "tests/core/kernel/simulator/lanes/check.h"
#include "tests/core/kernel/simulator/lanes/float_forms.h"

#include <array>
#include <cstring>
#include <fmt/format.h>
#include <random>

namespace gevo::sim::testing {

namespace {

struct alignas(64) Frame {
  std::byte bytes[1024] = {};
};
constexpr Slot operandSlots[] = {256, 512, 768};

using Lanes = std::array<std::uint64_t, laneCount>;

bool isFloat(Form form) { return form != Form::Mask && form != Form::Word && form != Form::Wide; }
unsigned cellBits(Form form) { return form == Form::Mask ? 1 : form == Form::Wide || form == Form::Double ? 64 : 32; }

void put(Frame& frame, Slot slot, Form form, const Lanes& values) {
  std::uint32_t mask = 0;
  for (unsigned lane = 0; lane < laneCount; ++lane) {
    if (form == Form::Mask)
      mask |= static_cast<std::uint32_t>(values[lane] & 1) << lane;
    else
      std::memcpy(frame.bytes + slot + lane * cellBits(form) / 8, &values[lane], cellBits(form) / 8);
  }
  if (form == Form::Mask) std::memcpy(frame.bytes + slot, &mask, 4);
}

Lanes get(const Frame& frame, Form form) {
  Lanes values{};
  std::uint32_t mask = 0;
  std::memcpy(&mask, frame.bytes, 4);
  for (unsigned lane = 0; lane < laneCount; ++lane) {
    if (form == Form::Mask)
      values[lane] = mask >> lane & 1;
    else
      std::memcpy(&values[lane], frame.bytes + lane * cellBits(form) / 8, cellBits(form) / 8);
  }
  return values;
}

/// Whole numbers at the ends of their range, and about a width, which shifts compare with.
std::vector<std::uint64_t> integerEdges(unsigned bits) {
  std::vector<std::uint64_t> edges{0,          1,          2,         3, 0x5555555555555555, 0xaaaaaaaaaaaaaaaa, 0x0123456789abcdef,
                                   0x80000000, 0x7fffffff, 0xffffffff};
  for (const std::uint64_t about : {std::uint64_t{bits}, std::uint64_t{1} << (bits - 1), std::uint64_t{0}, std::uint64_t{1} << (bits / 2)})
    for (const std::uint64_t near : {about - 1, about, about + 1}) edges.push_back(near);
  return edges;
}

/// Zeros, subnormals, ones, ties, the largest, infinities, NaN; limits of integers; of both signs.
std::vector<std::uint64_t> floatEdges(Form form) {
  const std::uint64_t one = std::uint64_t{1} << fractionBits(form), infinity = infinityBits(form);
  std::vector<std::uint64_t> edges{
      0, 1, one / 2, one - 1, one, one + 1, 2 * one, infinity - 1, infinity - one, infinity, infinity + 1, infinity + one / 2};
  for (const double value : {0.25,
                             0.5,
                             0.75,
                             1.0,
                             1.25,
                             1.5,
                             2.0,
                             2.5,
                             3.0,
                             3.5,
                             0.1,
                             10.0,
                             100.25,
                             127.5,
                             1000.0,
                             65504.0,
                             65519.0,
                             65520.0,
                             1e-5,
                             1e-7,
                             32767.5,
                             2147483647.0,
                             2147483648.0,
                             4294967296.0,
                             9007199254740993.0,
                             9223372036854775808.0,
                             18446744073709551616.0,
                             1e10,
                             1e-20,
                             1e30,
                             3.4028235e38,
                             3.4028236e38,
                             1e-38,
                             1e-40,
                             1e-45,
                             5.9604645e-8,
                             2.9802322e-8,
                             1.00048828125,
                             1.0029296875,
                             1.00390625,
                             1.0039062500000002,
                             1.0000000596046448,
                             0.49999999999999994})
    edges.push_back(bitsOf(form, value));
  const std::size_t count = edges.size();
  for (std::size_t i = 0; i < count; ++i) edges.push_back(edges[i] | signBit(form));
  return edges;
}

class Samples {
public:
  Samples(const Reference& reference, Setting setting) : reference_(reference), setting_(setting) {
    for (const Form form : reference.operands)
      edges_.push_back(isFloat(form) ? floatEdges(form) : integerEdges(form == Form::Mask ? 1 : bitsOf(form)));
  }

  /// One operand of 16 bits is tried with all there are; else every edge with every other, and random ones.
  std::size_t rounds() const {
    if (isExhaustive()) return 65536 / laneCount;
    const std::size_t pairs = edges_.size() == 1 ? edges_[0].size() : edges_[0].size() * edges_[1].size();
    return pairs / laneCount + 1 + (edges_.size() == 3 ? 200 : 60);
  }

  std::array<Lanes, 3> next() {
    std::array<Lanes, 3> values{};
    for (unsigned lane = 0; lane < laneCount; ++lane, ++taken_)
      for (std::size_t i = 0; i < edges_.size(); ++i) values[i][lane] = isExhaustive() ? taken_ % 65536 : cut(i, value(i));
    return values;
  }

private:
  unsigned bitsOf(Form form) const { return reference_.narrow ? std::min(setting_.bits, cellBits(form)) : cellBits(form); }
  bool isExhaustive() const { return edges_.size() == 1 && isSmall(reference_.operands[0]); }

  std::uint64_t value(std::size_t i) {
    const std::vector<std::uint64_t>& edges = edges_[i];
    const std::size_t pair = i == 0 ? taken_ : taken_ / edges_[0].size();
    const std::size_t pairs = edges_[0].size() * (edges_.size() > 1 ? edges_[1].size() : 1);
    if (taken_ < pairs && i < 2) return edges[pair % edges.size()];
    const std::uint64_t kind = engine_();
    if (kind % 4 == 0) return edges[kind / 8 % edges.size()];
    if (kind % 4 == 1 && isFloat(reference_.operands[i])) return nearOne(reference_.operands[i]);
    return engine_() >> (kind % 4 == 2 ? kind / 8 % 64 : 0);
  }
  /// Operands of about the same size cancel, and round.
  std::uint64_t nearOne(Form form) {
    const double value = 1 + static_cast<double>(engine_() >> 11) * 0x1p-53;
    const int scale = static_cast<int>(engine_() % 24) - 12;
    return testing::bitsOf(form, std::ldexp(engine_() % 2 ? value : -value, scale));
  }
  std::uint64_t cut(std::size_t i, std::uint64_t value) const {
    const Form form = reference_.operands[i];
    const unsigned bits = isFloat(form) ? widthOf(form) : form == Form::Mask ? 1 : bitsOf(form);
    return bits >= 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
  }

  const Reference& reference_;
  Setting setting_;
  std::vector<std::vector<std::uint64_t>> edges_;
  std::size_t taken_ = 0;
  std::mt19937_64 engine_{5};
};

/// The distance of two neighbours there.
long double unitAt(Form form, long double value) {
  const int least = form == Form::Double ? -1074 : form == Form::Single ? -149 : 1 - smallOf(form).bias - smallOf(form).fraction;
  int exponent = 0;
  std::frexp(value, &exponent);
  return std::ldexp(1.0L, std::max(exponent - 1 - static_cast<int>(fractionBits(form)), least));
}

bool agrees(const Reference& reference, const Operands& operands, std::uint64_t found) {
  if (!reference.value) return found == reference.bits(operands);
  const long double exact = reference.value(operands);
  const double got = numberOf(reference.result, found);
  const double nearest = numberOf(reference.result, reference.bits(operands));
  if (!std::isfinite(nearest) || !std::isfinite(got)) return found == reference.bits(operands);
  return std::fabs(static_cast<long double>(got) - exact) <=
         static_cast<long double>(reference.units + 0.001) * unitAt(reference.result, exact);
}

std::string firstDifference(const Reference& reference, Setting setting, LaneFunction function) {
  Samples samples(reference, setting);
  for (std::size_t round = samples.rounds(); round-- > 0;) {
    const std::array<Lanes, 3> values = samples.next();
    Frame frame;
    Op op;
    op.bits = static_cast<std::uint8_t>(setting.bits);
    op.extra = setting.extra;
    Slot* slots[] = {&op.a, &op.b, &op.c};
    for (std::size_t i = 0; i < reference.operands.size(); ++i) {
      *slots[i] = operandSlots[i];
      put(frame, operandSlots[i], reference.operands[i], values[i]);
    }
    function({frame.bytes}, 1, op);
    const Lanes found = get(frame, reference.result);
    for (unsigned lane = 0; lane < laneCount; ++lane) {
      const Operands operands{values[0][lane], values[1][lane], values[2][lane], setting};
      if (agrees(reference, operands, found[lane])) continue;
      return fmt::format("of {:#x}, {:#x}, {:#x} with {} bits and {:#x}: {:#x} instead of {:#x}", operands.a, operands.b, operands.c,
                         setting.bits, setting.extra, found[lane], reference.bits(operands));
    }
  }
  return {};
}

} // namespace

std::string disagreement(LaneFamily family, const LaneTable& table) {
  const std::vector<Reference> references = referencesOf(family);
  const auto& functions = table[static_cast<std::size_t>(family)];
  for (std::size_t variant = 0; variant < functions.size(); ++variant) {
    const bool hasReference = variant < references.size();
    if (hasReference != (functions[variant] != nullptr))
      return fmt::format("variant {} has {}", variant, hasReference ? "a reference but no function" : "no reference");
    if (!hasReference) continue;
    for (const Setting setting : references[variant].settings)
      if (const std::string wrong = firstDifference(references[variant], setting, functions[variant]); !wrong.empty())
        return fmt::format("variant {}, {}", variant, wrong);
  }
  return {};
}

} // namespace gevo::sim::testing
