#pragma once

/// A number that a program prints about its result, such as an accuracy, as the measure of a variant's error.

#include "core/base/result.h"
#include "core/values/host_run_settings.h"

#include <string>
#include <vector>

namespace gevo::program {

/// An error says what is wrong with a regular expression (ECMAScript): it can't be read, or has no group.
Result<void> checkQualityPattern(const std::string& pattern);

/// The first group of the last match, line by line, as a number; an error says that there is none. Only the first 4096 bytes of a line are
/// searched.
Result<double> readQuality(const std::string& printed, const std::string& pattern);

/// How much worse `got` is than `expected`, as a share of it (of 1 if that is 0); 0 if it is better.
double qualityLoss(double expected, double got, QualityGoal goal);

} // namespace gevo::program
