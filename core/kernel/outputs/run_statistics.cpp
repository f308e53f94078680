#include "core/kernel/outputs/run_statistics.h"

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <map>
#include <numeric>

namespace gevo::program {

namespace {

constexpr std::array<const char*, 3> figureNames{"mean", "standard deviation", "mean difference of neighbours"};
/// Of a series of copies of one output, so many are judged.
constexpr std::size_t mostCopies = 32;
/// Below this share of a figure, differences are of rounding.
constexpr double rounding = 1e-9;

using Values = std::vector<double>;

double meanOf(const Values& values) { return std::accumulate(values.begin(), values.end(), 0.0) / double(values.size()); }

/// Of the values as a sample.
double varianceOf(const Values& values) {
  const double mean = meanOf(values);
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return values.size() > 1 ? squares / double(values.size() - 1) : 0;
}

Values distancesToMedian(Values values) {
  Values sorted = values;
  std::ranges::nth_element(sorted, sorted.begin() + std::ptrdiff_t(sorted.size() / 2));
  const double median = sorted[sorted.size() / 2];
  for (double& value : values) value = std::abs(value - median);
  return values;
}

double quantile(double degrees, double chance) {
  return boost::math::quantile(boost::math::complement(boost::math::students_t(degrees), chance / 2));
}

/// How far the means are apart, in units of what chance allows: above 1 they differ (Welch 1947).
double apart(const Values& a, const Values& b, double chance) {
  const double ofA = varianceOf(a) / double(a.size());
  const double ofB = varianceOf(b) / double(b.size());
  const double distance = std::abs(meanOf(a) - meanOf(b));
  if (!(ofA + ofB > 0)) return distance > rounding * std::abs(meanOf(a)) ? std::numeric_limits<double>::infinity() : 0;
  const double degrees =
      (ofA + ofB) * (ofA + ofB) / (ofA * ofA / std::max(1.0, double(a.size()) - 1) + ofB * ofB / std::max(1.0, double(b.size()) - 1));
  return distance / (quantile(degrees, chance) * std::sqrt(ofA + ofB));
}

/// Which copy of which output.
using Place = std::pair<std::uint32_t, std::size_t>;
using FiguresByPlace = std::map<Place, std::array<double, 3>>;

FiguresByPlace byPlace(const RunFigures& run) {
  FiguresByPlace figures;
  std::map<std::uint32_t, std::size_t> copies;
  for (const OutputFigures& one : run) figures[{one.output, copies[one.output]++}] = one.values;
  return figures;
}

/// Those that every run has, of a long series some from all over it.
std::vector<Place> placesOf(const std::vector<FiguresByPlace>& runs) {
  std::map<std::uint32_t, std::vector<Place>> series;
  for (const auto& [place, values] : runs.front())
    if (std::ranges::all_of(runs, [&](const FiguresByPlace& run) { return run.contains(place); })) series[place.first].push_back(place);
  std::vector<Place> places;
  for (const auto& [output, all] : series)
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all.size() <= mostCopies || i + 1 == all.size() || i * mostCopies / all.size() != (i + 1) * mostCopies / all.size())
        places.push_back(all[i]);
  return places;
}

std::string nameOf(const Place& place, const std::vector<OutputInfo>& outputs) {
  const std::string name = place.first < outputs.size() ? outputs[place.first].name : "the printed number";
  return place.second == 0 ? name : fmt::format("{} (copy {})", name, place.second + 1);
}

/// Of one figure in all runs.
struct Difference {
  double excess = 0; ///< above 1: it can't be chance
  std::string message;
  double shift = 0; ///< the largest of what can't be
};

double share(double difference, double of) { return of != 0 ? std::abs(difference / of) : std::numeric_limits<double>::infinity(); }

Difference compareFigure(const Values& original, const Values& variant, double chance, const std::string& what) {
  const double mean = meanOf(original);
  const double deviation = std::sqrt(varianceOf(original));
  const double runs = double(original.size());
  Difference worst;
  const auto note = [&](double excess, double shift, std::string message) {
    if (excess > 1) worst.shift = std::max(worst.shift, shift);
    if (excess <= worst.excess) return;
    worst.excess = excess;
    worst.message = std::move(message);
  };
  if (deviation <= rounding * std::abs(mean)) {
    const auto other =
        std::ranges::find_if(variant, [&](double value) { return !(std::abs(value - mean) <= 2 * rounding * std::abs(mean)); });
    if (other != variant.end())
      note(std::numeric_limits<double>::infinity(), share(*other - mean, mean),
           fmt::format("{} is {:.6g}, where it is {:.6g} in all {} runs of the original", what, *other, mean, original.size()));
    return worst;
  }
  const double interval = quantile(runs - 1, chance / double(original.size())) * deviation * std::sqrt(1 + 1 / runs);
  for (const double value : variant)
    note(std::isfinite(value) ? std::abs(value - mean) / interval : std::numeric_limits<double>::infinity(), share(value - mean, mean),
         fmt::format("{} is {:.6g} in a run, where {} runs of the original give {:.6g} +- {:.2g}", what, value, original.size(), mean,
                     deviation));
  if (variant.size() < original.size()) return worst;
  const double varies = std::sqrt(varianceOf(variant));
  note(apart(original, variant, chance), share(meanOf(variant) - mean, mean),
       fmt::format("{} is {:.6g} over {} runs, where those of the original give {:.6g} +- {:.2g}", what, meanOf(variant), variant.size(),
                   mean, deviation));
  note(apart(distancesToMedian(original), distancesToMedian(variant), chance), share(varies - deviation, deviation),
       fmt::format("{} varies by {:.2g} from run to run, where the original's varies by {:.2g}", what, varies, deviation));
  return worst;
}

} // namespace

