#include "core/report/portability_plot.h"

#include "core/format/number.h"
#include "core/format/quantity.h"
#include "core/report/svg_plot.h"

#include <algorithm>
#include <array>

namespace gevo::report {

namespace {

constexpr double height = 400;
constexpr double groupWidth = 0.84;   ///< of the distance between two devices
constexpr double labelledWidth = 0.2; ///< of a bar that has room for its speedup
constexpr double lineOfKeys = 0.05;   ///< of the height

/// Okabe and Ito's palette, distinguishable by colour-blind people.
constexpr std::array seriesColors{"#0072b2", "#e69f00", "#009e73", "#56b4e9", "#cc79a7", "#d55e00", "#f0e442", "#999999"};

std::string colorOf(std::size_t row) { return seriesColors[row % seriesColors.size()]; }
std::string nameOf(const PortabilityRow& row) { return row.variant == 0 ? "original" : "variant " + variantName(row.variant); }
std::string wordsOf(const PortabilityCell& cell) {
  return cell.message.empty() ? reasonName(cell.reason) : fmt::format("{}: {}", reasonName(cell.reason), cell.message);
}

double largestSpeedup(const Portability& found) {
  double largest = 1;
  for (const PortabilityRow& row : found.rows)
    for (const PortabilityCell& cell : row.cells)
      if (cell.runs()) largest = std::max(largest, cell.speedup());
  return largest;
}

void addDevice(SvgPlot& plot, const Portability& found, std::size_t device) {
  const auto middle = static_cast<double>(device);
  if (const PortabilityCell* shared = found.sharedFailure(device))
    return plot.addWords(middle, groupWidth, "$muted", wordsOf(*shared), fmt::format("{}: {}", found.devices[device], wordsOf(*shared)));
  const double step = groupWidth / static_cast<double>(found.rows.size());
  for (std::size_t row = 0; row < found.rows.size(); ++row) {
    const PortabilityCell* cell = found.cell(row, device);
    if (!cell) continue;
    const double x = middle + (static_cast<double>(row) + 0.5) * step - groupWidth / 2;
    const std::string tip = fmt::format("{} on {}: ", nameOf(found.rows[row]), found.devices[device]);
    if (!cell->runs()) {
      plot.addWords(x, step * 0.9, "$muted", wordsOf(*cell), tip + wordsOf(*cell));
      continue;
    }
    const std::string speedup = formatSpeedup(cell->speedup());
    plot.addBar(x, step * 0.9, cell->speedup(), colorOf(row),
                fmt::format("{}{}, {} instead of {}", tip, speedup, formatRuntime(cell->runtime), formatRuntime(cell->original)));
    if (step * 6 >= labelledWidth * static_cast<double>(found.devices.size())) plot.addText({x, cell->speedup()}, "$ink", speedup);
  }
}

} // namespace

std::string portabilitySvg(const Portability& found) {
  std::vector<SvgPlot::Key> keys;
  for (std::size_t row = 0; row < found.rows.size(); ++row) keys.push_back({nameOf(found.rows[row]), colorOf(row)});
  const double room = 0.08 + lineOfKeys * static_cast<double>(SvgPlot::keyLines(keys));
  const PlotAxis devices{"", -0.5, static_cast<double>(found.devices.size()) - 0.5};
  const PlotAxis speedups{"speedup over the original on the same device", 0, largestSpeedup(found) / (1 - std::min(room, 0.6))};
  SvgPlot plot(devices, speedups, height, "Speedups of variants on each device");
  plot.nameColumns(found.devices);
  for (std::size_t device = 0; device < found.devices.size(); ++device) addDevice(plot, found, device);
  plot.addLevel(1, "$ink");
  plot.addKeys(keys);
  return plot.file();
}

} // namespace gevo::report
