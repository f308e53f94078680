#include "core/kernel/outputs/rejection_rules.h"

#include <algorithm>
#include <cmath>
#include <fmt/ranges.h>
#include <map>
#include <ranges>

namespace gevo::program {

namespace {

/// A launch that needs almost nothing may still grow by this much before its budget ends it.
constexpr std::uint64_t smallestBudget = 4096;

std::string errorText(double error, Metric metric) {
  if (metric == Metric::MaxRelative || metric == Metric::Mismatch) return fmt::format("{} {:.3g} %", metricName(metric), error * 100);
  return fmt::format("{} {:.3g}", metricName(metric), error);
}

/// Largest valid error; 0: none.
double toleranceOf(const OutputInfo* output, ElementType type, const EvaluationSettings& settings) {
  if (settings.mode == Mode::Exact || settings.tolerance <= 0) return 0;
  if (output != nullptr && output->tolerance) return *output->tolerance;
  return isFloating(type) ? settings.tolerance : 0;
}

template <class Finding> const Finding* firstUnknown(const std::vector<Finding>& findings, const std::vector<Finding>& known) {
  const auto unknown = std::ranges::find_if(findings, [&](const Finding& finding) {
    return std::ranges::none_of(known, [&](const Finding& one) { return finding.isExcusedBy(one); });
  });
  return unknown != findings.end() ? &*unknown : nullptr;
}

} // namespace

Reason reasonOf(sim::FaultKind kind) {
  switch (kind) {
  case sim::FaultKind::OutOfBounds:
    return Reason::OutOfBounds;
  case sim::FaultKind::Misaligned:
    return Reason::Misaligned;
  case sim::FaultKind::Uninitialised:
    return Reason::Uninitialised;
  case sim::FaultKind::BarrierDivergence:
    return Reason::BarrierDivergence;
  case sim::FaultKind::Budget:
    return Reason::Budget;
  case sim::FaultKind::NoProgress:
    return Reason::NoProgress;
  case sim::FaultKind::Unsupported:
    return Reason::Unsupported;
  case sim::FaultKind::Trap:
  case sim::FaultKind::StackOverflow:
  case sim::FaultKind::BadLaunch:
    return Reason::Trap;
  }
  return Reason::Trap;
}

std::uint64_t launchBudget(std::uint64_t original, double factor) {
  return std::max(smallestBudget, static_cast<std::uint64_t>(std::ceil(factor * static_cast<double>(original))));
}

const sim::Race* rejectedRace(const std::vector<sim::Race>& races, const std::vector<sim::Race>& known, RacePolicy policy) {
  return policy == RacePolicy::Flag ? nullptr : firstUnknown(races, known);
}

const sim::UndefinedValue* rejectedUndefined(const std::vector<sim::UndefinedValue>& values,
                                             const std::vector<sim::UndefinedValue>& known) {
  return firstUnknown(values, known);
}

const sim::UndefinedRead* rejectedRead(const std::vector<sim::UndefinedRead>& reads, const std::vector<sim::UndefinedRead>& known) {
  return firstUnknown(reads, known);
}

Reason reasonOf(const sim::UndefinedRead& read) {
  return read.source >= sim::UndefinedSource::Outside ? Reason::OutOfBounds : Reason::Uninitialised;
}

std::string excusedText(const std::vector<sim::UndefinedRead>& reads) {
  if (reads.empty()) return {};
  std::uint64_t loads = 0;
  std::map<std::pair<std::string, std::uint32_t>, std::string> places; ///< by file and line
  for (const sim::UndefinedRead& read : reads) {
    loads += read.loads;
    places[{read.location.file, read.location.line}] = read.place();
  }
  return fmt::format("{} load{} of undefined bytes (at {})", loads, loads == 1 ? "" : "s", fmt::join(std::views::values(places), ", "));
}

ElementType elementTypeOf(const OutputInfo* output) {
  return output != nullptr ? parseElementType(output->type).value_or(ElementType::U8) : ElementType::U8;
}

std::span<const IgnoredElements> ignoredOf(const OutputInfo* output, bool isDecision) {
  return output != nullptr && !isDecision ? std::span<const IgnoredElements>(output->ignored) : std::span<const IgnoredElements>();
}

OutputComparison compareWithOriginal(const OutputInfo* output, std::uint32_t number, ByteView expected, ByteView got,
                                     const EvaluationSettings& settings, bool isDecision, double originals) {
  const ElementType type = elementTypeOf(output);
  const Comparison found = compare(type, expected, got, settings.metric, ignoredOf(output, isDecision));
  if (!found.differs) return {};
  const std::string where =
      fmt::format("output {}, element {}: {} instead of {}", output != nullptr ? output->name : std::to_string(number), found.element,
                  found.got, found.expected);
  if (isDecision) return {Reason::Decision, where + ", and the program launches more kernels after reading it", 0};
  if (originals > 0 && found.error <= originals) return {};
  if (found.notFinite) return {Reason::NotFinite, where, 0};
  if (settings.statistical) return {Reason::None, {}, 0, true};
  const double allowed = toleranceOf(output, type, settings);
  const double error = allowed > 0 ? found.error * (settings.tolerance / allowed) : found.error;
  if (allowed <= 0 || found.error > allowed || std::isnan(found.error))
    return {Reason::WrongOutput, fmt::format("{} ({})", where, errorText(found.error, settings.metric)), error};
  return {Reason::None, {}, error};
}

} // namespace gevo::program
