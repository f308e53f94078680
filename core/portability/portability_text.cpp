#include "core/portability/portability_text.h"

#include "core/format/csv.h"

#include <nlohmann/json.hpp>

namespace gevo {

namespace {

template <class Act> void forEachCell(const Portability& found, Act act) {
  for (const PortabilityRow& row : found.rows)
    for (std::size_t i = 0; i < row.cells.size(); ++i) act(row.variant, found.devices[i], row.cells[i]);
}

} // namespace

std::string portabilityJson(const Portability& found) {
  nlohmann::json cells = nlohmann::json::array();
  forEachCell(found, [&](std::int64_t variant, const std::string& device, const PortabilityCell& cell) {
    nlohmann::json one{{"variant", variant}, {"device", device}, {"reason", reasonName(cell.reason)}, {"detail", cell.message}};
    if (cell.runs()) one.update({{"original_us", cell.original}, {"runtime_us", cell.runtime}, {"speedup", cell.speedup()}});
    cells.push_back(std::move(one));
  });
  return cells.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string portabilityCsv(const Portability& found) {
  Csv csv({"variant", "device", "speedup", "original_us", "runtime_us", "reason", "detail"});
  forEachCell(found, [&](std::int64_t variant, const std::string& device, const PortabilityCell& cell) {
    const auto figure = [&](double value) { return cell.runs() ? csvNumber(value) : std::string(); };
    csv.add({variantName(variant), device, figure(cell.speedup()), figure(cell.original), figure(cell.runtime),
             cell.runs() ? "" : reasonName(cell.reason), cell.message});
  });
  return csv.text();
}

} // namespace gevo
