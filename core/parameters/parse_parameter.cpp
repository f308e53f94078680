#include "core/parameters/parse_parameter.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace gevo {

namespace {

constexpr std::int64_t mostThreads = 1024; // of a block, on every GPU
constexpr std::size_t mostValues = 1000;

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

bool isName(std::string_view text) {
  const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  return !text.empty() && isLetter(text.front()) &&
         std::ranges::all_of(text, [&](char c) { return isLetter(c) || (c >= '0' && c <= '9'); });
}

/// Nothing where the part is no range.
Result<std::optional<std::vector<std::string>>> valuesOfRange(std::string_view part, std::string_view whole) {
  const std::size_t dots = part.find("..");
  if (dots == std::string_view::npos) return std::nullopt;
  const std::size_t colon = part.find(':', dots);
  const auto first = integerValue(trimmed(part.substr(0, dots)));
  const auto last = integerValue(trimmed(part.substr(dots + 2, colon == std::string_view::npos ? colon : colon - dots - 2)));
  const auto step = colon == std::string_view::npos ? std::optional<std::int64_t>(1) : integerValue(trimmed(part.substr(colon + 1)));
  if (!first || !last || !step || *step <= 0 || *first > *last)
    return fail("\"{}\" in --parameter {} is not a range; write FIRST..LAST or FIRST..LAST:STEP", part, whole);
  if (static_cast<std::uint64_t>(*last - *first) / static_cast<std::uint64_t>(*step) >= mostValues)
    return fail("--parameter {} has more than {} values; give a larger step", whole, mostValues);
  std::vector<std::string> values;
  for (std::int64_t value = *first; value <= *last; value += *step) values.push_back(std::to_string(value));
  return values;
}

} // namespace

std::optional<std::int64_t> integerValue(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

bool ParameterRequest::isFeature() const {
  return std::ranges::all_of(values, [](const std::string& value) { return value == featureOn || value == featureOff; });
}

Result<ParameterRequest> parseParameterRequest(std::string_view text) {
  const std::size_t equals = text.find('=');
  ParameterRequest request{std::string(trimmed(text.substr(0, equals))), {}};
  if (equals == std::string_view::npos || !isName(request.name))
    return fail("--parameter {} is not NAME=VALUE,VALUE, such as BLOCK=8,16,32, ROWS=5..40:5 or PREFETCH=on,off", text);
  for (std::string_view left = text.substr(equals + 1);;) {
    const std::size_t comma = left.find(',');
    const std::string_view part = trimmed(left.substr(0, comma));
    if (part.empty() || part.find('\n') != std::string_view::npos) return fail("--parameter {} has an empty value", text);
    GEVO_TRY_ASSIGN(const auto range, valuesOfRange(part, text));
    for (const std::string& value : range ? *range : std::vector<std::string>{std::string(part)})
      if (std::ranges::find(request.values, value) == request.values.end()) request.values.push_back(value);
    if (comma == std::string_view::npos) break;
    left.remove_prefix(comma + 1);
  }
  if (request.values.size() > mostValues) return fail("--parameter {} has more than {} values; give fewer", request.name, mostValues);
  return request;
}

std::vector<std::string> valuesToTry(std::int64_t own, std::string_view use) {
  constexpr std::int64_t range = 8;
  constexpr std::int64_t small = 16; // up to it, neighbours differ much
  std::int64_t most = std::max<std::int64_t>(own, 1) * range;
  if (use == "block size") most = std::min(most, std::max(own, mostThreads));
  const std::int64_t least = own <= small ? 1 : own / range;
  std::set<std::int64_t> values{own};
  for (const std::int64_t odd : {1, 3, 5})
    for (std::int64_t value = odd; value <= most; value *= 2)
      if (value >= least) values.insert(value);
  if (own <= small)
    for (const std::int64_t value : {own - 1, own + 1})
      if (value >= 1 && value <= most) values.insert(value);
  std::vector<std::string> texts;
  for (const std::int64_t value : values) texts.push_back(std::to_string(value));
  return texts;
}

void sortValues(Parameter& parameter) {
  std::vector<std::string>& values = parameter.values;
  if (std::ranges::find(values, parameter.value) == values.end()) values.insert(values.begin(), parameter.value);
  if (std::ranges::all_of(values, [](const std::string& value) { return integerValue(value).has_value(); }))
    std::ranges::stable_sort(values, {}, [](const std::string& value) { return *integerValue(value); });
}

} // namespace gevo
