#include "core/format/counter_text.h"

#include "core/format/number.h"
#include "core/format/quantity.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>

namespace gevo {

namespace {

const GpuCounterInfo& infoOf(GpuCounter counter) { return gpuCounters()[static_cast<std::size_t>(counter)]; }

/// Less is not worth telling: a factor of a count, and points of a share.
constexpr double leastFactor = 1.05;
constexpr double leastPoints = 1;

struct Difference {
  std::size_t counter = 0;
  double size = 0;
};

/// What was counted in both and differs most, of the counters from `first` to `last`; nothing if none differs.
template <class Size>
std::optional<Difference> largest(const KernelCounters& original, const KernelCounters& variant, GpuCounter first, GpuCounter last,
                                  double least, Size size) {
  std::optional<Difference> best;
  for (auto i = static_cast<std::size_t>(first); i <= static_cast<std::size_t>(last); ++i) {
    const double difference = size(original.values[i], variant.values[i]);
    if (std::isfinite(difference) && difference >= least && (!best || difference > best->size)) best = {i, difference};
  }
  return best;
}

/// How many times as much, or as little. Small counts say nothing.
double factorBetween(double original, double variant) {
  constexpr double few = 1000;
  return (std::max(original, variant) + few) / (std::min(original, variant) + few);
}

/// "75.0 % fewer sectors of L2"
std::string moreOrLess(const char* title, double original, double variant) {
  if (original <= 0) return fmt::format("{} {}, where the original has none", formatCount(static_cast<std::uint64_t>(variant)), title);
  const double change = variant / original - 1;
  if (change >= 1) return fmt::format("{:.1f} times as many {}", variant / original, title);
  return fmt::format("{} {} {}", formatPercent(std::abs(change)), change < 0 ? "fewer" : "more", title);
}

/// Sums over some launches don't compare with sums over others.
bool areComparable(const KernelCounters& original, const KernelCounters& variant) {
  const bool areAll = original.counted == original.launches && variant.counted == variant.launches;
  return areAll || (original.counted == variant.counted && original.launches == variant.launches);
}

/// Times of kernels vary by as much from one replay to the next.
constexpr double leastTimeChange = 0.03;

std::string timeText(double before, double after) {
  const double change = after / before - 1;
  if (std::abs(change) < leastTimeChange) return "takes about as long";
  return fmt::format("takes {} {} time", formatPercent(std::abs(change)), change < 0 ? "less" : "more");
}

} // namespace

std::string counterText(const CounterValues& values, GpuCounter counter) {
  const double value = valueOf(values, counter);
  if (std::isnan(value)) return unknownFigure;
  switch (infoOf(counter).unit) {
  case CounterUnit::Microseconds:
    return formatRuntime(value);
  case CounterUnit::Count:
    return formatCount(static_cast<std::uint64_t>(std::llround(value)));
  case CounterUnit::Bytes:
    return formatBytes(static_cast<std::uint64_t>(std::llround(value)));
  case CounterUnit::Percent: // parts that are counted in different replays may give some more than 100
    return formatPercent(std::min(value, 100.0) / 100);
  case CounterUnit::Ratio:
    return fmt::format("{:.1f}", value);
  }
  return unknownFigure;
}

std::string counterChange(const CounterValues& original, const CounterValues& variant, GpuCounter counter) {
  const double before = valueOf(original, counter);
  const double after = valueOf(variant, counter);
  if (std::isnan(before) || std::isnan(after)) return unknownFigure;
  if (infoOf(counter).unit == CounterUnit::Percent) return fmt::format("{:+.1f} points", after - before);
  if (before <= 0) return after > 0 ? "new" : unknownFigure;
  const double change = after / before - 1;
  return (change > 0 ? "+" : "") + formatPercent(change);
}

bool isIdle(const CounterValues& original, const CounterValues& variant, GpuCounter counter) {
  const auto isNothing = [](double value) { return std::isnan(value) || value == 0; };
  return isNothing(valueOf(original, counter)) && isNothing(valueOf(variant, counter));
}

std::vector<KernelPair> kernelPairs(const GpuCounters& counters) {
  std::vector<KernelPair> all;
  for (const KernelCounters& kernel : counters.original.kernels) all.push_back({kernel, {}});
  for (const KernelCounters& kernel : counters.variant.kernels) {
    const auto known = std::ranges::find(all, kernel.kernel, [](const KernelPair& pair) { return pair.original.kernel; });
    if (known == all.end())
      all.push_back({{}, kernel});
    else
      known->variant = kernel;
  }
  return all;
}

std::vector<CounterRow> counterRows(const KernelPair& kernel) {
  std::vector<CounterRow> rows;
  const auto plain = [&](const char* what, std::uint64_t original, std::uint64_t variant) {
    if (original == 0 && variant == 0) return;
    const auto change = static_cast<std::int64_t>(variant) - static_cast<std::int64_t>(original);
    rows.push_back({what, formatCount(original), formatCount(variant), change == 0 ? std::string() : fmt::format("{:+}", change)});
  };
  plain("launches", kernel.original.launches, kernel.variant.launches);
  if (kernel.original.counted != kernel.original.launches || kernel.variant.counted != kernel.variant.launches)
    plain("launches that are counted", kernel.original.counted, kernel.variant.counted);
  plain("registers of a thread", kernel.original.registers, kernel.variant.registers);
  plain("bytes of shared memory of a block", kernel.original.sharedBytes, kernel.variant.sharedBytes);
  plain("bytes of local memory of a thread", kernel.original.localBytes, kernel.variant.localBytes);
  const CounterValues& original = kernel.original.values;
  const CounterValues& variant = kernel.variant.values;
  for (std::size_t i = 0; i < gpuCounterCount; ++i) {
    const auto counter = static_cast<GpuCounter>(i);
    if (!isIdle(original, variant, counter)) {
      const bool compares = !isSum(gpuCounters()[i].unit) || areComparable(kernel.original, kernel.variant);
      rows.push_back({gpuCounters()[i].title, counterText(original, counter), counterText(variant, counter),
                      compares ? counterChange(original, variant, counter) : unknownFigure});
    }
  }
  return rows;
}

KernelCounters sumOf(const CodeCounters& code) {
  KernelCounters sum;
  for (const KernelCounters& kernel : code.kernels) addCounters(sum, kernel);
  return sum;
}

std::string countersSummary(const GpuCounters& counters) {
  const KernelCounters original = sumOf(counters.original);
  const KernelCounters variant = sumOf(counters.variant);
  const double before = valueOf(original.values, GpuCounter::Time);
  const double after = valueOf(variant.values, GpuCounter::Time);
  if (!areComparable(original, variant) || !(before > 0 && after > 0)) return fmt::format("ran on {}", counters.device);
  std::string text = fmt::format("{} on {}", timeText(before, after), counters.device);
  const auto count = largest(original, variant, GpuCounter::Instructions, GpuCounter::MemoryWritten, leastFactor, factorBetween);
  const auto share = largest(original, variant, GpuCounter::StalledOnMemory, GpuCounter::StalledOnFetch, leastPoints,
                             [](double a, double b) { return std::abs(a - b); });
  if (count)
    text += ": " + moreOrLess(gpuCounters()[count->counter].title, original.values[count->counter], variant.values[count->counter]);
  if (share) {
    const auto which = static_cast<GpuCounter>(share->counter);
    text += fmt::format("{} {} {} → {} of the time of warps", count ? ";" : ":", gpuCounters()[share->counter].title,
                        counterText(original.values, which), counterText(variant.values, which));
  }
  return text;
}

std::string countedText(const GpuCounters& counters) {
  std::string text;
  for (const CodeCounters* side : {&counters.original, &counters.variant}) {
    const KernelCounters sum = sumOf(*side);
    if (sum.counted < sum.launches)
      text += fmt::format("{}of the {}'s {} launches the first {} are counted", text.empty() ? "" : ", ",
                          side == &counters.original ? "original" : "variant", formatCount(sum.launches), formatCount(sum.counted));
  }
  return text;
}

} // namespace gevo
