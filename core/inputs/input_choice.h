#pragma once

/// Which of the inputs that could be recorded a file keeps.

#include "core/store/rows.h"

namespace gevo {

/// At most so many. First those that reach what `reached` does not: one after the other that which reaches most beside all before, the
/// cheapest of those that reach as much (greedy set cover). Then the others, in the order in which they are given. `reached` not measured:
/// the first ones.
std::vector<FuzzInput> chooseInputs(std::vector<FuzzInput> candidates, Coverage reached, std::size_t count);

/// The cheapest first.
void sortByCost(std::vector<FuzzInput>& inputs);

} // namespace gevo
