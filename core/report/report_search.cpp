#include "core/format/number.h"
#include "core/report/html.h"
#include "core/report/report.h"
#include "core/report/svg_plot.h"
#include "core/store/front.h"

#include <algorithm>

namespace gevo::report {

namespace {

/// Microseconds or milliseconds, whichever reads better.
struct TimeUnit {
  double scale = 1;
  const char* name = "µs";
};
TimeUnit unitFor(double microseconds) { return microseconds >= 1000 ? TimeUnit{1e-3, "ms"} : TimeUnit{}; }

std::string figure(const SvgPlot& plot, std::string_view caption) {
  return "<figure>\n" + plot.svg() + element("p", "caption", caption) + "</figure>\n";
}

/// Limits the axis to the fast variants, which a slow tail would squeeze into a corner.
double slowest(const std::vector<VariantRow>& variants, double original) {
  std::vector<double> times;
  for (const VariantRow& row : variants) times.push_back(row.runtime);
  std::ranges::sort(times);
  return times.empty() ? original : std::max(original, std::min(times[times.size() * 9 / 10], 2 * original));
}

/// What the front's figure shows above runtimes: errors, or edits where nothing has an error.
struct Upward {
  std::string label;
  std::string title;
  std::string caption;
  Objective objective;
  double scale = 1;

  double of(const VariantRow& row) const { return objective == Objective::Error ? row.error * scale : row.edits - row.inactive; }
};

Upward upwardError(const EvaluationSettings& settings) {
  const bool isShare = settings.metric == Metric::MaxRelative || settings.metric == Metric::Mismatch;
  const bool energy = measuresEnergy(settings);
  const bool edits = countsEdits(settings);
  const char* const better = energy && edits ? "save energy or have fewer edits" : energy ? "save energy" : "have fewer edits";
  return {fmt::format("error, {}{}", metricName(settings.metric), isShare ? ", %" : ""),
          "Runtime against error of every valid variant, with the Pareto front",
          fmt::format("Each dot is a variant that passed its tests. Further left is faster, further down is more exact; the line is the "
                      "Pareto front: the fastest known variant for each error.{}",
                      energy || edits ? fmt::format(" Large dots beyond the line are on the front because they {}.", better) : ""),
          Objective::Error, isShare ? 100.0 : 1.0};
}

Upward upwardEdits() {
  return {"number of edits", "Runtime against the number of edits of every variant, with the Pareto front",
          "Each dot is a variant that passed its tests, and those on the front are exact. Further left is faster, further down has fewer "
          "edits; the line is what each further edit gains.",
          Objective::Edits};
}

std::string frontFigure(const ReportContent& content, const RunHistory& history) {
  const bool anyError = std::ranges::any_of(history.front, [](const VariantRow& row) { return row.error > 0; });
  if (!anyError && !countsEdits(content.evaluation())) return {}; // the plot of the generations shows the same
  const Upward upward = anyError ? upwardError(content.evaluation()) : upwardEdits();
  const TimeUnit unit = unitFor(content.originalRuntime());
  const auto pointOf = [&](const VariantRow& row) { return PlotPoint{row.runtime * unit.scale, upward.of(row)}; };
  const double last = slowest(history.variants, content.originalRuntime());
  std::vector<PlotPoint> scatter;
  std::vector<double> times;
  std::vector<double> heights{0};
  for (const VariantRow& row : history.variants)
    if (row.runtime <= last) scatter.push_back(pointOf(row));
  std::vector<PlotPoint> front;
  for (const VariantRow& row : history.front) front.push_back(pointOf(row));
  std::vector<PlotPoint> steps; // members of a front of more objectives may be dominated in these two
  for (const VariantRow& row : paretoFront(history.front, {Objective::Time, upward.objective})) steps.push_back(pointOf(row));
  for (const PlotPoint& point : scatter) times.push_back(point.x);
  for (const PlotPoint& point : front) {
    times.push_back(point.x);
    heights.push_back(point.y);
  }
  const Individual& subject = content.subject.variant;
  const PlotPoint chosen{content.runtime() * unit.scale, anyError ? content.error() * upward.scale : double(activeEditCount(subject))};
  const bool marked = subject.result.valid() && !content.subject.isOriginal();
  if (marked) { // a rejected variant has no runtime and error
    times.push_back(chosen.x);
    heights.push_back(chosen.y);
  }
  times.push_back(content.originalRuntime() * unit.scale);
  SvgPlot plot(PlotAxis::around(fmt::format("runtime, {}", unit.name), times), PlotAxis::around(upward.label, heights), 340, upward.title);
  plot.addDots(scatter, "$scatter", 3);
  plot.addSteps(steps, "$accent", 2);
  plot.addDots(front, "$accent", 6);
  plot.addMark({content.originalRuntime() * unit.scale, 0}, "$muted", "original");
  if (marked) plot.addMark(chosen, "$good", fmt::format("variant {}", variantName(subject.id)));
  return figure(plot, upward.caption);
}

std::string generationsFigure(const ReportContent& content, const RunHistory& history) {
  if (history.generations.size() < 2) return {};
  const TimeUnit unit = unitFor(content.originalRuntime());
  std::vector<PlotPoint> best;
  std::vector<PlotPoint> exact;
  std::vector<PlotPoint> median;
  std::vector<double> times{content.originalRuntime() * unit.scale};
  std::vector<double> numbers;
  const auto point = [&](double generation, double runtime) { return PlotPoint{generation, runtime > 0 ? runtime * unit.scale : unknown}; };
  bool differs = false;
  for (const GenerationRow& row : history.generations) {
    const double number = row.generation;
    numbers.push_back(number);
    best.push_back(point(number, row.bestRuntime));
    exact.push_back(point(number, row.bestExactRuntime));
    median.push_back(point(number, row.medianRuntime));
    differs = differs || row.bestRuntime != row.bestExactRuntime;
    for (const PlotPoint& one : {best.back(), exact.back(), median.back()}) times.push_back(one.y);
  }
  PlotAxis x = PlotAxis::around("generation", numbers);
  x.from = numbers.front();
  x.to = numbers.back();
  SvgPlot plot(std::move(x), PlotAxis::around(fmt::format("runtime, {}", unit.name), times), 300, "Best runtime of each generation");
  plot.addLevel(content.originalRuntime() * unit.scale, "$muted");
  plot.addLine(median, "$scatter", 1.5);
  if (differs) plot.addSteps(best, "$accent", 2);
  plot.addSteps(exact, "$good", 2);
  std::string caption = "The fastest variant without error in each generation (<span class=\"good\">green</span>)";
  if (differs) caption += " and the fastest within the tolerance (<a>blue</a>)";
  return figure(plot, caption + ", the median of the population (grey), and the original (dashed).");
}

} // namespace

std::string searchSection(const ReportContent& content, const RunHistory& history) {
  std::uint64_t evaluations = 0;
  for (const GenerationRow& row : history.generations) evaluations += row.evaluations;
  const auto passed = std::ranges::count_if(history.variants, [](const VariantRow& row) { return row.id != 0 && row.passedAll; });
  std::string html = "<h2>How it was found</h2>\n";
  html += element("p", {},
                  fmt::format("An evolutionary search over edits of the kernels' LLVM IR evaluated {} in {}; {} passed every test.",
                              formatCounted(evaluations, "variant"), formatCounted(history.generations.size(), "generation"),
                              formatCount(static_cast<std::uint64_t>(passed))));
  return html + frontFigure(content, history) + generationsFigure(content, history);
}

} // namespace gevo::report
