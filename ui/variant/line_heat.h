#pragma once

/// The heat of lines in documents of the difference view. Pure functions of values.

#include "core/values/heat.h"
#include "ui/variant/documents.h"

#include <map>

namespace gevo::ui {

/// By line of the sources; without a file what is of none, which shares are of, too.
using LineHeats = std::map<SourceSpot, HeatCounts>;
/// `side`: of which of the two.
LineHeats lineHeats(const Project& project, const Heat& heat, HeatCounts HeatLine::*side);

struct SideHeats {
  HeatMetric metric = HeatMetric::Cycles;
  LineHeats left;
  LineHeats right;
};
/// Colours the lines of both, by the hottest of all. Lines of IR and PTX have the heat of the line that they come from.
void addHeat(DiffDocument& left, DiffDocument& right, const SideHeats& heats);

} // namespace gevo::ui
