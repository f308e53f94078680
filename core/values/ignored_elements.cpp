#include "core/values/ignored_elements.h"

#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace gevo {

namespace {

std::optional<double> parseNumber(std::string_view text) {
  if (text.starts_with('.')) return std::nullopt; // of "1...2"
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::optional<IgnoredElements> parseOne(std::string_view text) {
  if (text == "nan") return IgnoredElements{false, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};
  const bool byPlace = text.starts_with('#');
  if (byPlace) text.remove_prefix(1);
  const std::size_t dots = text.find("..");
  const std::optional<double> first = parseNumber(text.substr(0, dots));
  const std::optional<double> last = dots == std::string_view::npos ? first : parseNumber(text.substr(dots + 2));
  if (!first || !last || *first > *last) return std::nullopt;
  const auto isPlace = [](double number) { return number >= 0 && number == std::floor(number); };
  if (byPlace && !(isPlace(*first) && isPlace(*last))) return std::nullopt;
  return IgnoredElements{byPlace, *first, *last};
}

} // namespace

std::optional<std::vector<IgnoredElements>> parseIgnored(std::string_view text) {
  std::vector<IgnoredElements> all;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::optional<IgnoredElements> one = parseOne(text.substr(begin, end - begin));
    if (!one) return std::nullopt;
    all.push_back(*one);
    begin = end + 1;
  }
  return all;
}

std::string printIgnored(const std::vector<IgnoredElements>& ignored) {
  std::string text;
  for (const auto& [byPlace, first, last] : ignored) {
    if (!text.empty()) text += ',';
    text += std::isnan(first) ? "nan" : fmt::format("{}{}", byPlace ? "#" : "", first); // reads back as the same number
    if (last > first) text += fmt::format("..{}", last);
  }
  return text;
}

} // namespace gevo
