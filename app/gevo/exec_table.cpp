#include "app/gevo/exec_table.h"

#include "app/gevo/output.h"

#include <cmath>

namespace gevo {

namespace {

/// "-" for what is not known, or was not needed at all.
std::string speedup(double original, double other) {
  return std::isfinite(original) && other > 0 && original > 0 ? formatSpeedup(original, other) : "-";
}

} // namespace

std::string execTable(const std::vector<ExecRow>& rows) {
  Table table({"", ">kernel time", ">spread", ">speedup", ">launches", ">total time", ">speedup"});
  const ProgramFigures& original = rows.front().figures;
  for (const ExecRow& row : rows) {
    const ProgramFigures& figures = row.figures;
    const bool first = &row == &rows.front();
    const bool known = std::isfinite(figures.kernelMicroseconds);
    table.add({row.name, known ? formatMicroseconds(figures.kernelMicroseconds) : "-",
               known ? fmt::format("{:.1f} %", figures.kernelSpread * 100) : "",
               first ? "" : speedup(original.kernelMicroseconds, figures.kernelMicroseconds), formatCount(figures.launches),
               formatMicroseconds(figures.seconds * 1e6), first ? "" : speedup(original.seconds, figures.seconds)});
  }
  return table.text();
}

} // namespace gevo
