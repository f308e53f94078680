#include "core/inputs/input_line.h"

#include "core/search/random.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <set>

namespace gevo {

namespace {

using Values = std::vector<std::string>;

/// An arbitrary key. Files contain the numbers that they used, so the sequence may change.
constexpr std::uint64_t sequence = 0x68656c642d6f7574;
constexpr std::uint64_t smallest = 10'000;
constexpr std::uint64_t count = 90'000;
/// Seeds that are tried for lines that nothing was run with.
constexpr int mostSeeds = 200;

bool isDigit(char letter) { return letter >= '0' && letter <= '9'; }
bool isLetter(char letter) { return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || letter == '_'; }

/// `{name}`, or `{name:choice}`.
struct Place {
  std::size_t begin = 0; ///< of the brace
  std::size_t end = 0;   ///< behind the other one
  std::string_view name;
  std::string_view choice;
  bool isSeed() const { return name == "seed" && choice.empty(); }
};

/// low, low + step, ...
struct Range {
  std::int64_t low = 0;
  std::int64_t high = 0;
  std::int64_t step = 1;
  std::uint64_t steps() const { return (std::uint64_t(high) - std::uint64_t(low)) / std::uint64_t(step); }
  bool has(std::int64_t value) const {
    return value >= low && value <= high && (std::uint64_t(value) - std::uint64_t(low)) % std::uint64_t(step) == 0;
  }
};

std::optional<Range> rangeOf(std::string_view choice) {
  const std::size_t dots = choice.find("..");
  if (dots == std::string_view::npos) return std::nullopt;
  const auto number = [](std::string_view text, std::int64_t& value) {
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    return problem == std::errc() && end == text.data() + text.size();
  };
  Range range;
  const std::string_view rest = choice.substr(dots + 2);
  const std::size_t colon = std::min(rest.find(':'), rest.size());
  if (!number(choice.substr(0, dots), range.low) || !number(rest.substr(0, colon), range.high)) return std::nullopt;
  if (colon < rest.size() && !number(rest.substr(colon + 1), range.step)) return std::nullopt;
  return range;
}

bool isUsable(const Place& place) {
  if (place.isSeed()) return true;
  if (const auto range = rangeOf(place.choice)) return range->low <= range->high && range->step > 0;
  return place.choice.find("..") == std::string_view::npos && place.choice.find(',') != std::string_view::npos;
}

/// `{seed}`, and all of the form `{name:choice}`, whether or not the choice can be used.
std::vector<Place> placesOf(std::string_view line) {
  std::vector<Place> places;
  for (std::size_t begin = line.find('{'); begin != std::string_view::npos; begin = line.find('{', begin + 1)) {
    std::size_t at = begin + 1;
    while (at < line.size() && (isLetter(line[at]) || (at > begin + 1 && isDigit(line[at])))) ++at;
    const std::size_t end = line.find('}', at);
    if (at == begin + 1 || end == std::string_view::npos) continue;
    const Place place{begin, end + 1, line.substr(begin + 1, at - begin - 1), line[at] == ':' ? line.substr(at + 1, end - at - 1) : ""};
    if (place.isSeed() ? at == end : line[at] == ':' && !place.choice.empty()) places.push_back(place);
  }
  return places;
}

/// Numbers of the range at which a program's blocks, loops and buffers begin or end.
std::vector<std::int64_t> edgesOf(const Range& range) {
  std::set<std::int64_t> edges;
  const auto add = [&](std::int64_t value) {
    if (range.has(value)) edges.insert(value);
  };
  const auto at = [&](std::uint64_t steps) { return std::int64_t(std::uint64_t(range.low) + steps * std::uint64_t(range.step)); };
  for (const std::uint64_t steps : {std::uint64_t(0), std::uint64_t(1), range.steps() - 1, range.steps()}) add(at(steps));
  for (int power = 0; power < 62; ++power)
    for (const std::int64_t near : {-1, 0, 1}) add((std::int64_t(1) << power) + near);
  return {edges.begin(), edges.end()};
}

std::string draw(const Range& range, InputDraw how, RandomStream& stream) {
  if (how == InputDraw::Edges && stream.chance(0.5)) {
    const std::vector<std::int64_t> edges = edgesOf(range);
    return std::to_string(edges[stream.below(edges.size())]);
  }
  const std::uint64_t most = range.steps();
  const std::uint64_t steps = most == std::numeric_limits<std::uint64_t>::max() ? stream.next() : stream.below(most + 1);
  return std::to_string(std::int64_t(std::uint64_t(range.low) + steps * std::uint64_t(range.step)));
}

std::string drawWord(std::string_view choice, RandomStream& stream) {
  Values words;
  for (std::size_t begin = 0; begin <= choice.size();) {
    const std::size_t end = std::min(choice.find(',', begin), choice.size());
    words.emplace_back(choice.substr(begin, end - begin));
    begin = end + 1;
  }
  return words[stream.below(words.size())];
}

/// Adds runs of digits, also within words ("--seed=17"), without leading zeros.
void addNumbers(std::set<std::string>& numbers, std::string_view line) {
  for (std::size_t begin = 0; begin < line.size(); ++begin) {
    if (!isDigit(line[begin])) continue;
    std::size_t end = begin;
    while (end < line.size() && isDigit(line[end])) ++end;
    while (begin + 1 < end && line[begin] == '0') ++begin;
    numbers.emplace(line.substr(begin, end - begin));
    begin = end;
  }
}

} // namespace

Result<void> checkInputLine(std::string_view line) {
  for (const Place& place : placesOf(line))
    if (!isUsable(place))
      return fail(
          "{} gives no value; a place is {{seed}}, a range {{rows:17..300}} or {{rows:32..512:32}}, or a choice {{kind:fast,exact}}",
          line.substr(place.begin, place.end - place.begin));
  return {};
}

bool takesValues(std::string_view line) { return std::ranges::any_of(placesOf(line), isUsable); }

std::string inputLine(std::string_view line, std::uint64_t seed, InputDraw how) {
  std::string text;
  std::size_t at = 0;
  std::vector<std::pair<std::string_view, std::string>> known;
  for (const Place& place : placesOf(line)) {
    if (!isUsable(place)) continue;
    text += line.substr(at, place.begin - at);
    at = place.end;
    auto value = std::ranges::find(known, place.name, [](const auto& one) { return one.first; });
    if (value == known.end()) {
      RandomStream stream({seed, std::uint32_t(known.size()), std::uint32_t(how), 0, Purpose::Test});
      const auto range = rangeOf(place.choice);
      known.emplace_back(place.name, place.isSeed() ? std::to_string(seed)
                                     : range        ? draw(*range, how, stream)
                                                    : drawWord(place.choice, stream));
      value = std::prev(known.end());
    }
    text += value->second;
  }
  text += line.substr(at);
  return text;
}

std::uint64_t freshSeed(const std::vector<std::string>& lines) {
  std::set<std::string> used;
  for (const std::string& line : lines) addNumbers(used, line);
  RandomStream stream({sequence, 0, 0, 0, Purpose::Test});
  // Gives up if the lines contain almost all numbers.
  for (std::size_t draws = 0; draws < 100 * count; ++draws) {
    const std::uint64_t seed = smallest + stream.below(count);
    if (!used.contains(std::to_string(seed))) return seed;
  }
  return smallest + stream.below(count);
}

Result<void> checkRepeatedLine(std::string_view line) {
  for (const Place& place : placesOf(line))
    if (!place.isSeed())
      return fail("runs of one test differ by their seeds only, so that {} has no place in {}; write a value there",
                  line.substr(place.begin, place.end - place.begin), line);
  return {};
}

std::vector<std::string> repeatedLine(std::string_view line, std::uint32_t runs, std::vector<std::string>& used) {
  std::vector<std::string> lines;
  for (std::uint32_t run = 0; run < runs; ++run) {
    lines.push_back(takesValues(line) ? inputLine(line, freshSeed(used)) : std::string(line));
    used.push_back(lines.back());
  }
  return lines;
}

std::vector<std::string> freshInputLines(const std::vector<std::string>& lines, const std::vector<std::string>& used, InputDraw how) {
  std::vector<std::string> tried = used;
  for (int i = 0; i < mostSeeds; ++i) {
    const std::uint64_t seed = freshSeed(tried);
    std::vector<std::string> fresh;
    for (const std::string& line : lines)
      if (takesValues(line)) fresh.push_back(inputLine(line, seed, how));
    if (std::ranges::none_of(fresh, [&](const std::string& line) { return std::ranges::find(used, line) != used.end(); })) return fresh;
    tried.push_back(std::to_string(seed));
  }
  return {};
}

} // namespace gevo
