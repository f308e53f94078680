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

std::string frontFigure(const ReportContent& content, const RunHistory& history) {
  const bool anyError = std::ranges::any_of(history.front, [](const VariantRow& row) { return row.error > 0; });
  if (!anyError) return {}; // without errors the plot of the generations shows the same
  const TimeUnit unit = unitFor(content.originalRuntime());
  const Metric metric = content.evaluation().metric;
  const bool share = metric == Metric::MaxRelative || metric == Metric::Mismatch;
  const double scale = share ? 100 : 1;
  const double last = slowest(history.variants, content.originalRuntime());
  std::vector<PlotPoint> scatter;
  std::vector<double> times;
  std::vector<double> errors{0};
  for (const VariantRow& row : history.variants)
    if (row.runtime <= last) scatter.push_back({row.runtime * unit.scale, row.error * scale});
  std::vector<PlotPoint> front;
  for (const VariantRow& row : history.front) front.push_back({row.runtime * unit.scale, row.error * scale});
  std::vector<PlotPoint> steps; // members of a front with energy may be dominated in time and error
  for (const VariantRow& row : paretoFront(history.front)) steps.push_back({row.runtime * unit.scale, row.error * scale});
  for (const PlotPoint& point : scatter) times.push_back(point.x);
  for (const PlotPoint& point : front) {
    times.push_back(point.x);
    errors.push_back(point.y);
  }
  const PlotPoint chosen{content.runtime() * unit.scale, content.error() * scale};
  const bool marked = content.subject.variant.result.valid() && !content.subject.isOriginal();
  if (marked) { // a rejected variant has no runtime and error
    times.push_back(chosen.x);
    errors.push_back(chosen.y);
  }
  times.push_back(content.originalRuntime() * unit.scale);
  SvgPlot plot(PlotAxis::around(fmt::format("runtime, {}", unit.name), times),
               PlotAxis::around(fmt::format("error, {}{}", metricName(metric), share ? ", %" : ""), errors), 340,
               "Runtime against error of every valid variant, with the Pareto front");
  plot.addDots(scatter, "$scatter", 3);
  plot.addSteps(steps, "$accent", 2);
  plot.addDots(front, "$accent", 6);
  plot.addMark({content.originalRuntime() * unit.scale, 0}, "$muted", "original");
  if (marked) plot.addMark(chosen, "$good", fmt::format("variant {}", variantName(content.subject.variant.id)));
  const bool energy = measuresEnergy(content.evaluation());
  return figure(
      plot, fmt::format("Each dot is a variant that passed its tests. Further left is faster, further down is more exact; the line is the "
                        "Pareto front: the fastest known variant for each error.{}",
                        energy ? " Large dots beyond the line are on the front because they save energy." : ""));
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
