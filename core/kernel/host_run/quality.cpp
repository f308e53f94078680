#include "core/kernel/host_run/quality.h"

#include <charconv>
#include <cmath>
#include <regex>

namespace gevo::program {

namespace {

/// The library's matcher recurses for each byte.
constexpr std::size_t longestLine = 4096;

Result<std::regex> compiled(const std::string& pattern) {
  // The library throws; no exception leaves this function.
  try {
    std::regex expression(pattern, std::regex::ECMAScript);
    if (expression.mark_count() == 0)
      return fail("--quality-regex {} has no group; put the number in parentheses, as in 'accuracy = ([0-9.]+)'", pattern);
    return expression;
  } catch (const std::regex_error&) {
    return fail("--quality-regex {} is not a regular expression; write one as in 'accuracy = ([0-9.]+)'", pattern);
  }
}

/// Empty where nothing matches.
std::string lastGroup(const std::string& line, const std::regex& expression) {
  std::string found;
  try {
    for (auto match = std::sregex_iterator(line.begin(), line.end(), expression); match != std::sregex_iterator(); ++match)
      if ((*match)[1].matched) found = (*match)[1].str();
  } catch (const std::regex_error&) {
    return {}; // too complex for this line
  }
  return found;
}

} // namespace

Result<void> checkQualityPattern(const std::string& pattern) {
  const auto expression = compiled(pattern);
  return expression ? Result<void>() : std::unexpected(expression.error());
}

Result<double> readQuality(const std::string& printed, const std::string& pattern) {
  GEVO_TRY_ASSIGN(const auto expression, compiled(pattern));
  std::size_t end = printed.size();
  while (true) {
    const std::size_t before = end == 0 ? std::string::npos : printed.rfind('\n', end - 1);
    const std::size_t begin = before == std::string::npos ? 0 : before + 1;
    if (std::string group = lastGroup(printed.substr(begin, std::min(end - begin, longestLine)), expression); !group.empty()) {
      const char* first = group.data() + (group.front() == '+' ? 1 : 0);
      double value = 0;
      const auto [rest, problem] = std::from_chars(first, group.data() + group.size(), value);
      if (problem != std::errc() || rest != group.data() + group.size() || !std::isfinite(value))
        return fail("the program prints \"{}\" as its quality, which is not a number", group);
      return value;
    }
    if (before == std::string::npos) return fail("the program prints nothing that matches {}", pattern);
    end = before;
  }
}

double qualityLoss(double expected, double got, QualityGoal goal) {
  const double loss = goal == QualityGoal::Higher ? expected - got : got - expected;
  return loss <= 0 ? 0 : loss / (expected == 0 ? 1 : std::fabs(expected));
}

} // namespace gevo::program
