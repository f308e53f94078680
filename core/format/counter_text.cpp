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

std::string moreOrLess(double original, double variant) {
  if (original <= 0) return formatCount(static_cast<std::uint64_t>(variant)) + " new";
  const double change = variant / original - 1;
  if (change >= 1) return fmt::format("{:.1f} times the", variant / original);
  return fmt::format("{} {}", formatPercent(std::abs(change)), change < 0 ? "fewer" : "more");
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
  case CounterUnit::Percent:
    return formatPercent(value / 100);
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
  plain("registers of a thread", kernel.original.registers, kernel.variant.registers);
  plain("bytes of shared memory of a block", kernel.original.sharedBytes, kernel.variant.sharedBytes);
  plain("bytes of local memory of a thread", kernel.original.localBytes, kernel.variant.localBytes);
  const CounterValues& original = kernel.original.values;
  const CounterValues& variant = kernel.variant.values;
  for (std::size_t i = 0; i < gpuCounterCount; ++i) {
    const auto counter = static_cast<GpuCounter>(i);
    if (!isIdle(original, variant, counter))
      rows.push_back({gpuCounters()[i].title, counterText(original, counter), counterText(variant, counter),
                      counterChange(original, variant, counter)});
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
  std::string text = before > 0 && after > 0 ? fmt::format("takes {} {} time on {}", formatPercent(std::abs(after / before - 1)),
                                                           after < before ? "less" : "more", counters.device)
                                             : fmt::format("ran on {}", counters.device);
  const auto count = largest(original, variant, GpuCounter::Instructions, GpuCounter::MemoryWritten, leastFactor, factorBetween);
  const auto share = largest(original, variant, GpuCounter::StalledOnMemory, GpuCounter::StalledOnFetch, leastPoints,
                             [](double a, double b) { return std::abs(a - b); });
  if (count)
    text += fmt::format(": {} {}", moreOrLess(original.values[count->counter], variant.values[count->counter]),
                        gpuCounters()[count->counter].title);
  if (share) {
    const auto which = static_cast<GpuCounter>(share->counter);
    text += fmt::format("{} {} {} → {} of the time of warps", count ? ";" : ":", gpuCounters()[share->counter].title,
                        counterText(original.values, which), counterText(variant.values, which));
  }
  return text;
}

std::string countedText(const GpuCounters& counters) {
  for (const CodeCounters* side : {&counters.original, &counters.variant}) {
    const KernelCounters sum = sumOf(*side);
    if (sum.counted < sum.launches)
      return fmt::format("the first {} of {} launches are counted", formatCount(sum.counted), formatCount(sum.launches));
  }
  return {};
}

} // namespace gevo
