#include "core/kernel/outputs/metrics.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace gevo::program {
namespace {

constexpr std::array<const char*, 12> typeNames{"f16", "bf16", "f32", "f64", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64"};

/// Below this share of the range of the original's values, differences count as relative to it instead of the value.
constexpr double relativeFloor = 1e-6;

float fromBf16(std::uint16_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16); }

float fromF16(std::uint16_t bits) {
  const int exponent = (bits >> 10) & 31;
  const int fraction = bits & 1023;
  const float sign = (bits & 0x8000) != 0 ? -1.0F : 1.0F;
  if (exponent == 31) return fraction == 0 ? sign * std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
  if (exponent == 0) return sign * std::ldexp(static_cast<float>(fraction), -24);
  return sign * std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
}

/// Reads element `index` of arrays whose stored type is Stored, as a value that can be compared.
template <class Stored> struct Plain {
  using Value = Stored;
  static constexpr std::size_t bytes = sizeof(Stored);
  static Value at(ByteView view, std::size_t index) {
    Stored value;
    std::memcpy(&value, view.data() + index * sizeof(Stored), sizeof(Stored));
    return value;
  }
};
template <float (*convert)(std::uint16_t)> struct Converted {
  using Value = float;
  static constexpr std::size_t bytes = 2;
  static Value at(ByteView view, std::size_t index) { return convert(Plain<std::uint16_t>::at(view, index)); }
};

template <class Value> bool isFinite(Value value) {
  if constexpr (std::is_floating_point_v<Value>) return std::isfinite(value);
  return true;
}

template <class Value> bool sameValue(Value a, Value b) {
  if constexpr (std::is_floating_point_v<Value>) return a == b || (std::isnan(a) && std::isnan(b));
  return a == b;
}

template <class Value> double distance(Value expected, Value got) {
  if (!isFinite(expected) || !isFinite(got)) return std::numeric_limits<double>::infinity();
  return static_cast<double>(std::fabs(static_cast<long double>(got) - static_cast<long double>(expected)));
}

template <class Value> bool isIgnored(std::span<const IgnoredElements> ignored, std::size_t place, Value original) {
  return std::ranges::any_of(ignored, [&](const IgnoredElements& one) { return one.holds(place, static_cast<double>(original)); });
}

template <class Reader> double finiteRange(ByteView view, std::size_t count, std::span<const IgnoredElements> ignored) {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (std::size_t i = 0; i < count; ++i) {
    const auto value = Reader::at(view, i);
    if (!isFinite(value) || isIgnored(ignored, i, value)) continue;
    low = std::min(low, static_cast<double>(value));
    high = std::max(high, static_cast<double>(value));
  }
  return high > low ? high - low : 0;
}

/// Error of one differing element; for RMSE and mismatch the caller's sum is what counts.
double elementError(double distance, double expectedMagnitude, double range, Metric metric) {
  if (metric != Metric::MaxRelative) return distance;
  const double scale = std::max(expectedMagnitude, relativeFloor * range);
  return scale > 0 ? distance / scale : std::numeric_limits<double>::infinity();
}

template <class Reader> Comparison compareAs(ByteView expected, ByteView got, Metric metric, std::span<const IgnoredElements> ignored) {
  const std::size_t count = expected.size() / Reader::bytes;
  const double range = metric == Metric::MaxRelative ? finiteRange<Reader>(expected, count, ignored) : 0;
  Comparison result;
  double worst = -1;
  double squares = 0;
  std::uint64_t differing = 0;
  std::uint64_t counted = ignored.empty() ? count : 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto golden = Reader::at(expected, i);
    const auto value = Reader::at(got, i);
    if (!ignored.empty()) {
      if (isIgnored(ignored, i, golden)) continue;
      ++counted;
    }
    if (sameValue(golden, value)) continue;
    ++differing;
    const double apart = distance(golden, value);
    squares += apart * apart;
    const double error = elementError(apart, std::fabs(static_cast<double>(golden)), range, metric);
    const bool broken = isFinite(golden) && !isFinite(value);
    if (result.notFinite || (!broken && error <= worst)) continue;
    worst = error;
    result.notFinite = broken;
    result.element = i;
    result.expected = fmt::format("{}", golden);
    result.got = fmt::format("{}", value);
  }
  if (differing == 0) return result;
  result.differs = true;
  if (metric == Metric::Rmse)
    result.error = std::sqrt(squares / static_cast<double>(counted));
  else if (metric == Metric::Mismatch)
    result.error = static_cast<double>(differing) / static_cast<double>(counted);
  else
    result.error = worst;
  return result;
}

