#include "core/kernel/simulator/execute/launch_reports.h"

namespace gevo::sim {

void addReport(LaunchReport& sum, LaunchReport part) {
  if (!sum.fault) sum.fault = std::move(part.fault);
  collect(sum.undefined, part.undefined);
  collect(sum.undefinedReads, part.undefinedReads);
  sum.printed += part.printed;
  sum.statistics.add(part.statistics);
}

} // namespace gevo::sim
