#include "core/values/island_settings.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace gevo {

namespace {

constexpr std::string_view uniform = "uniform-operators";

Result<double> parseRate(std::string_view name, std::string_view text) {
  double rate = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rate);
  if (error == std::errc() && end == text.data() + text.size() && rate >= 0 && rate <= 1) return rate;
  return fail("the {} rate of an island is between 0 and 1, not {}", name, text);
}

Result<void> takeWord(std::string_view word, IslandSettings& settings) {
  const std::size_t equals = word.find('=');
  const std::string_view name = word.substr(0, equals);
  const std::string_view value = equals == std::string_view::npos ? std::string_view() : word.substr(equals + 1);
  if (word == uniform) {
    settings.uniformOperators = true;
  } else if (name == "operators") {
    GEVO_TRY_ASSIGN(settings.operators, parseOperators(value));
  } else if (name == "crossover" || name == "mutation") {
    GEVO_TRY_ASSIGN((name == "mutation" ? settings.mutationRate : settings.crossoverRate), parseRate(name, value));
  } else {
    return fail("an island has no setting {}; give operators=, crossover=, mutation= or {}", word, uniform);
  }
  return {};
}

} // namespace

std::string printIslandSettings(const IslandSettings& settings) {
  std::string text;
  const auto add = [&text](const std::string& word) { text += (text.empty() ? "" : " ") + word; };
  if (!settings.operators.empty()) add("operators=" + printOperators(settings.operators));
  if (settings.crossoverRate) add(fmt::format("crossover={}", *settings.crossoverRate));
  if (settings.mutationRate) add(fmt::format("mutation={}", *settings.mutationRate));
  if (settings.uniformOperators) add(std::string(uniform));
  return text;
}

Result<IslandSettings> parseIslandSettings(std::string_view text) {
  IslandSettings settings;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end > 0) GEVO_TRY(takeWord(text.substr(0, end), settings));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return settings;
}

} // namespace gevo
