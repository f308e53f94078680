#pragma once

/// What the simulator has counted of original and variant, by line of the sources.

#include "core/kernel/heat/source_lines_of.h"
#include "core/kernel/simulator/machine/counters.h"
#include "core/kernel/simulator/machine/model.h"
#include "core/values/heat.h"

namespace gevo::program {

struct CountedSide {
  const sim::Counters& kernels;
  const SourceLinesOf& lines;
};

/// Kernels that either launches, in the order of their names.
std::vector<KernelHeat> kernelHeat(const CountedSide& original, const CountedSide& variant, const sim::Model& model);

} // namespace gevo::program