OutputFigures figuresOf(std::uint32_t output, ElementType type, ByteView bytes, std::span<const IgnoredElements> ignored) {
  const Values elements = elementsOf(type, bytes, ignored);
  OutputFigures figures{output, {}};
  Values finite;
  double steps = 0;
  for (const double element : elements) {
    if (!std::isfinite(element)) continue;
    if (!finite.empty()) steps += std::abs(element - finite.back());
    finite.push_back(element);
  }
  if (finite.empty()) return figures;
  figures.values = {meanOf(finite), std::sqrt(varianceOf(finite)), finite.size() > 1 ? steps / double(finite.size() - 1) : 0};
  return figures;
}

Verdict judgeRuns(std::span<const RunFigures> original, std::span<const RunFigures> variant, const std::vector<OutputInfo>& outputs) {
  Verdict verdict;
  if (original.empty() || variant.empty()) return verdict;
  std::vector<FiguresByPlace> ofOriginal;
  std::vector<FiguresByPlace> ofVariant;
  for (const RunFigures& run : original) ofOriginal.push_back(byPlace(run));
  for (const RunFigures& run : variant) ofVariant.push_back(byPlace(run));
  const std::vector<Place> places = placesOf(ofOriginal);
  const double chance = (1 - verdictConfidence) / double(std::max<std::size_t>(1, 3 * 3 * places.size())); // figures, and tests of each
  double worst = 1;
  for (const Place& place : places) {
    if (std::ranges::any_of(ofVariant, [&](const FiguresByPlace& run) { return !run.contains(place); }))
      return {fmt::format("{} is not delivered in every run", nameOf(place, outputs)), std::numeric_limits<double>::infinity()};
    for (std::size_t figure = 0; figure < figureNames.size(); ++figure) {
      Values before;
      Values after;
      for (const FiguresByPlace& run : ofOriginal) before.push_back(run.at(place)[figure]);
      for (const FiguresByPlace& run : ofVariant) after.push_back(run.at(place)[figure]);
      const std::string what = fmt::format("the {} of {}", figureNames[figure], nameOf(place, outputs));
      Difference difference = compareFigure(before, after, chance, what);
      verdict.shift = std::max(verdict.shift, difference.shift);
      if (difference.excess <= worst) continue;
      worst = difference.excess;
      verdict.message = std::move(difference.message);
    }
  }
  return verdict;
}

bool areAllTheSame(std::span<const RunFigures> runs) {
  return std::ranges::all_of(runs, [&](const RunFigures& run) {
    return std::ranges::equal(run, runs.front(),
                              [](const OutputFigures& a, const OutputFigures& b) { return a.output == b.output && a.values == b.values; });
  });
}

} // namespace gevo::program
