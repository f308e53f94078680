#pragma once

/// Elements of an output that are not compared with the original's, such as pixels without a result (Langdon 2015, 8.14.5.3).

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gevo {

struct IgnoredElements {
  bool byPlace = false; ///< those numbered `first` to `last`; else those of which the original's value is from `first` to `last`
  double first = 0;
  double last = 0;
  bool operator==(const IgnoredElements&) const = default;

  /// Integers beyond 2^53 are compared as the nearest double.
  bool holds(std::uint64_t place, double original) const {
    if (first != first) return original != original; // NaN
    const double what = byPlace ? double(place) : original;
    return first <= what && what <= last;
  }
};

/// "-1", "-1..0", "nan", "#5" or "#0..63" (places), several with commas. Nothing where it is none of these.
std::optional<std::vector<IgnoredElements>> parseIgnored(std::string_view text);
/// What parseIgnored() reads. Empty: none.
std::string printIgnored(const std::vector<IgnoredElements>& ignored);

template <class Archive> void fields(Archive& archive, IgnoredElements& ignored) { archive(ignored.byPlace, ignored.first, ignored.last); }

} // namespace gevo
