#include "core/validation/held_out_lines.h"

#include "core/search/random.h"

#include <algorithm>
#include <set>

namespace gevo {

namespace {

constexpr std::string_view placeholder = "{seed}";
/// An arbitrary key. Files contain the numbers that they used, so the sequence may change.
constexpr RandomKey sequence{0x68656c642d6f7574, 0, 0, 0, Purpose::Test};
constexpr std::uint64_t smallest = 10'000;
constexpr std::uint64_t count = 90'000;

bool isDigit(char letter) { return letter >= '0' && letter <= '9'; }

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

bool takesSeed(std::string_view line) { return line.find(placeholder) != std::string_view::npos; }

std::string withSeed(std::string_view line, std::uint64_t seed) {
  std::string text;
  for (std::size_t at = 0;;) {
    const std::size_t found = line.find(placeholder, at);
    text += line.substr(at, found - at);
    if (found == std::string_view::npos) return text;
    text += std::to_string(seed);
    at = found + placeholder.size();
  }
}

std::uint64_t freshSeed(const std::vector<std::string>& lines) {
  std::set<std::string> used;
  for (const std::string& line : lines) addNumbers(used, line);
  RandomStream stream(sequence);
  // Gives up if the lines contain almost all numbers.
  for (std::size_t draws = 0; draws < 100 * count; ++draws) {
    const std::uint64_t seed = smallest + stream.below(count);
    if (!used.contains(std::to_string(seed))) return seed;
  }
  return smallest + stream.below(count);
}

} // namespace gevo
