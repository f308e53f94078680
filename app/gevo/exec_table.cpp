#include "app/gevo/exec_table.h"

#include "app/gevo/output.h"
#include "core/format/number.h"
#include "core/format/quantity.h"

#include <cmath>

namespace gevo {

namespace {

/// unknownFigure where a time is not known or 0.
std::string speedup(double original, double other) {
  return std::isfinite(original) && other > 0 && original > 0 ? formatSpeedup(original / other) : unknownFigure;
}

} // namespace

std::string execTable(const std::vector<ExecRow>& rows) {
  Table table({"", ">kernel time", ">spread", ">speedup", ">launches", ">total time", ">speedup"});
  const ProgramFigures& original = rows.front().figures;
  for (const ExecRow& row : rows) {
    const ProgramFigures& figures = row.figures;
    const bool first = &row == &rows.front();
    const bool known = std::isfinite(figures.kernelMicroseconds);
    table.add({row.name, formatRuntime(figures.kernelMicroseconds), known ? formatPercent(figures.kernelSpread) : "",
               first ? "" : speedup(original.kernelMicroseconds, figures.kernelMicroseconds), formatCount(figures.launches),
               formatRuntime(figures.seconds * 1e6), first ? "" : speedup(original.seconds, figures.seconds)});
  }
  return table.text();
}

} // namespace gevo
