#pragma once

/// A number that a program prints about its result (an accuracy), as the measure of what a variant does.

#include "core/base/result.h"
#include "core/values/host_run_settings.h"

#include <string>
#include <vector>

namespace gevo::program {

/// An error says what is wrong with a regular expression (ECMAScript): it can't be read, or has no group.
Result<void> checkQualityPattern(const std::string& pattern);

/// The first group of the last match, line by line, as a number; an error says that there is none. Lines are looked at up to 4096 bytes.
Result<double> readQuality(const std::string& printed, const std::string& pattern);

/// What `got` is worse than `expected`, as a share of it (of 1 where that is 0); a better one has no error.
double qualityLoss(double expected, double got, QualityGoal goal);

} // namespace gevo::program
