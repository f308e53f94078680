#pragma once

/// Heat in words: figures of lines, and what a variant changes most.

#include "core/values/heat.h"

#include <optional>
#include <string>

namespace gevo {

struct HeatSentence {
  std::string text;
  std::optional<CodeLine> at; ///< that it names
};

/// What a metric counts, as a heading: "simulated cycles", "instructions of warps", "sectors of global memory", ...
const char* heatMetricTitle(HeatMetric metric);
/// What a line has of it: "1,234 cycles", "96 loaded and 32 stored sectors", "48 barriers, 1,920 cycles of warps".
std::string heatFigure(const HeatCounts& counts, HeatMetric metric);
/// The figure alone, "1,234".
std::string heatNumber(const HeatCounts& counts, HeatMetric metric);
/// "1,234": to whole cycles.
std::string formatCycles(double cycles);
/// "kernel.cu:42"; of code that is of no line of the sources, "no source line".
std::string heatPlace(const CodeLine& at);
/// What bounds a kernel: "L2, 1,234 of 2,000 cycles".
std::string boundText(const KernelProfile& profile);
/// One sentence: "spends 41.0 % fewer simulated cycles in kernel.cu:42: stores 512 → 32 sectors". What it names is the line whose cycles
/// differ most, and of its counts the one that has changed most in the same direction; where none has changed, that it waits less or
/// longer. Where another number of launches makes a greater difference: "spends 50.0 % fewer simulated cycles on launches: 4 → 2 of them".
HeatSentence heatSummary(const Heat& heat);
/// Of the original alone: "31.2 % of its simulated cycles are spent in kernel.cu:42".
HeatSentence hottestText(const Heat& heat, HeatMetric metric);

} // namespace gevo
