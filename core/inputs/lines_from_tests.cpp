#include "core/inputs/lines_from_tests.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <fmt/format.h>
#include <string_view>

namespace gevo {

namespace {

/// More would leave each line too few of a file's inputs.
constexpr std::size_t mostLines = 8;
constexpr std::size_t mostTests = 3;
/// Equal numbers from here on are taken for the same thing, and are likely to have to be equal: 64 64, but not 4 4.
constexpr std::int64_t leastSize = 8;
constexpr std::int64_t largestStep = 32;

/// A whole number of a command line, as a word of its own or behind "=".
struct Number {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::int64_t value = 0;
  std::string name; ///< of the option that it belongs to; else by its place
};

bool isSpace(char letter) { return letter == ' ' || letter == '\t'; }

std::string lettersOf(std::string_view option) {
  std::string letters;
  for (const char letter : option)
    if ((letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z')) letters += letter;
  return letters;
}

std::vector<Number> numbersOf(std::string_view line) {
  std::vector<Number> numbers;
  std::string_view before;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (isSpace(line[at])) continue;
    std::size_t end = at;
    while (end < line.size() && !isSpace(line[end])) ++end;
    const std::string_view word = line.substr(at, end - at);
    const std::size_t equals = word.find('=');
    const std::size_t digits = equals == std::string_view::npos ? 0 : equals + 1;
    const std::string_view option = digits > 0 ? word.substr(0, equals) : before.starts_with('-') ? before : std::string_view();
    const std::string_view text = word.substr(digits);
    Number number{at + digits, end, 0, lettersOf(option)};
    const auto [last, problem] = std::from_chars(text.data(), text.data() + text.size(), number.value);
    if (problem == std::errc() && last == text.data() + text.size() && number.value > 1 && !text.starts_with('0')) {
      const bool isTaken = std::ranges::find(numbers, number.name, &Number::name) != numbers.end();
      if (number.name.empty() || isTaken) number.name = fmt::format("n{}", numbers.size() + 1);
      numbers.push_back(std::move(number));
    }
    before = word;
    at = end;
  }
  return numbers;
}

std::int64_t stepOf(std::int64_t value) {
  std::int64_t step = 1;
  while (step < largestStep && value % (2 * step) == 0) step *= 2;
  return step >= leastSize ? step : 1;
}

std::string placeOf(const Number& number, const std::string& name, std::int64_t step) {
  if (name == "seed") return "{seed}";
  if (step > 1) return fmt::format("{{{}:{}..{}:{}}}", name, step, number.value, step);
  return fmt::format("{{{}:1..{}}}", name, number.value);
}

/// Places instead of all numbers, or of one; `byBlocks`: only what is as even as the test's.
std::string varied(std::string_view line, const std::vector<Number>& numbers, const Number* only, bool byBlocks) {
  std::string text;
  std::size_t at = 0;
  for (const Number& number : numbers) {
    if (only != nullptr && only != &number) continue;
    text += line.substr(at, number.begin - at);
    at = number.end;
    const auto first = std::ranges::find(numbers, number.value, &Number::value);
    const std::string& name = only == nullptr && number.value >= leastSize ? first->name : number.name;
    text += placeOf(number, name, byBlocks ? stepOf(number.value) : 1);
  }
  text += line.substr(at);
  return text;
}

} // namespace

std::vector<std::string> linesFromTests(const std::vector<std::string>& tests) {
  std::vector<std::string> lines;
  const auto add = [&](std::string line) {
    if (lines.size() < mostLines && std::ranges::find(lines, line) == lines.end()) lines.push_back(std::move(line));
  };
  for (std::size_t i = 0; i < tests.size() && i < mostTests; ++i) {
    const std::vector<Number> numbers = numbersOf(tests[i]);
    if (numbers.empty()) continue;
    add(varied(tests[i], numbers, nullptr, true));
    add(varied(tests[i], numbers, nullptr, false));
  }
  for (std::size_t i = 0; i < tests.size() && i < mostTests; ++i) {
    const std::vector<Number> numbers = numbersOf(tests[i]);
    for (const Number& number : numbers) add(varied(tests[i], numbers, &number, false));
  }
  return lines;
}

} // namespace gevo
