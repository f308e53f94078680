#pragma once

/// Runs of a program that varies.

#include "core/base/result.h"
#include "core/kernel/trace/trace.h"
#include "core/values/project.h"

#include <cstddef>
#include <vector>

namespace gevo::program {

/// An error where all runs of a test give the same, which tell no more than one. `tests`: `runs` of each in a row; `traces`: what they did.
Result<void> checkRunsDiffer(const std::vector<TestCase>& tests, const std::vector<Trace>& traces, const std::vector<OutputInfo>& outputs,
                             std::size_t runs);

} // namespace gevo::program
