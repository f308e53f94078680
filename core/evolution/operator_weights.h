#pragma once

/// Operators that paid are drawn more often (adaptive operator selection, by probability matching: Goldberg 1990).

#include "core/evolution/population.h"

#include <cstdint>
#include <vector>

namespace gevo {

/// By the operator's number, as EvaluateRequest has them: four fifths of all draws go to the operators of the settings, two thirds of
/// these to the paper's six, however many others there are, and a fifth by how many of the edits of the population's elite each has made.
/// Before there is a population all go by kind. Empty where all are to be drawn equally often. Depends on the population alone, so a
/// resumed run has the same.
std::vector<std::uint32_t> operatorWeights(const Population& population, const SearchSettings& settings);

} // namespace gevo
