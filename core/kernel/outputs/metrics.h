#pragma once

/// How far an output of a variant is from the original's: element types and the error metrics.

#include "core/base/bytes.h"
#include "core/values/ignored_elements.h"
#include "core/values/settings.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gevo::program {

/// What the bytes of an output are. The names in OutputInfo::type are "f16", "bf16", "f32", "f64", "i8" .. "i64", "u8" .. "u64".
enum class ElementType : std::uint8_t { F16, Bf16, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64 };

const char* elementTypeName(ElementType type);
std::optional<ElementType> parseElementType(std::string_view name);
std::size_t elementBytes(ElementType type);
bool isFloating(ElementType type);

struct Comparison {
  bool differs = false;      ///< some element has another value; NaN equals NaN, -0 equals 0
  bool notFinite = false;    ///< an element is NaN or infinite where the original's is finite
  double error = 0;          ///< by the metric; infinite where the metric has no bound (the original is NaN, infinite or all zero)
  std::uint64_t element = 0; ///< index of the worst element: the first that is not finite, else the largest error
  std::string expected;      ///< that element's values as text
  std::string got;
};

/// Both views have the same size. Bytes that fill no whole element are compared as u8. `ignored` elements take no part.
Comparison compare(ElementType type, ByteView expected, ByteView got, Metric metric, std::span<const IgnoredElements> ignored = {});
/// As numbers, without those that are ignored.
std::vector<double> elementsOf(ElementType type, ByteView bytes, std::span<const IgnoredElements> ignored);
/// Elements of `expected` that are ignored.
std::uint64_t countIgnored(ElementType type, ByteView expected, std::span<const IgnoredElements> ignored);

} // namespace gevo::program
