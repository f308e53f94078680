#include "core/report/words.h"

#include <algorithm>
#include <cmath>

namespace gevo::report {

namespace {

/// Three significant digits, no exponent for everyday sizes.
std::string shortNumber(double value) {
  const double size = std::abs(value);
  if (size >= 1e6) return fmt::format("{:.3g}", value);
  if (size >= 100) return fmt::format("{:.0f}", value);
  if (size >= 10) return fmt::format("{:.1f}", value);
  return size >= 0.01 ? fmt::format("{:.2f}", value) : fmt::format("{:.2g}", value);
}

} // namespace

std::string runtimeWords(double microseconds) {
  if (!std::isfinite(microseconds)) return "–";
  if (microseconds >= 1e6) return shortNumber(microseconds / 1e6) + " s";
  if (microseconds >= 1e3) return shortNumber(microseconds / 1e3) + " ms";
  return shortNumber(microseconds) + " µs";
}

std::string energyWords(double millijoules) {
  if (!std::isfinite(millijoules)) return "–";
  return millijoules >= 1e3 ? shortNumber(millijoules / 1e3) + " J" : shortNumber(millijoules) + " mJ";
}

std::string speedupWords(double original, double variant) {
  const double speedup = original / variant;
  if (!std::isfinite(speedup)) return "–";
  return fmt::format("{:.{}f}×", speedup, speedup < 10 ? 2 : 1);
}

std::string errorWords(double error, Metric metric) {
  if (error == 0) return "0";
  const bool share = metric == Metric::MaxRelative || metric == Metric::Mismatch;
  return share ? fmt::format("{:.3g} %", error * 100) : fmt::format("{:.3g}", error);
}

std::string countWords(std::uint64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", groupedCount(count), count == 1 ? one : many);
}

std::string groupedCount(std::uint64_t count) {
  const std::string digits = std::to_string(count);
  std::string grouped;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i != 0 && (digits.size() - i) % 3 == 0) grouped += ',';
    grouped += digits[i];
  }
  return grouped;
}

std::string placeWords(const std::vector<SourcePosition>& chain) {
  std::string words;
  for (const SourcePosition& position : chain)
    words += fmt::format("{}{}:{}", words.empty() ? "" : " in ", oneLine(position.file), position.line);
  return words;
}

std::string oneLine(std::string_view text) {
  std::string line(text);
  std::ranges::replace_if(
      line, [](unsigned char character) { return character < 0x20 || character == 0x7f; }, ' ');
  return line;
}

bool isSimulated(const EvaluationSettings& settings) { return settings.device == "sim" || settings.device.starts_with("sim:"); }

} // namespace gevo::report
