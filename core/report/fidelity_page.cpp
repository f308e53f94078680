#include "core/report/fidelity_page.h"

#include "core/format/number.h"
#include "core/report/html.h"
#include "core/report/style.h"
#include "core/report/svg_plot.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace gevo::report {

namespace {

using nlohmann::json;

std::optional<double> medianOf(std::vector<double> values) {
  if (values.empty()) return std::nullopt;
  std::ranges::sort(values);
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

std::string scatter(const ProjectFidelity& project) {
  std::vector<double> simulated{1};
  std::vector<double> measured{1};
  std::vector<PlotPoint> dots;
  for (const ComparedVariant& variant : project.variants) {
    dots.push_back({variant.point.simulated, variant.point.measured});
    simulated.push_back(variant.point.simulated);
    measured.push_back(variant.point.measured);
  }
  const PlotAxis x = PlotAxis::around("simulated time, share of the original's", simulated);
  const PlotAxis y = PlotAxis::around("measured", measured);
  SvgPlot plot(x, y, 400,
               fmt::format("Simulated against measured time of {} of {}", formatCounted(dots.size(), "variant"), escaped(project.name)));
  const double from = std::max(x.from, y.from);
  const double to = std::min(x.to, y.to);
  if (from < to) plot.addLine({{from, from}, {to, to}}, "$line", 1.5);
  for (const ComparedVariant& variant : project.variants) {
    const Interval interval = intervalOf(variant.point);
    const double low = std::max(interval.from, y.from);
    const double high = std::min(interval.to, y.to);
    if (low < high) plot.addLine({{variant.point.simulated, low}, {variant.point.simulated, high}}, "$scatter", 1);
  }
  plot.addDots(dots, "$accent", 4);
  plot.addMark({1, 1}, "$muted", "original");
  return "<figure>\n" + plot.svg() +
         element(
             "p", "caption",
             "Each dot is a variant with distinct machine code; the line through it is the 95 % confidence interval of its measured time. "
             "On the diagonal both times agree.") +
         "</figure>\n";
}

std::string section(const ProjectFidelity& project) {
  std::string text = fmt::format("<h2>{}</h2>\n", escaped(project.name));
  text +=
      element("p", "note",
              escaped(fmt::format("{} from stored runs, {} from a search for this comparison; {} had the same machine code as another, {} "
                                  "failed on the simulated GPU, {} failed on {}.",
                                  formatCounted(project.fromRuns, "variant"), project.fromSearch, project.sameCode,
                                  project.rejectedSimulated, project.failures.size(), project.gpu)));
  if (!project.variants.empty()) text += scatter(project);
  constexpr std::size_t most = 10;
  if (!project.failures.empty()) {
    text += "<ul>\n";
    for (std::size_t i = 0; i < std::min(most, project.failures.size()); ++i) text += element("li", {}, escaped(project.failures[i]));
    if (project.failures.size() > most) text += element("li", {}, fmt::format("and {} more", project.failures.size() - most));
    text += "</ul>\n";
  }
  return text;
}

json orNull(std::optional<double> value) { return value ? json(*value) : json(); }

json projectJson(const ProjectFidelity& project) {
  json points = json::array();
  for (const ComparedVariant& variant : project.variants) {
    json tests = json::array();
    for (const ComparedTest& test : variant.tests)
      tests.push_back({{"simulated_us", test.simulated},
                       {"simulated_original_us", test.simulatedOriginal},
                       {"measured_us", test.measured},
                       {"measured_original_us", test.measuredOriginal},
                       {"relative_error", test.relativeError}});
    points.push_back({{"variant", variant.name},
                      {"machine_code", toHex(variant.machineCode)},
                      {"simulated", variant.point.simulated},
                      {"measured", variant.point.measured},
                      {"standard_error", variant.point.error},
                      {"tests", std::move(tests)}});
  }
  const FidelityFigures& figures = project.figures;
  return {{"name", project.name},
          {"gpu", project.gpu},
          {"from_runs", project.fromRuns},
          {"from_search", project.fromSearch},
          {"same_machine_code", project.sameCode},
          {"rejected_simulated", project.rejectedSimulated},
          {"failures", project.failures},
          {"cubins", figures.points},
          {"pairs", figures.pairs},
          {"span", figures.span},
          {"spearman", orNull(figures.spearman)},
          {"kendall", orNull(figures.kendall)},
          {"percentage_error", figures.points > 0 ? json(figures.percentageError) : json()},
          {"points", std::move(points)}};
}

ComparedVariant parseVariant(const json& point) {
  ComparedVariant variant;
  variant.name = point.at("variant").get<std::string>();
  variant.machineCode = hashFromHex(point.at("machine_code").get<std::string>()).value_or(Hash128());
  for (const json& test : point.at("tests"))
    variant.tests.push_back({test.at("simulated_us").get<double>(), test.at("simulated_original_us").get<double>(),
                             test.at("measured_us").get<double>(), test.at("measured_original_us").get<double>(),
                             test.at("relative_error").get<double>()});
  variant.point = pointOf(variant.tests);
  return variant;
}

json mediansJson(const FidelityMedians& medians) {
  return {{"projects", medians.projects},
          {"spearman", orNull(medians.spearman)},
          {"kendall", orNull(medians.kendall)},
          {"percentage_error", orNull(medians.percentageError)}};
}

} // namespace

Result<std::vector<ProjectFidelity>> parseFidelityJson(std::string_view text) {
  std::vector<ProjectFidelity> projects;
  try { // nlohmann's accessors throw; no exception leaves this function
    const json whole = json::parse(text);
    for (const json& given : whole.at("projects")) {
      ProjectFidelity& project = projects.emplace_back();
      project.name = given.at("name").get<std::string>();
      project.gpu = given.at("gpu").get<std::string>();
      for (const json& point : given.at("points")) project.variants.push_back(parseVariant(point));
    }
  } catch (const json::exception& problem) {
    return std::unexpected(Error{"this is not JSON from gevo fidelity", problem.what()});
  }
  return projects;
}

FidelityMedians mediansOf(const std::vector<ProjectFidelity>& projects) {
  std::vector<double> spearman;
  std::vector<double> kendall;
  std::vector<double> errors;
  for (const ProjectFidelity& project : projects) {
    if (project.figures.spearman) spearman.push_back(*project.figures.spearman);
    if (project.figures.kendall) kendall.push_back(*project.figures.kendall);
    if (project.figures.points > 0) errors.push_back(project.figures.percentageError);
  }
  return {errors.size(), medianOf(spearman), medianOf(kendall), medianOf(errors)};
}

FidelityMedians tellingMediansOf(const std::vector<ProjectFidelity>& projects) {
  std::vector<ProjectFidelity> telling;
  std::ranges::copy_if(projects, std::back_inserter(telling), [](const ProjectFidelity& project) { return isTelling(project.figures); });
  return mediansOf(telling);
}

std::string tellingMedianName(const FidelityMedians& medians) {
  return fmt::format("median of {} with {} codes and {:.0f} %", medians.projects, enoughPoints, enoughSpan * 100);
}

std::string correlationText(std::optional<double> value) { return value ? fmt::format("{:.2f}", *value) : unknownFigure; }

std::string fidelityHtml(const FidelityReport& report) {
  const std::string title = "The simulated GPU compared with a real one";
  std::string body = fmt::format("<h1>{}</h1>\n", title);
  const std::string gpu = report.projects.empty() ? "" : report.projects.front().gpu;
  body += element("p", "lead", escaped(fmt::format("{}, measured; {}, simulated; {}.", gpu, report.model, report.date)));
  HtmlTable table("list",
                  {"project", ">machine codes", ">measured span", ">pairs ordered", ">Spearman", ">Kendall", ">error of the ratio"});
  for (const ProjectFidelity& project : report.projects) {
    const FidelityFigures& figures = project.figures;
    table.add({escaped(project.name), fmt::format("{}", figures.points), formatPercent(figures.span), fmt::format("{}", figures.pairs),
               correlationText(figures.spearman), correlationText(figures.kendall),
               figures.points > 0 ? formatPercent(figures.percentageError) : unknownFigure});
  }
  const auto addMedians = [&](const std::string& name, const FidelityMedians& medians) {
    table.add({name, "", "", "", correlationText(medians.spearman), correlationText(medians.kendall),
               medians.percentageError ? formatPercent(*medians.percentageError) : unknownFigure});
  };
  const FidelityMedians telling = tellingMediansOf(report.projects);
  addMedians(tellingMedianName(telling), telling);
  addMedians("median of all", mediansOf(report.projects));
  body += table.html();
  body += element(
      "p", "note",
      "Pairs count where the measured intervals don't overlap. Error of the ratio: mean absolute difference between the "
      "simulated and the measured time, both as shares of the original's, as a share of the measured one. " +
          fmt::format("With fewer than {} machine codes, or times that span less than {:.0f} %, figures say little about the model: "
                      "the first median leaves such projects out.",
                      enoughPoints, enoughSpan * 100));
  for (const ProjectFidelity& project : report.projects) body += section(project);
  std::string html = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  html += element("title", {}, title) + styleSheet(Medium::Screen) + "</head>\n<body>\n<main>\n" + body;
  html += element("div", "footer", "Made by GEVO Explorer " GEVO_VERSION ".");
  return colored(html + "</main>\n</body>\n</html>\n", Medium::Screen);
}

std::string fidelityJson(const FidelityReport& report) {
  json projects = json::array();
  for (const ProjectFidelity& project : report.projects) projects.push_back(projectJson(project));
  const json whole{{"model", report.model},
                   {"date", report.date},
                   {"version", GEVO_VERSION},
                   {"projects", std::move(projects)},
                   {"medians", mediansJson(tellingMediansOf(report.projects))},
                   {"medians_of_all", mediansJson(mediansOf(report.projects))}};
  return whole.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

} // namespace gevo::report
