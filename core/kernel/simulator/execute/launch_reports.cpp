#include "core/kernel/simulator/execute/launch_reports.h"

namespace gevo::sim {

namespace {

void add(LaunchStatistics& sum, const LaunchStatistics& part) {
  sum.cycles += part.cycles;
  sum.warpInstructions += part.warpInstructions;
  sum.globalSectors += part.globalSectors;
  sum.sharedConflicts += part.sharedConflicts;
  sum.barriers += part.barriers;
  sum.divergentBranches += part.divergentBranches;
  sum.touchedBytes += part.touchedBytes;
}

} // namespace

void addReport(LaunchReport& sum, LaunchReport part) {
  if (!sum.fault) sum.fault = std::move(part.fault);
  collect(sum.undefined, part.undefined);
  collect(sum.undefinedReads, part.undefinedReads);
  sum.printed += part.printed;
  add(sum.statistics, part.statistics);
}

} // namespace gevo::sim