/// Calls `use` with the reader of a type.
template <class Use> auto withReader(ElementType type, Use use) {
  switch (type) {
  case ElementType::F16:
    return use.template operator()<Converted<fromF16>>();
  case ElementType::Bf16:
    return use.template operator()<Converted<fromBf16>>();
  case ElementType::F32:
    return use.template operator()<Plain<float>>();
  case ElementType::F64:
    return use.template operator()<Plain<double>>();
  case ElementType::I8:
    return use.template operator()<Plain<std::int8_t>>();
  case ElementType::I16:
    return use.template operator()<Plain<std::int16_t>>();
  case ElementType::I32:
    return use.template operator()<Plain<std::int32_t>>();
  case ElementType::I64:
    return use.template operator()<Plain<std::int64_t>>();
  case ElementType::U16:
    return use.template operator()<Plain<std::uint16_t>>();
  case ElementType::U32:
    return use.template operator()<Plain<std::uint32_t>>();
  case ElementType::U64:
    return use.template operator()<Plain<std::uint64_t>>();
  case ElementType::U8:
    break;
  }
  return use.template operator()<Plain<std::uint8_t>>();
}

} // namespace

const char* elementTypeName(ElementType type) { return typeNames[static_cast<std::size_t>(type)]; }

std::optional<ElementType> parseElementType(std::string_view name) {
  const auto found = std::find(typeNames.begin(), typeNames.end(), name);
  if (found == typeNames.end()) return std::nullopt;
  return static_cast<ElementType>(found - typeNames.begin());
}

std::size_t elementBytes(ElementType type) {
  static constexpr std::array<std::size_t, 12> bytes{2, 2, 4, 8, 1, 2, 4, 8, 1, 2, 4, 8};
  return bytes[static_cast<std::size_t>(type)];
}

bool isFloating(ElementType type) { return type <= ElementType::F64; }

Comparison compare(ElementType type, ByteView expected, ByteView got, Metric metric, std::span<const IgnoredElements> ignored) {
  // The usual case by far among valid variants.
  if (expected.empty() || std::memcmp(expected.data(), got.data(), expected.size()) == 0) return {};
  if (expected.size() % elementBytes(type) != 0) {
    type = ElementType::U8;
    ignored = {}; // they are other elements
  }
  return withReader(type, [&]<class Reader>() { return compareAs<Reader>(expected, got, metric, ignored); });
}

std::vector<double> elementsOf(ElementType type, ByteView bytes, std::span<const IgnoredElements> ignored) {
  if (bytes.size() % elementBytes(type) != 0) {
    type = ElementType::U8;
    ignored = {};
  }
  return withReader(type, [&]<class Reader>() {
    std::vector<double> elements;
    elements.reserve(bytes.size() / Reader::bytes);
    for (std::size_t i = 0; i < bytes.size() / Reader::bytes; ++i)
      if (const auto value = Reader::at(bytes, i); !isIgnored(ignored, i, value)) elements.push_back(static_cast<double>(value));
    return elements;
  });
}

std::uint64_t countIgnored(ElementType type, ByteView expected, std::span<const IgnoredElements> ignored) {
  if (ignored.empty() || expected.size() % elementBytes(type) != 0) return 0;
  return withReader(type, [&]<class Reader>() {
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < expected.size() / Reader::bytes; ++i) count += isIgnored(ignored, i, Reader::at(expected, i)) ? 1 : 0;
    return count;
  });
}

} // namespace gevo::program
