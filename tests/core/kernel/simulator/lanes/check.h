#pragma once

/// Runs lane functions on operands that meet the corners and compares each lane with its reference.

#include "tests/core/kernel/simulator/lanes/reference.h"

#include <string>

namespace gevo::sim::testing {

/// What is wrong with a family in a table; empty where nothing is. A variant without a reference, or the other way round, is wrong too.
std::string disagreement(LaneFamily family, const LaneTable& table);

} // namespace gevo::sim::testing
